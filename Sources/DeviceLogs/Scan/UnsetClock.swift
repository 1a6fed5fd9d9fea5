/// Whether lines without years are of a phone whose clock nobody has set since it was started.
///
/// Such a clock begins with 1 January 1970 in UTC: east of Greenwich on a full quarter of an hour
/// of that day.
///
/// Not modelled: zones west of Greenwich, where it is still 31 December, and a clock that is not
/// set for a whole day.
struct UnsetClock: Hashable, Sendable {
  /// Whether the last line was of such a clock.
  private(set) var isUnset = false
  /// Whether the log begins with such lines, which may be of a New Year, too.
  private var isBeginning = false

  /// Takes in the time of a line after the latest one; true where the lines before it, with which
  /// the log begins, were of such a clock.
  mutating func take(_ stamp: LogStamp, after latest: LogStamp?) -> Bool {
    guard stamp.year == nil, let month = stamp.month, let day = stamp.day else { return false }
    guard month == 1, day == 1 else {
      defer { (isUnset, isBeginning) = (false, false) }
      return isBeginning && !UnsetClock.isNewYear(month, day)
    }
    guard !isUnset, !isBeginning, stamp.millisecondOfDay / 60_000 % 15 == 0 else { return false }
    guard let month = latest?.month, let day = latest?.day else {
      isBeginning = latest == nil
      return false
    }
    isUnset = month > 1 && !UnsetClock.isNewYear(month, day)
    return false
  }

  /// Whether a day is one from which a log may have come to 1 January without months in between.
  private static func isNewYear(_ month: Int, _ day: Int) -> Bool { month == 12 && day >= 30 }
}
