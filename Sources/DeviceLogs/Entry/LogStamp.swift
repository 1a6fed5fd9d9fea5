import CivilTime

/// The time of a line, as far as the line has it.
public struct LogStamp: Hashable, Sendable {
  /// The parts of a time that a line has.
  public enum Quality: String, Hashable, Sendable, CaseIterable {
    case full
    case noYear
    case noDate
    case none
  }

  /// Milliseconds since the Unix epoch, for formats that use it.
  var epochMilliseconds: Int64?
  /// Milliseconds since the phone's start, for formats that use it.
  var uptimeMilliseconds: Int64?
  var year: Int?
  var month: Int?
  var day: Int?
  /// What the line has itself, where the rest was added.
  var given = Quality.full
  /// The wall time of day, in milliseconds since midnight.
  var millisecondOfDay = 0
  /// Minutes east of UTC.
  public internal(set) var offsetMinutes: Int?

  /// The parts of date and time that are present; the offset may be missing in any case.
  public var quality: Quality {
    if epochMilliseconds != nil || year != nil { return .full }
    return month != nil ? .noYear : .noDate
  }

  /// The milliseconds since an earlier line of the same log; nil where they cannot be compared.
  func elapsed(since earlier: LogStamp) -> Int64? {
    if let epoch = epochMilliseconds, let before = earlier.epochMilliseconds {
      return epoch &- before
    }
    guard uptimeMilliseconds == nil, earlier.uptimeMilliseconds == nil, let month, let day,
      let monthBefore = earlier.month, let dayBefore = earlier.day,
      (year == nil) == (earlier.year == nil), offsetMinutes == earlier.offsetMinutes
    else { return nil }
    // In a log without years the month tells when one has passed.
    let yearBefore = earlier.year ?? 2_000
    let year = year ?? (monthBefore - month >= 6 ? 2_001 : 2_000)
    let days =
      CivilDate(year: year, month: month, day: 1).daysSinceEpoch + day
      - CivilDate(year: yearBefore, month: monthBefore, day: 1).daysSinceEpoch - dayBefore
    return Int64(days) * 86_400_000 + Int64(millisecondOfDay - earlier.millisecondOfDay)
  }

  /// The same where neither line has a date, over midnight too.
  func sameDay(since earlier: LogStamp) -> Int64? {
    guard quality == .noDate, earlier.quality == .noDate, uptimeMilliseconds == nil,
      earlier.uptimeMilliseconds == nil
    else { return nil }
    let passed = millisecondOfDay - earlier.millisecondOfDay
    return Int64(passed < -43_200_000 ? passed + 86_400_000 : passed)
  }

  /// Moves the date by years; the day stays in its month where February is shorter.
  mutating func addYears(_ years: Int) {
    if let known = year { year = known + years }
  }

  /// Moves the date of a line without one by days.
  mutating func addDays(_ days: Int) {
    guard given == .noDate, uptimeMilliseconds == nil, let year, let month, let day else { return }
    let moved = CivilDate(year: year, month: month, day: day).adding(days: days)
    (self.year, self.month, self.day) = (moved.year, moved.month, moved.day)
  }
}
