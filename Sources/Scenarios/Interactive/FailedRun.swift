import DeviceModel
public import SimulationCore

/// A scenario's run up to its first failure: the phone is as the failing step left it.
public struct FailedRun: Sendable {
  /// The phone, and what was done to it.
  public let run: InteractiveRun
  /// The result so far; the teardown has not run.
  public let result: ScenarioResult

  /// Runs a scenario again, with the seed of the attempt that failed.
  ///
  /// - Parameters:
  ///   - sealsSecrets: Whether tokens are sealed as a session's journal keeps them.
  ///   - isInterrupted: Is asked between steps and during long advances; gets the instant.
  public init(
    _ scenario: Scenario, seed: UInt64, name: String, sealsSecrets: Bool,
    isInterrupted: (SimulationInstant) -> Bool = { _ in false }
  ) {
    var scenario = scenario
    scenario.configuration.seed = seed
    var runner = ScenarioRunner(scenario)
    runner.sealsSecrets = sealsSecrets
    while !runner.hasFailed, runner.runNextStep(isInterrupted) {}
    run = InteractiveRun(name: name, runner)
    // A copy, since what ends a run must not happen to a phone that goes on.
    var ending = runner
    result = ending.hasFailed ? ending.resultSoFar : ending.finish()
  }

  /// The step that failed; nil when an invariant broke.
  public var failedStep: StepResult? { result.steps.first { $0.failure != nil } }
}
