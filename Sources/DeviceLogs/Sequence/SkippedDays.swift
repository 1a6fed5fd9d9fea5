import CivilTime
import DailyNotification

/// What the host has asked to skip and not taken back, as a log tells it: nothing waits for that.
struct SkippedDays {
  /// A line that says so: whose notification, and what it was planned for, ms since the epoch.
  struct Line {
    let owner: String
    let planned: Int64
    /// Whether it takes an earlier one back.
    let isUndone: Bool

    /// Reads a line of the log; nil for another one.
    init?(_ entry: LogEntry, _ line: LogEvent) {
      let isSkip = line == .line(.skipRequested)
      guard isSkip || line == .line(.skipUndone), let owner = entry.field("id"),
        let planned = entry.field("time").flatMap(ISO8601.parse)
      else { return nil }
      (self.owner, self.planned, isUndone) = (owner, planned, !isSkip)
    }
  }

  private var list: [(owner: String, planned: Int64)] = []
  /// How many are remembered; then the first one is forgotten.
  private static let countMax = 256

  mutating func take(_ line: Line) {
    list.removeAll { $0.owner == line.owner && $0.planned == line.planned }
    guard !line.isUndone else { return }
    if list.count == SkippedDays.countMax { list.removeFirst() }
    list.append((line.owner, line.planned))
  }

  /// Whether what is due at a time is skipped; a change of the clocks moves it by an hour at most.
  ///
  /// `owner`: nil where nobody knows whose it is.
  func has(_ owner: String?, due: Int64) -> Bool {
    list.contains {
      (owner == nil || owner == $0.owner) && abs($0.planned - due) <= DailySeries.shift
    }
  }

  /// Whether what is due at a time may be skipped: the phone may have come to another zone since.
  func mayHave(_ owner: String, due: Int64) -> Bool {
    list.contains { $0.owner == owner && abs($0.planned - due) <= SkippedDays.journeyMax }
  }

  /// How far a journey moves what keeps its time of day, in milliseconds: by 27 hours at most.
  private static let journeyMax: Int64 = 27 * 3_600_000
}
