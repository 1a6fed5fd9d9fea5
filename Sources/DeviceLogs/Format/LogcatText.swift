import DailyNotification

/// The formats of `adb logcat -v`.
///
/// Source: liblog's `logprint.cpp`; supports the modifiers year, usec, zone, epoch, monotonic,
/// uid and color.
extension LineCursor {
  /// Parses `MM-DD HH:MM:SS.mmm` with optional year and offset, or seconds since 1970 or since the
  /// phone's start.
  mutating func logcatStamp() -> LogStamp? {
    let start = position
    if var stamp = dateAndTime(hasYear: nil) {
      if next == 0x20 {
        position += 1
        stamp.offsetMinutes = offset()
        if stamp.offsetMinutes == nil { position -= 1 }
      }
      return stamp
    }
    position = start
    skipBlanks()
    guard let seconds = number(), (0..<100_000_000_000).contains(seconds), skip("."),
      let fraction = digits(3)
    else { return nil }
    while next &- UInt8(ascii: "0") <= 9 { position += 1 }
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

  /// Parses time, process and thread (and a user before them), a priority and a blank.
  mutating func threadtimeBegins() -> Bool {
    logcatStamp() != nil && threadtimeNumbers() != nil && priority() != nil && next == 0x20
  }

  /// `<time> <pid> <tid> <priority> <tag>: …`.
  mutating func threadtimeHeader() -> LogHeader? {
    guard let stamp = logcatStamp(), let numbers = threadtimeNumbers(), let level = priority(),
      skip(" ")
    else { return nil }
    var header = LogHeader(
      stamp: stamp, level: level, pid: numbers.pid, tid: numbers.tid, message: position)
    tagBeforeColon(&header)
    return header
  }

  /// `<time> <priority>/<tag>(<pid>): …`.
  mutating func timeHeader() -> LogHeader? {
    guard let stamp = logcatStamp(), skip(" "), var header = briefHeader() else { return nil }
    header.stamp = stamp
    return header
  }

  /// `[ <time> <pid>:<tid> <priority>/<tag> ]`; the message is on the next lines.
  mutating func longHeader() -> LogHeader? {
    guard skip(text: "[ "), let stamp = logcatStamp() else { return nil }
    var header = LogHeader(stamp: stamp, message: line.count)
    skipBlanks()
    header.pid = number()
    guard skip(":") else { return header }
    skipBlanks()
    header.tid = number()
    skipBlanks()
    header.level = priority()
    guard skip("/"), let end = line.place(of: " ]", from: position) else { return header }
    header.tag = trimmed(position..<end)
    return header
  }

  /// `<priority>/<tag>(<pid>): …`, or without the process.
  mutating func briefHeader() -> LogHeader? {
    guard let level = priority(), skip("/") else { return nil }
    var header = LogHeader(level: level, message: position)
    tagBeforeColon(&header)
    guard let tag = header.tag, line[tag.upperBound - 1] == UInt8(ascii: ")") else {
      return header
    }
    var open = tag.upperBound - 1
    while open > tag.lowerBound, line[open] != UInt8(ascii: "(") { open -= 1 }
    var inner = LineCursor(line, at: open + 1)
    inner.skipBlanks()
    header.pid = inner.number()
    header.tag = trimmed(tag.lowerBound..<open)
    return header
  }

  /// `<priority>(<pid>) …  (<tag>)` or `<priority>(<pid>:<tid>) …`.
  mutating func processHeader() -> LogHeader? {
    guard let level = priority(), skip("(") else { return nil }
    var header = LogHeader(level: level, message: position)
    skipBlanks()
    header.pid = number()
    if skip(":") {
      skipBlanks()
      header.tid = number()
    }
    guard skip(")") else { return nil }
    skipBlanks()
    header.message = position
    if header.tid == nil { suffixTag(&header) }
    return header
  }

  /// Parses a priority and a slash, and finds the colon that ends the tag.
  mutating func priorityAndTag() -> Bool {
    priority() != nil && skip("/") && line.place(of: ": ", from: position) != nil
  }

  /// Whether the current tag is followed by a process: `tag( 1766): `.
  func hasProcessAfterTag() -> Bool {
    guard let colon = line.place(of: ": ", from: position) else { return false }
    return line[colon - 1] == UInt8(ascii: ")")
  }

  /// Parses `D( 1766) ` or `D( 1766: 1770) `.
  mutating func priorityAndProcess(hasThread: Bool) -> Bool {
    guard priority() != nil, skip("(") else { return false }
    skipBlanks()
    guard number() != nil else { return false }
    if hasThread {
      guard skip(":") else { return false }
      skipBlanks()
      guard number() != nil else { return false }
    }
    return skip(text: ") ")
  }

  private mutating func threadtimeNumbers() -> (pid: Int, tid: Int)? {
    var numbers: [Int] = []
    while numbers.count < 3, skipBlanks(), let number = number() { numbers.append(number) }
    // After three numbers the blanks before the priority have not been skipped yet.
    skipBlanks()
    guard numbers.count >= 2 else { return nil }
    return (numbers[numbers.count - 2], numbers[numbers.count - 1])
  }

  private mutating func priority() -> LogLevel? {
    let level: LogLevel
    switch next {
    case UInt8(ascii: "V"), UInt8(ascii: "D"): level = .debug
    case UInt8(ascii: "I"), UInt8(ascii: "?"): level = .info
    case UInt8(ascii: "W"): level = .warning
    case UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "S"), UInt8(ascii: "A"):
      level = .error
    default: return nil
    }
    position += 1
    return level
  }

  /// Parses a tag up to the colon after it; the rest is the message.
  private mutating func tagBeforeColon(_ header: inout LogHeader) {
    guard let colon = line.place(of: ": ", from: position) ?? endingColon else { return }
    header.tag = trimmed(position..<colon)
    position = min(colon + 2, line.count)
    header.message = position
  }

  /// The colon that ends a line without a message.
  private var endingColon: Int? {
    line[line.count - 1] == UInt8(ascii: ":") ? line.count - 1 : nil
  }

  /// Removes `  (tag)` from the line's end.
  private func suffixTag(_ header: inout LogHeader) {
    guard line[line.count - 1] == UInt8(ascii: ")") else { return }
    var open = line.count - 1
    while open > header.message, line[open] != UInt8(ascii: "(") { open -= 1 }
    guard line[open] == UInt8(ascii: "("), line[open - 1] == 0x20, line[open - 2] == 0x20 else {
      return
    }
    header.tag = trimmed(open + 1..<line.count - 1)
    header.trailing = line.count - open
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var range = range
    while let last = range.last, line[last] == 0x20 { range = range.lowerBound..<last }
    while let first = range.first, line[first] == 0x20 { range = first + 1..<range.upperBound }
    return range.isEmpty ? nil : range
  }
}
