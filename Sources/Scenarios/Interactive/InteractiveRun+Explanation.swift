public import CivilTime
import DeviceModel
import Session
import SimulationCore

extension InteractiveRun {
  /// How many records an explanation looks at: the latest ones.
  private static let explainedMax = 100_000

  /// What happened to the notifications that were planned for a day, and why; `id` selects one
  /// schedule.
  ///
  /// Only what the trace still holds is known, and of that the latest records; takes time in
  /// proportion to them.
  public func explanation(
    of day: CivilDate, id: String? = nil
  ) throws(ExplanationError) -> DayExplanation {
    try DayExplanation(trace(limit: InteractiveRun.explainedMax), day: day, id: id)
  }

  /// Whether an explanation looks at every record since the start of the run.
  public var isExplainedWhole: Bool { firstRecord(limit: InteractiveRun.explainedMax) == 0 }
}
