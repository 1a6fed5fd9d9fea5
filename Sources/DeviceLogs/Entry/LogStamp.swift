/// When a line was written, as far as the line says.
public struct LogStamp: Hashable, Sendable {
  /// How much of the time a line tells.
  public enum Quality: String, Hashable, Sendable, CaseIterable {
    case full
    case noYear
    case noDate
    case none
  }

  /// Milliseconds since the Unix epoch, for lines that count so.
  var epochMilliseconds: Int64?
  var year: Int?
  var month: Int?
  var day: Int?
  /// What a clock on the wall shows, in milliseconds since midnight.
  var millisecondOfDay = 0
  /// Minutes east of UTC.
  var offsetMinutes: Int?

  /// What of date and time is there; an offset may lack in any of them.
  public var quality: Quality {
    if epochMilliseconds != nil || year != nil { return .full }
    return month != nil ? .noYear : .noDate
  }
}

extension LineCursor {
  /// Reads `HH:MM:SS` with a fraction of three to nine digits if one follows.
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

  /// Reads `MM-DD HH:MM:SS`, with `YYYY-` before it where `hasYear` wants or allows one.
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

  /// Reads `+0100` or `-07:00`; nil, and nothing read, without one.
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
