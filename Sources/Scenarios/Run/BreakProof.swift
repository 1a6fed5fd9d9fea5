/// What came of one change that must turn a scenario red.
public struct BreakProof: Sendable {
  /// The change.
  public let change: Break
  /// The change in words.
  public let text: String
  /// What went wrong in the changed scenario.
  public let failures: [String]
  /// Whether it failed, and as the file says.
  public let isAsSaid: Bool

  /// Makes every change of a scenario, one at a time, and runs what comes of it.
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
