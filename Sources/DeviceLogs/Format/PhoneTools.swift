import DailyNotification

/// pymobiledevice3, and this tool's own console.
extension LineCursor {
  /// `2025-11-15 05:42:30.118000 process{image}[pid] <LEVEL>: …`, with `--label` the subsystem and
  /// the category at the line's end.
  ///
  /// Source: pymobiledevice3, `cli/syslog.py`, `format_line`; a time without a fraction has none.
  mutating func mobileDeviceHeader() -> LogHeader? {
    guard let stamp = dateAndTime(hasYear: true), skip(" ") else { return nil }
    let start = position
    guard let close = line.place(of: "}[", from: start),
      let open = brace(before: close, from: start)
    else { return nil }
    var cursor = LineCursor(line, at: close + 2)
    guard let pid = cursor.number(), cursor.skip(text: "] <"),
      let end = line.place(of: ">: ", from: cursor.position)
    else { return nil }
    var header = LogHeader(
      stamp: stamp, level: LogLevel(word: line.text(cursor.position..<end)),
      process: start..<open, pid: pid, message: end + 3)
    label(&header)
    return header
  }

  /// `05:42:30.118 I …`, as the console and `--plain` show it; `›` marks a command.
  mutating func ownHeader() -> LogHeader? {
    guard let stamp = timeOfDay(), line[position - 4] == UInt8(ascii: "."), skip(" ") else {
      return nil
    }
    if skip(text: "› ") || skip(text: "> ") { return LogHeader(stamp: stamp, message: position) }
    guard "DIWE".utf8.contains(next), line[position + 1] == 0x20 else { return nil }
    let level = LogLevel(word: line.text(position..<position + 1))
    return LogHeader(stamp: stamp, level: level, message: position + 2)
  }

  /// `2025-11-15T05:42:30.118Z [DNP-…`, of the log in a bundle.
  ///
  /// CI systems write such times with more digits, or something between time and message.
  mutating func bundleHeader() -> LogHeader? {
    guard line[position + 10] == UInt8(ascii: "T"), let year = digits(4), skip("-"),
      let month = digits(2), (1...12).contains(month), skip("-"), let day = digits(2),
      (1...31).contains(day), skip("T")
    else { return nil }
    let start = position
    guard var stamp = timeOfDay(), [8, 12].contains(position - start), skip("Z"), skip(" "),
      line.begins("[DNP-", at: position)
    else { return nil }
    (stamp.year, stamp.month, stamp.day, stamp.offsetMinutes) = (year, month, day, 0)
    return LogHeader(stamp: stamp, message: position)
  }

  private func brace(before end: Int, from start: Int) -> Int? {
    var place = end
    while place > start, line[place] != UInt8(ascii: "{") { place -= 1 }
    return line[place] == UInt8(ascii: "{") ? place : nil
  }

  /// ` [subsystem][category]` at the line's end.
  private func label(_ header: inout LogHeader) {
    guard line[line.count - 1] == UInt8(ascii: "]"),
      let middle = LineCursor.last("][", in: line, from: header.message)
    else { return }
    var open = middle
    while open > header.message, line[open] != UInt8(ascii: "[") { open -= 1 }
    guard line[open] == UInt8(ascii: "["), line[open - 1] == 0x20, open + 1 < middle else { return }
    header.subsystem = open + 1..<middle
    header.category = middle + 2..<line.count - 1
    header.trailing = line.count - open + 1
  }

  private static func last(_ wanted: StaticString, in line: LineBytes, from start: Int) -> Int? {
    var found: Int?
    while let place = line.place(of: wanted, from: found.map { $0 + 1 } ?? start) { found = place }
    return found
  }
}
