import Scenarios
import SimulationCore

/// What is ahead while an earlier state of the phone is shown: the whole journal, to its end.
struct SessionPast: Sendable {
  /// Everything that was done.
  let entries: [JournalEntry]
  /// How far time had come.
  let end: SimulationInstant
}
