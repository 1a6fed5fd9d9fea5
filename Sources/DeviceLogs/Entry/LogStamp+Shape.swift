import PlainText

extension LogStamp {
  /// How a time is written.
  enum Shape: String, Hashable, Sendable, CaseIterable {
    /// `2025-11-15 05:42:30.118`, also with a comma before the fraction.
    case full
    /// `11-15 05:42:30.118`, or the same with a year.
    case date
    /// The same with an offset, or seconds since 1970 or since the phone's start.
    case logcat
    /// `2025-11-15T05:42:30.118Z`, also with an offset.
    case iso
    /// `Nov 15 05:42:30`.
    case relay
    /// `05:42:30.118`, with any number of digits.
    case clock
    /// The same with three.
    case millis
  }
}

extension LineCursor {
  /// Parses a time of one shape.
  mutating func stamp(_ shape: LogStamp.Shape) -> LogStamp? {
    switch shape {
    case .full: dateAndTime(hasYear: true)
    case .date: dateAndTime(hasYear: nil)
    case .logcat: logcatStamp()
    case .iso: isoStamp()
    case .relay: relayStamp()
    case .clock: timeOfDay()
    case .millis: millisecondTime()
    }
  }

  /// Parses `HH:MM:SS`, followed by an optional fraction of one to nine digits.
  mutating func timeOfDay() -> LogStamp? {
    guard position + 8 <= line.count else { return nil }
    let (hour, minute, second) = (pair(0), pair(3), pair(6))
    guard hour < 24, minute < 60, second <= 60, byte(2) == UInt8(ascii: ":"),
      byte(5) == UInt8(ascii: ":")
    else { return nil }
    position += 8
    var stamp = LogStamp()
    stamp.millisecondOfDay = ((hour * 60 + minute) * 60 + min(second, 59)) * 1_000
    if next == UInt8(ascii: ".") || next == UInt8(ascii: ","),
      let milliseconds = fraction(from: position + 1)
    {
      stamp.millisecondOfDay += milliseconds
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
    return timeOfDay(after: year, "-", " ")
  }

  /// Parses `2025-11-15T05:42:30.118Z`, or with an offset.
  private mutating func isoStamp() -> LogStamp? {
    guard line[position + 10] == UInt8(ascii: "T"), let year = digits(4), skip("-"),
      var stamp = timeOfDay(after: year, "-", "T")
    else { return nil }
    if skip("Z") {
      stamp.offsetMinutes = 0
    } else {
      stamp.offsetMinutes = offset()
    }
    return stamp
  }

  private mutating func timeOfDay(
    after year: Int?, _ separator: Unicode.Scalar, _ divider: Unicode.Scalar
  ) -> LogStamp? {
    guard position + 6 <= line.count else { return nil }
    let (month, day) = (pair(0), pair(3))
    guard (1...12).contains(month), (1...31).contains(day), byte(2) == UInt8(ascii: separator),
      byte(5) == UInt8(ascii: divider)
    else { return nil }
    position += 6
    guard var stamp = timeOfDay() else { return nil }
    (stamp.year, stamp.month, stamp.day) = (year, month, day)
    return stamp
  }

  /// The number that two digits make so many bytes ahead; a great one where they are none.
  @inline(__always)
  private func pair(_ ahead: Int) -> Int {
    let (tens, ones) = (byte(ahead) &- 0x30, byte(ahead + 1) &- 0x30)
    return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : .max
  }

  /// A byte ahead, which must be in the line.
  @inline(__always)
  private func byte(_ ahead: Int) -> UInt8 { line.base[position + ahead] }

  /// Parses the name of a month, a day padded with a blank, and a time; there is no year.
  private mutating func relayStamp() -> LogStamp? {
    guard next &- UInt8(ascii: "A") < 26, let month = monthName(), skip(" ") else { return nil }
    skipBlanks()
    guard let day = number(), (1...31).contains(day), skip(" "), var stamp = timeOfDay()
    else { return nil }
    (stamp.month, stamp.day) = (month, day)
    return stamp
  }

  /// Parses `Sat, 06 Dec 2025 01:20:02 GMT`, as HTTP has it.
  mutating func httpStamp() -> LogStamp? {
    let start = position
    guard CalendarNames.weekdays.contains(where: { line.begins($0, at: start) }),
      line.begins(", ", at: start + 3)
    else { return nil }
    position += 5
    guard let day = digits(2), (1...31).contains(day), skip(" "), let month = monthName(),
      skip(" "), let year = digits(4), skip(" "), var stamp = timeOfDay(), skip(text: " GMT")
    else {
      position = start
      return nil
    }
    (stamp.year, stamp.month, stamp.day, stamp.offsetMinutes) = (year, month, day, 0)
    return stamp
  }

  private mutating func monthName() -> Int? {
    let month = CalendarNames.months.firstIndex { line.begins($0, at: position) }
    guard let month else { return nil }
    position += 3
    return month + 1
  }

  private mutating func millisecondTime() -> LogStamp? {
    let start = position
    let stamp = timeOfDay()
    return position - start == 12 ? stamp : nil
  }

  /// Parses `MM-DD HH:MM:SS.mmm` with optional year and offset, or seconds since 1970 or since the
  /// phone's start.
  ///
  /// Source: liblog's `logprint.cpp`, with the modifiers year, usec, zone, epoch and monotonic.
  private mutating func logcatStamp() -> LogStamp? {
    let start = position
    if var stamp = dateAndTime(hasYear: nil) {
      stamp.offsetMinutes = zone()
      return stamp
    }
    position = start
    skipBlanks()
    guard let seconds = number(), (0..<100_000_000_000).contains(seconds), next == 0x2E,
      let fraction = fraction(from: position + 1)
    else { return nil }
    var stamp = LogStamp()
    let milliseconds = Int64(seconds) * 1_000 + Int64(fraction)
    // No phone has run for three years; nothing was logged before 1973.
    if seconds < 100_000_000 {
      stamp.uptimeMilliseconds = milliseconds
    } else {
      stamp.epochMilliseconds = milliseconds
    }
    return stamp
  }

  /// Parses the digits of a fraction as milliseconds; nil, with nothing consumed, without any.
  private mutating func fraction(from start: Int) -> Int? {
    var (place, milliseconds, unit) = (start, 0, 100)
    while line[place] &- UInt8(ascii: "0") <= 9, place - start < 9 {
      milliseconds += Int(line[place] - UInt8(ascii: "0")) * unit
      unit /= 10
      place += 1
    }
    guard place > start else { return nil }
    position = place
    return milliseconds
  }

  /// Parses an offset, which a blank may precede; nil, with nothing consumed, if there is none.
  mutating func zone() -> Int? {
    let start = position
    if next == 0x20 { position += 1 }
    let minutes = offset()
    if minutes == nil { position = start }
    return minutes
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
