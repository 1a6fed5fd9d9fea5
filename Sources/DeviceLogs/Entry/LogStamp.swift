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
  var offsetMinutes: Int?

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

extension LineCursor {
  /// Parses `HH:MM:SS`, followed by an optional fraction of three to nine digits.
  mutating func timeOfDay() -> LogStamp? {
    guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60,
      skip(":"), let second = digits(2), second <= 60
    else { return nil }
    var stamp = LogStamp()
    stamp.millisecondOfDay = ((hour * 60 + minute) * 60 + min(second, 59)) * 1_000
    if next == UInt8(ascii: "."), line[position + 1] &- UInt8(ascii: "0") <= 9 {
      position += 1
      guard let milliseconds = digits(3) else { return nil }
      stamp.millisecondOfDay += milliseconds
      while next &- UInt8(ascii: "0") <= 9 { position += 1 }
    }
    return stamp
  }

  /// Parses `MM-DD HH:MM:SS`, preceded by `YYYY-` if `hasYear` (nil allows both).
  mutating func dateAndTime(hasYear: Bool?) -> LogStamp? {
    var year: Int?
    if hasYear ?? (line[position + 4] == UInt8(ascii: "-")) {
      guard let digits = digits(4), skip("-") else { return nil }
      year = digits
    }
    guard let month = digits(2), (1...12).contains(month), skip("-"), let day = digits(2),
      (1...31).contains(day), skip(" "), var stamp = timeOfDay()
    else { return nil }
    (stamp.year, stamp.month, stamp.day) = (year, month, day)
    return stamp
  }

  /// Parses `+0100` or `-07:00`; nil, with nothing consumed, if there is none.
  mutating func offset() -> Int? {
    let start = position
    let isEast = next == UInt8(ascii: "+")
    guard isEast || next == UInt8(ascii: "-") else { return nil }
    position += 1
    guard let hours = digits(2), hours < 24 else {
      position = start
      return nil
    }
    _ = skip(":")
    guard let minutes = digits(2), minutes < 60 else {
      position = start
      return nil
    }
    return (isEast ? 1 : -1) * (hours * 60 + minutes)
  }
}
