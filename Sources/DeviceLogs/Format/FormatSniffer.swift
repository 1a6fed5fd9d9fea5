/// Detects the format of a log from its first lines.
struct FormatSniffer {
  private let head: [UInt8]
  private let formats: [LogFormat]

  init(_ head: [UInt8], _ formats: [LogFormat] = BuiltInFormats.all) {
    (self.head, self.formats) = (head, formats)
  }

  /// The format that most of the first lines have; plain lines when none of them has any.
  var format: LogFormat {
    let scores = scores(isMeant: true)
    let best = formats.indices.max { one, other in
      // Of two with as many lines, the one that is listed first.
      scores[one] != scores[other] ? scores[one] < scores[other] : one > other
    }
    guard let best, scores[best] > 0 else { return json ?? BuiltInFormats.text }
    return formats[best].code == .unifiedJSON ? json ?? formats[best] : formats[best]
  }

  /// The format of JSON that is not Apple's, whatever lines it is on; nil for anything else.
  private var json: LogFormat? {
    let first = head.drop { $0 <= 0x20 }
    guard let start = first.first, start == 0x5B || start == 0x7B,
      let place = first.dropFirst().firstIndex(where: { $0 > 0x20 }),
      [0x7B, 0x22, 0x7D].contains(first[place])
        // An array without anything, and nothing after it on its line.
        || first[place] == 0x5D && (first[(place + 1)...].first ?? 0x0A) < 0x20,
      first.firstRange(of: Array("\"eventMessage\"".utf8)) == nil
    else { return nil }
    return formats.first { $0.code == .objects }
  }

  /// Whether one of so many lines that are not blank has a format, or the first is of JSON.
  func isSure(_ share: Int) -> Bool {
    let first = head.drop { $0 <= 0x20 }
    if first.starts(with: "{".utf8) || first.starts(with: "[{".utf8) { return true }
    if first.first == UInt8(ascii: "["), first.dropFirst().first.map({ $0 <= 0x20 }) == true {
      return first.dropFirst().first { $0 > 0x20 } == UInt8(ascii: "{")
    }
    let lines = head.split(separator: 0x0A, maxSplits: LogScanner.sniffedLines)
      .prefix(LogScanner.sniffedLines).count { $0.contains { $0 > 0x20 } }
    let scores = scores(isMeant: true)
    return (scores.max() ?? 0) * share >= max(lines, 1)
      || formats.indices.contains { index in
        scores[index] > 0 && (formats[index].isJSON || formats[index].code == .csv)
      }
  }

  /// The formats that match any of the first lines, also where another one is meant.
  var matching: [LogFormat] {
    let scores = scores(isMeant: false)
    return formats.indices.filter { scores[$0] > 0 }.map { formats[$0] }
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
      "{\"count\":", "```", "~~~",
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

  /// Whether a line is an object whose text is one of the phone's log, as go-ios prints it.
  private static func isRelayed(_ line: LineBytes) -> Bool {
    var cursor = LineCursor(line)
    guard cursor.skip(text: "{\"msg\":") else { return false }
    cursor.skipBlanks()
    guard cursor.skip("\"") else { return false }
    let text = LineBytes(
      base: line.base + cursor.position, count: line.count - cursor.position)
    return BuiltInFormats.format(named: "idevicesyslog")?.begins(text) == true
  }

  /// Whether a line is a member of a message that Android Studio exports.
  private static func isExportMember(_ line: LineBytes) -> Bool {
    var cursor = LineCursor(line)
    guard cursor.skipBlanks() else { return false }
    return ["\"logcatMessages\": [", "\"header\": {", "\"logLevel\": \"", "\"applicationId\": \""]
      .contains { (name: StaticString) in line.begins(name, at: cursor.position) }
  }

  /// How many of the first lines each format matches.
  ///
  /// - Parameter isMeant: Whether a line counts only for formats over which no other one wins.
  private func scores(isMeant: Bool) -> [Int] {
    var scores = Array(repeating: 0, count: formats.count)
    head.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var (place, lines) = (0, 0)
      while place < bytes.count, lines < LogScanner.sniffedLines {
        let feed = ByteSearch.lineFeed(in: base, from: place, to: bytes.count)
        let line = LineBytes(base: base + place, count: feed - place)
        let matches = matches(line, isFirst: place == 0)
        for index in matches where !isMeant || !isBeaten(index, by: matches) { scores[index] += 1 }
        place = feed + 1
        lines += 1
      }
    }
    return scores
  }

  private func matches(_ line: LineBytes, isFirst: Bool) -> [Int] {
    if isFirst, CSVColumns.isHeading(line) {
      return formats.indices.filter { formats[$0].code == .csv }
    }
    if let code = FormatSniffer.jsonCode(line) {
      return formats.indices.filter { formats[$0].code == code }
    }
    return formats.indices.filter { formats[$0].begins(line) }
  }

  private func isBeaten(_ index: Int, by others: [Int]) -> Bool {
    others.contains { formats[$0].wins(over: formats[index]) }
  }

  private static func jsonCode(_ line: LineBytes) -> LogFormat.Code? {
    if isExportMember(line) { return .studioExport }
    if line.begins("[{\"") { return .objects }
    if line.begins("[{") || line.begins("},{") || isMessageMember(line) { return .unifiedJSON }
    guard line.begins("{") else { return nil }
    if line.place(of: "\"eventMessage\"") != nil || line.place(of: "\"eventType\"") != nil {
      return line[line.count - 1] == UInt8(ascii: ",") ? .unifiedJSON : .unifiedLines
    }
    if isRelayed(line) || line.begins("{\"device\":") && hasMember(line, "\"process\":") {
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
    return line.count == 1 ? .unifiedJSON : line[1] == UInt8(ascii: "\"") ? .objects : nil
  }
}
