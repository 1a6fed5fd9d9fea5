import DailyNotification

/// The text styles of `log show` and `log stream`.
///
/// Source: dtformats' `unified_logging.py` for widths, briefcase's filters for wrapped lines.
extension LineCursor {
  /// Parses a full time with its offset.
  mutating func unifiedStamp() -> Bool {
    guard dateAndTime(hasYear: true) != nil else { return false }
    return offset() != nil
  }

  /// `<time> <thread> <type> <activity> <pid> <ttl> Process: (Sender) [subsystem:category] …`.
  mutating func defaultHeader() -> LogHeader? {
    guard var stamp = dateAndTime(hasYear: true), let offset = offset(), skipBlanks(),
      skip(text: "0x"), let thread = hexadecimal(), skipBlanks(), let type = word(), skipBlanks(),
      skip(text: "0x"), hexadecimal() != nil, skipBlanks(), let pid = number(), skipBlanks(),
      number() != nil
    else { return nil }
    skipBlanks()
    stamp.offsetMinutes = offset
    var header = LogHeader(
      stamp: stamp, level: LogLevel(word: line.text(type)), pid: pid, tid: thread,
      message: position)
    header.process = processBeforeColon()
    senderAndSubsystem(&header)
    return header
  }

  /// `<time>  host Process[pid]: (Sender) [subsystem:category] …`.
  mutating func syslogHeader() -> LogHeader? {
    guard var stamp = dateAndTime(hasYear: true), let offset = offset(), skipBlanks(),
      word() != nil, skipBlanks()
    else { return nil }
    stamp.offsetMinutes = offset
    var header = LogHeader(stamp: stamp, message: position)
    let start = position
    if let colon = line.place(of: "]: ", from: position) {
      var bracket = colon
      while bracket > start, line[bracket] != UInt8(ascii: "[") { bracket -= 1 }
      var inner = LineCursor(line, at: bracket + 1)
      header.pid = inner.number()
      header.process = start..<bracket
      position = colon + 3
    }
    senderAndSubsystem(&header)
    return header
  }

  /// Parses a time without an offset and the two columns of the type: `Df`, `I `, `Er`.
  mutating func compactType() -> (stamp: LogStamp, type: Range<Int>)? {
    guard let stamp = dateAndTime(hasYear: true), skip(" ") else { return nil }
    let (first, second) = (next, line[position + 1])
    let isSecond =
      second == 0x20 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second)
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first), isSecond,
      line[position + 2] == 0x20
    else { return nil }
    let type = position..<position + (second == 0x20 ? 1 : 2)
    position += 3
    return (stamp, type)
  }

  /// `<time> <ty> Process[pid:tid] (Sender) [subsystem:category] …`.
  mutating func compactHeader() -> LogHeader? {
    guard let (stamp, type) = compactType() else { return nil }
    var header = LogHeader(
      stamp: stamp, level: LogLevel(word: line.text(type)), message: position)
    processAndThread(&header, isThreadHexadecimal: true)
    skipBlanks()
    senderAndSubsystem(&header)
    return header
  }

  /// Parses `Process[pid:tid]` if it follows; a process name may contain blanks.
  mutating func processAndThread(_ header: inout LogHeader, isThreadHexadecimal: Bool) {
    var place = position
    while let bracket = line.place(of: "[", from: place) {
      var inner = LineCursor(line, at: bracket + 1)
      if let pid = inner.number(), inner.skip(":"),
        let tid = isThreadHexadecimal ? inner.hexadecimal() : inner.number(), inner.skip("]")
      {
        (header.process, header.pid, header.tid) = (position..<bracket, pid, tid)
        position = inner.position
        return
      }
      place = bracket + 1
    }
  }

  /// Parses `(Sender)` and `[subsystem:category]` if they follow; the rest is the message.
  mutating func senderAndSubsystem(_ header: inout LogHeader) {
    if next == UInt8(ascii: "("), let close = line.place(of: ") ", from: position) {
      position = close + 2
    }
    if next == UInt8(ascii: "["), let close = line.place(of: "]", from: position),
      let colon = line.place(of: ":", from: position), colon < close
    {
      (header.subsystem, header.category) = (position + 1..<colon, colon + 1..<close)
      position = close + 1
      skipBlanks()
    }
    header.message = position
  }

  private mutating func processBeforeColon() -> Range<Int>? {
    guard let colon = line.place(of: ": ", from: position) else { return nil }
    let start = position
    position = colon + 2
    return start..<colon
  }
}
