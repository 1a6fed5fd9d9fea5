import CivilTime
import PlainText

/// A time that a person types, to go there.
///
/// `1h30m` or `+1h30m` from now; `08:00`, the next one; `2025-11-16 08:00`, by the phone's clock;
/// `2025-11-16T08:00:00Z`.
enum TimeTarget {
  /// Why a text is not a time to go to.
  enum Failure: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case past
    case tooFar

    var description: String {
      switch self {
      case .unreadable(let text):
        "'\(text)' is no time; type 90s, 1h30m (up to ten years), 08:00, 2025-11-16 08:00, "
          + "an ISO time with Z, or next miss"
      case .past: "that time has passed; time only goes forward"
      case .tooFar: "that is more than 200 years ahead; go there in steps"
      }
    }
  }

  /// How far a jump may go: 200 years of 365.25 days.
  static let millisecondsMax: Int64 = 6_311_520_000_000
  private static let calendarEnd: Int64 = 253_402_300_799_999

  /// Parses a wall time, in milliseconds since the Unix epoch.
  static func wallMilliseconds(
    _ text: String, now: Int64, zone: Zone
  ) throws(Failure) -> Int64 {
    let word = text.split(separator: " ").joined(separator: " ")
    guard !word.isEmpty, let time = read(word, now, zone) else { throw .unreadable(word) }
    guard time >= now else { throw .past }
    guard time - now <= millisecondsMax, time <= calendarEnd else { throw .tooFar }
    return time
  }

  private static func read(_ word: String, _ now: Int64, _ zone: Zone) -> Int64? {
    let length = word.first == "+" ? String(word.dropFirst()) : word
    // A number alone could be milliseconds or a time of day.
    if !length.allSatisfy(\.isNumber), let milliseconds = DurationText.milliseconds(length) {
      return now + milliseconds
    }
    if let time = TimeOfDay(word) { return zone.nextOccurrence(of: time, after: now) }
    if let time = ISO8601.parse(word) { return time }
    let parts = word.split { $0 == " " || $0 == "T" }
    guard parts.count == 2, let date = CivilDate(text: String(parts[0])),
      let time = TimeOfDay(String(parts[1]))
    else { return nil }
    return zone.instant(of: WallTime(date: date, time: time))
  }
}
