/// The result of a change that must make a scenario fail.
public struct BreakProof: Sendable {
  /// The change.
  public let change: Break
  /// The change as words.
  public let text: String
  /// The failures of the changed scenario.
  public let failures: [String]
  /// Whether it failed with the message that the file expects.
  public let isAsSaid: Bool

  /// Makes every change of a scenario, one at a time, and runs the changed scenario.
  public static func prove(_ scenario: Scenario) -> [BreakProof] {
    scenario.breaks.map { change in
      let result = ScenarioRunner.run(change.applied(to: scenario))
      return BreakProof(
        change: change, text: change.change.text(in: scenario), failures: result.failures,
        isAsSaid: result.outcome == .failed
          && result.failures.contains { $0.contains(change.failure) })
    }
  }
}
