import DeviceModel

/// Runs a scenario and observes it.
enum ParityRun {
  /// The facts of a run.
  static func facts(of scenario: Scenario) -> ParityFacts {
    var observer = RunObserver()
    observer.parity = ParityWatch()
    var runner = ScenarioRunner(scenario, observer: observer)
    runner.runToEnd()
    let result = runner.result
    var facts = runner.observer.parity?.facts ?? ParityFacts(outcome: result.outcome)
    facts.outcome = result.outcome
    facts.reason = result.skipReason ?? result.failures.first
    facts.causes = runner.observer.parity?.causes.sorted() ?? []
    let pending = runner.device.os.pending
    let now = runner.device.os.wallMilliseconds
    facts.pending = pending.count
    facts.reachMilliseconds = pending.map(\.triggerMilliseconds).max().map { max(0, $0 - now) }
    facts.onItsWay = pending.count { $0.triggerMilliseconds <= now }
    return facts
  }
}
