import CivilTime
import DailyNotification

/// Drift that a clock which was set forward explains: nothing was written while it grew.
///
/// Such a clock jumps over what was due, which Android then shows at once. No line says that the
/// clock was set. But no program has written a line in the hours that were left out, whereas a
/// notification that is late comes while the phone goes on. Only a logcat tells: there the line of
/// a notification is written when it is shown.
struct ClockJumps {
  /// How many owners are followed; then the first one is forgotten.
  private static let ownersMax = 256
  /// How long a log must be silent before a line, at least.
  private static let silenceMin: Int64 = 900_000
  /// How long after the silence what the clock has jumped over may still come.
  private static let showing: Int64 = 60_000

  /// What each owner has due first.
  private var firsts: [(owner: String, due: Int64)] = []
  /// The last silence, from its last line before to its first line after.
  private var silence: ClosedRange<Int64>?
  /// When the last notification that was shown was due.
  private var due: Int64?

  /// Takes in a line of the plugin.
  mutating func take(_ entry: LogEntry, _ line: LogEvent) {
    guard let time = entry.time, time.isAbsolute else { return }
    let now = time.milliseconds
    if let length = entry.silence, length >= ClockJumps.silenceMin {
      silence = now &- length...now
    }
    guard let owner = entry.field("id") else { return }
    if let next = entry.field("next").flatMap(ISO8601.parse) {
      firsts.removeAll { $0.owner == owner }
      if firsts.count >= ClockJumps.ownersMax { firsts.removeFirst() }
      firsts.append((owner, next))
    } else if line == .line(.notificationDelivered) {
      let first = firsts.first { $0.owner == owner }?.due
      due = first.flatMap { ClockJumps.lastDue($0, at: now) }
    }
  }

  /// The last time that something was due, of what is due each day.
  private static func lastDue(_ first: Int64, at now: Int64) -> Int64? {
    let (passed, isOver) = now.subtractingReportingOverflow(first)
    guard !isOver, passed >= 0 else { return nil }
    return first &+ passed / DailySeries.day &* DailySeries.day
  }

  /// The words that say so, where the log was silent from before a notification's time until now.
  func explanation(of entry: LogEntry) -> String? {
    guard let silence, let due, silence.contains(due), let time = entry.time, time.isAbsolute,
      (0...ClockJumps.showing).contains(time.milliseconds &- silence.upperBound)
    else { return nil }
    return "; no line was written from \(ISO8601.text(silence.lowerBound)) on, which is what a "
      + "clock that was set forward looks like"
  }
}
