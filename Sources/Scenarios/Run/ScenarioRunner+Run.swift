import DeviceModel
public import Session
public import SimulationCore

extension ScenarioRunner {
  /// Runs a scenario to its end, or to the first failed step and its teardown.
  ///
  /// One that may be retried runs again with the next seed when it failed.
  public static func run(_ scenario: Scenario) -> ScenarioResult {
    run(scenario, isInterrupted: { _ in false })
  }

  /// Runs a scenario; `isInterrupted` is called between steps and during long advances.
  ///
  /// It gets the instant that is reached.
  public static func run(
    _ scenario: Scenario, isInterrupted: (SimulationInstant) -> Bool
  ) -> ScenarioResult {
    run(scenario, isInterrupted: isInterrupted) { _ in }
  }

  /// Runs a scenario whose requests a network answers; `recorded` gets what was done, which
  /// repeats the run without the network.
  public static func run(
    _ scenario: Scenario, live: any LiveNetwork, isInterrupted: (SimulationInstant) -> Bool,
    recorded: (Journal) -> Void
  ) -> ScenarioResult {
    run(scenario, live: live, isInterrupted: isInterrupted) { runner in
      recorded(
        Journal(
          configuration: runner.scenario.configuration, presses: runner.session.presses,
          end: runner.device.os.now, secrets: runner.secrets))
    }
  }

  /// Runs a scenario; `inspect` gets the runner after each attempt.
  static func run(
    _ scenario: Scenario, live: (any LiveNetwork)? = nil,
    isInterrupted: (SimulationInstant) -> Bool,
    inspect: (borrowing ScenarioRunner) -> Void
  ) -> ScenarioResult {
    var attempts: [ScenarioResult.Attempt] = []
    var attempted = scenario
    while true {
      var runner = ScenarioRunner(attempted, live: live)
      runner.runToEnd(isInterrupted)
      inspect(runner)
      var result = runner.result
      result.earlierAttempts = attempts
      guard result.outcome == .failed, attempts.count < scenario.retries else { return result }
      attempts.append(
        ScenarioResult.Attempt(
          number: attempts.count + 1, seed: attempted.configuration.seed, outcome: result.outcome,
          failures: result.failures, durationMilliseconds: result.endInstant.milliseconds))
      attempted.configuration.seed &+= 1
    }
  }

  /// The result for a scenario that is not run at all.
  public static func notRun(_ scenario: Scenario) -> ScenarioResult {
    var result = ScenarioRunner(scenario).result
    result.outcome = .notRun
    // The phone was created only to describe it.
    result.lines = []
    result.lineCount = 0
    return result
  }
}
