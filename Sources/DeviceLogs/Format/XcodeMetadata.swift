import DailyNotification

/// The console of Xcode 15 and later with its metadata, which follow each message on a line.
///
/// `Type: Notice | Timestamp: 2025-11-15 05:42:30.118000+01:00 | Process: App | Library: Lib |
/// Subsystem: … | Category: … | TID: 0x1a2b`; what was printed has `Type: stdio` alone. Which of
/// them are there is a choice of the console.
/// Source: logs that people copied from it.
extension LineCursor {
  private static let names: [StaticString] = [
    "Type: ", "Timestamp: ", "Process: ", "Library: ", "Subsystem: ", "Category: ", "PID: ",
    "TID: ",
  ]

  /// Whether the line has nothing but metadata.
  mutating func isXcodeMetadata() -> Bool {
    if line.begins("Type: stdio"), line.count == 11 { return true }
    guard LineCursor.names.contains(where: { line.begins($0) }) else { return false }
    return line.place(of: " | ") != nil || line.begins("Timestamp: 2")
  }

  /// The metadata; the message is on the lines before.
  mutating func xcodeMetadata() -> LogHeader? {
    guard isXcodeMetadata() else { return nil }
    var header = LogHeader(message: line.count)
    position = 0
    while position < line.count {
      let end = line.place(of: " | ", from: position) ?? line.count
      note(position..<end, in: &header)
      position = end + 3
    }
    position = line.count
    return header
  }

  private func note(_ part: Range<Int>, in header: inout LogHeader) {
    guard let colon = line.place(of: ":", from: part.lowerBound), colon < part.upperBound else {
      return
    }
    var start = colon + 1
    while start < part.upperBound, line[start] == 0x20 { start += 1 }
    let value = start..<part.upperBound
    guard !value.isEmpty else { return }
    switch line.text(part.lowerBound..<colon) {
    case "Type": header.level = LogLevel(word: line.text(value))
    case "Timestamp":
      var cursor = LineCursor(line, at: start)
      header.stamp = cursor.stamp(.full)
      header.stamp?.offsetMinutes = cursor.offset()
    case "Process": header.process = value
    case "Subsystem": header.subsystem = value
    case "Category": header.category = value
    case "PID":
      var cursor = LineCursor(line, at: start)
      header.pid = cursor.number()
    case "TID":
      var cursor = LineCursor(line, at: start)
      if cursor.skip(text: "0x") { header.tid = cursor.hexadecimal() }
    default: break
    }
  }
}
