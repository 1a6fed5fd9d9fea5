/// Detects the format of a log from its first lines.
struct FormatSniffer {
  private let head: [UInt8]

  init(_ head: [UInt8]) {
    self.head = head
  }

  /// The format that most of the first lines have; plain lines when none of them has any.
  var format: LogFormat {
    let scores = scores()
    var best = (format: LogFormat.text, score: 0)
    // Of similar formats, the stricter one is listed first.
    for format in LogFormat.allCases {
      let score = scores[format] ?? 0
      if score > best.score { best = (format, score) }
    }
    return best.format
  }

  /// Throws when these are not the first bytes of a text file.
  func checkText() throws(LogProblem) {
    let looked = head.prefix(65_536)
    let controls = looked.count { byte in
      (byte < 0x20 && ![0x09, 0x0A, 0x0D, 0x1B].contains(byte)) || byte == 0x7F
    }
    // Some tools leave a NUL after each line, so a few mean nothing.
    if controls * 10 > looked.count { throw .binary }
  }

  /// Whether `log` or `logcat` prints the line in addition to records.
  static func isHeading(_ line: LineBytes) -> Bool {
    let beginnings: [StaticString] = [
      "Filtering the log data using", "Skipping info and debug messages", "Timestamp   ",
      "getpwuid_r did not find", "Error from getpwuid_r", "--------- beginning of",
      "--------- switch to", "---------------------------- PROCESS", "[connected", "[disconnected",
      "{\"count\":",
    ]
    return beginnings.contains { line.begins($0) }
  }

  /// Whether the line contains only the member `"eventMessage" : …`.
  static func isMessageMember(_ line: LineBytes) -> Bool {
    var cursor = LineCursor(line)
    while cursor.next == 0x20 || cursor.next == 0x09 { cursor.position += 1 }
    return cursor.skip(text: "\"eventMessage\"")
  }

  private static func hasMember(_ line: LineBytes, _ name: StaticString) -> Bool {
    line.place(of: name) != nil
  }

  /// Whether a line is a member of a message that Android Studio exports.
  private static func isExportMember(_ line: LineBytes) -> Bool {
    var cursor = LineCursor(line)
    guard cursor.skipBlanks() else { return false }
    return ["\"logcatMessages\": [", "\"header\": {", "\"logLevel\": \"", "\"applicationId\": \""]
      .contains { (name: StaticString) in line.begins(name, at: cursor.position) }
  }

  private func scores() -> [LogFormat: Int] {
    var scores: [LogFormat: Int] = [:]
    head.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var place = 0
      var lines = 0
      while place < bytes.count, lines < LogScanner.sniffedLines {
        let feed = ByteSearch.lineFeed(in: base, from: place, to: bytes.count)
        let line = LineBytes(base: base + place, count: feed - place)
        if let format = FormatSniffer.jsonFormat(line) {
          scores[format, default: 0] += 1
        } else {
          for format in LogFormat.allCases where format.begins(line) {
            scores[format, default: 0] += 1
          }
        }
        place = feed + 1
        lines += 1
      }
    }
    return scores
  }

  private static func jsonFormat(_ line: LineBytes) -> LogFormat? {
    if isExportMember(line) { return .studioExport }
    if line.begins("[{") || line.begins("},{") || isMessageMember(line) { return .unifiedJSON }
    guard line.begins("{") else { return nil }
    if line.place(of: "\"eventMessage\"") != nil || line.place(of: "\"eventType\"") != nil {
      return line[line.count - 1] == UInt8(ascii: ",") ? .unifiedJSON : .unifiedLines
    }
    if line.begins("{\"msg\":") || line.begins("{\"device\":") && hasMember(line, "\"process\":") {
      return .goIOS
    }
    if line.begins("{\"timestamp\":"), hasMember(line, "\"process\":"),
      hasMember(line, "\"message\":")
    {
      return .goIOS
    }
    if line.place(of: "\"event\"") != nil || line.place(of: "\"jsonrpc\"") != nil
      || line.place(of: "\"kind\"") != nil || line.place(of: "\"eventCode\"") != nil
    {
      return .events
    }
    return line.count == 1 ? .unifiedJSON : nil
  }
}
