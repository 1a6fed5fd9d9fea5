public import CivilTime
import DeviceModel
import Session
import SimulationCore

extension InteractiveRun {
  /// How many records an explanation looks at: the latest ones.
  private static let explainedMax: UInt64 = 100_000

  /// What happened to the notifications that were planned for a day, and why; `id` selects one
  /// schedule.
  ///
  /// Only what the trace still holds is known, and of that the latest records; takes time in
  /// proportion to them.
  public func explanation(
    of day: CivilDate, id: String? = nil
  ) throws(ExplanationError) -> DayExplanation {
    try DayExplanation(traced, day: day, id: id)
  }

  /// Whether an explanation looks at every record since the start of the run.
  public var isExplainedWhole: Bool { firstExplained == 0 }

  private var firstExplained: UInt64 {
    let trace = device.os.trace
    let count = trace.nextSequence
    return max(
      trace.oldestSequence,
      count > InteractiveRun.explainedMax ? count - InteractiveRun.explainedMax : 0)
  }

  private var traced: RunTrace {
    var trace = session.observer.notes.trace
    trace.records = []
    device.os.trace.forEach(from: firstExplained) { trace.append($0) }
    trace.endWallMilliseconds = device.os.wallMilliseconds
    return trace
  }
}
