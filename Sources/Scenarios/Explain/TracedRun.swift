public import CivilTime
public import DeviceModel
import History
public import SimulationCore

/// A scenario's run that keeps all records, also those that the phone's trace drops.
public struct TracedRun {
  private var runner: ScenarioRunner
  private let path: String

  /// Starts the run.
  public init(_ scenario: Scenario) {
    self.init(scenario, heldMax: RecordHolder.recordsMax)
  }

  init(_ scenario: Scenario, heldMax: Int) {
    path = scenario.path
    var observer = RunObserver()
    observer.holder = RecordHolder(heldMax: heldMax)
    runner = ScenarioRunner(scenario, observer: observer)
  }

  /// Runs a scenario to its end, or to the first step that fails, and returns its trace.
  public static func trace(of scenario: Scenario) throws(TraceOverflow) -> RunTrace {
    try whole(scenario).trace
  }

  /// The same with the run's result.
  static func whole(
    _ scenario: Scenario
  ) throws(TraceOverflow) -> (trace: RunTrace, result: ScenarioResult) {
    var run = TracedRun(scenario)
    while try run.runNextStep() {}
    let result = run.runner.finish()
    var history = run.runner.observer.history
    history.finish(run.runner.device)
    let records = run.runner.observer.holder?.records ?? []
    return (RunTrace(history, records: records, interruption: result.interruption), result)
  }

  /// Runs the next step; false when there is none or one has failed.
  ///
  /// Throws when more records are held than the limit.
  public mutating func runNextStep() throws(TraceOverflow) -> Bool {
    let hasRun = runner.runNextStep()
    if runner.observer.holder?.isFull == true { throw TraceOverflow(path: path) }
    return hasRun
  }

  /// The records since the previous call, which are then no longer held.
  public mutating func takeRecords() -> [Record<DeviceRecord>] {
    runner.observer.holder?.takeRecords() ?? []
  }

  /// The phone's zone at a record.
  public func zone(at sequence: UInt64) -> Zone {
    runner.observer.history.context.zone(at: sequence)
  }

  /// Ends the run after its last step and returns its end.
  public mutating func finish() -> RunEnd {
    let result = runner.finish()
    return RunEnd(
      outcome: result.outcome, failure: result.failures.first, recordCount: result.recordCount,
      traceHash: result.traceHash)
  }
}

extension ScenarioResult {
  /// What ended the run before its last step; nil where all steps were reached.
  fileprivate var interruption: String? {
    guard outcome == .aborted || steps.contains(where: { $0.outcome == .notRun }) else {
      return nil
    }
    let reached = steps.prefix { $0.outcome != .notRun }
    return reached.last { $0.failure != nil }.flatMap(\.failureText) ?? failures.first
  }
}

/// The end of a run.
public struct RunEnd: Hashable, Sendable {
  /// Passed, failed or aborted.
  public let outcome: RunOutcome
  /// The first failure.
  public let failure: String?
  /// The number of records.
  public let recordCount: UInt64
  /// The hash over every record.
  public let traceHash: String
}

/// A run has more records than may be held at once.
public struct TraceOverflow: Error, Hashable, Sendable, CustomStringConvertible {
  /// The scenario's path as given.
  public let path: String

  /// What to do about it.
  public var description: String {
    "\(path): more than \(RecordHolder.recordsMax) records; let less time pass in the scenario"
  }
}
