import DailyNotification

/// One thing that another program puts before each line.
///
/// Source: `grep -n` and `-H`; the logs of GitHub Actions and Azure Pipelines
/// (`2025-11-15T05:42:30.1234567Z `), of GitLab (the same, then `00O ` or `00E+`), of Jenkins'
/// Timestamper (`[2025-11-15T05:42:30.123Z] `), of `docker logs -t`, of tools with HTTP's dates
/// (`Sat, 15 Nov 2025 05:42:30 GMT `), fastlane (`[05:42:30]: ▸ `), Selenium
/// (`[2025-11-15T05:42:30Z] [INFO] `) and the Appium server
/// (`2025-11-15 05:42:30:118 - [Logcat] `).
enum LinePrefix: Hashable, Sendable {
  /// `>` of a quotation, or another character that a page puts before each line.
  case quote(UInt8)
  /// The name of a file and a colon, or a dash where the line is a neighbour of what was found.
  case file([UInt8])
  /// The number of the line and a colon or a dash.
  case number
  /// The time of a CI system or of a server.
  case stamp
  /// A word in brackets: the serial number of a phone, a part of a server, a level.
  case label
  /// Blanks or tabs.
  case indentation

  /// What it is, for an answer.
  var words: String {
    switch self {
    case .quote(UInt8(ascii: ">")): "quotation marks"
    case .quote(let byte): "'\(Character(Unicode.Scalar(byte)))' before lines"
    case .file(let name): "the file's name '\(String(decoding: name, as: UTF8.self))'"
    case .number: "line numbers"
    case .stamp: "the times of another program"
    case .label: "words in brackets"
    case .indentation: "indentation"
    }
  }

  /// What more than half of some lines begin with; nil where that is nothing.
  static func found(in lines: [ArraySlice<UInt8>]) -> LinePrefix? {
    let quotes: [LinePrefix?] = ">#*|`".utf8.map { .quote($0) }
    let others = [fileName(of: lines), .number, .stamp, .label, .indentation]
    let candidates = (quotes + others).compactMap(\.self)
    return candidates.first { candidate in
      if candidate == .number, !areNumbers(lines) { return false }
      let matches = lines.count { line in
        line.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return false }
          return candidate.count(LineBytes(base: base, count: buffer.count)) > 0
        }
      }
      return matches * 2 > lines.count
    }
  }

  /// How many bytes of a line it takes; 0 where the line does not begin with it.
  func count(_ line: LineBytes) -> Int {
    switch self {
    case .quote(let byte):
      guard line[0] == byte else { return 0 }
      if line.count == 1 || line[1] == 0x20 { return min(2, line.count) }
      return byte == UInt8(ascii: "`") ? 1 : 0
    case .file(let name):
      guard name.indices.allSatisfy({ line[$0] == name[$0] }) else { return 0 }
      return LinePrefix.isDivider(line[name.count]) ? name.count + 1 : 0
    case .number:
      var cursor = LineCursor(line, at: 0)
      guard cursor.next != UInt8(ascii: "0"), cursor.number() != nil,
        LinePrefix.isDivider(cursor.next)
      else { return 0 }
      return cursor.position + 1
    case .stamp: return LinePrefix.stamp(line)?.count ?? 0
    case .label: return LinePrefix.labelCount(line)
    case .indentation:
      var end = 0
      while line[end] == 0x20 || line[end] == 0x09 { end += 1 }
      return end
    }
  }

  private static func isDivider(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
  }

  /// The name that most lines begin with, up to a colon: one with a dot or a slash.
  private static func fileName(of lines: [ArraySlice<UInt8>]) -> LinePrefix? {
    for line in lines.prefix(3) {
      guard let colon = line.prefix(512).firstIndex(of: UInt8(ascii: ":")),
        line.index(after: colon) < line.endIndex, line[line.index(after: colon)] != 0x20
      else { continue }
      let name = line[line.startIndex..<colon]
      let isName =
        name.count > 2 && !name.contains(0x20) && !name.contains(UInt8(ascii: "["))
        && !name.contains(UInt8(ascii: "{"))
        && (name.contains(UInt8(ascii: ".")) || name.contains(UInt8(ascii: "/")))
      if isName { return .file(Array(name)) }
    }
    return nil
  }

  /// Whether lines begin with rising numbers that are no times of day.
  private static func areNumbers(_ lines: [ArraySlice<UInt8>]) -> Bool {
    var (last, count) = (-1, 0)
    var isRising = true
    for line in lines {
      let digits = line.prefix { $0 &- UInt8(ascii: "0") <= 9 }
      guard let number = Int(String(decoding: digits, as: UTF8.self)) else { continue }
      if number <= last { isRising = false }
      last = number
      count += 1
    }
    return isRising && count > 2
  }

  /// The character that ends each line, where one begins it that comes in pairs.
  var closing: UInt8? {
    switch self {
    case .quote(UInt8(ascii: "`")): UInt8(ascii: "`")
    case .quote(UInt8(ascii: "|")): UInt8(ascii: "|")
    case .quote, .file, .number, .stamp, .label, .indentation: nil
    }
  }

  /// The time of a CI system or of a server, and how many bytes it takes; nil without one.
  static func stamp(_ line: LineBytes) -> (stamp: LogStamp, count: Int)? {
    let isBracketed = line[0] == UInt8(ascii: "[")
    // The phone's own time, in the log of a bundle.
    if !isBracketed, BuiltInFormats.bundle?.begins(line) == true { return nil }
    var cursor = LineCursor(line, at: isBracketed ? 1 : 0)
    guard
      let stamp = cursor.stamp(.iso) ?? cursor.httpStamp() ?? serverTime(&cursor, isBracketed)
    else { return nil }
    if stamp.year != nil, line[cursor.position] != UInt8(ascii: "]"), stamp.offsetMinutes == nil,
      line[cursor.position] != UInt8(ascii: ":")
    {
      return nil
    }
    if isBracketed, !cursor.skip("]") { return nil }
    _ = cursor.skip(":")
    guard cursor.skip(" ") else {
      return cursor.position == line.count ? (stamp, line.count) : nil
    }
    _ = cursor.skip(text: "- ") || cursor.skip(text: "▸ ")
    return (stamp, cursor.position + stream(line, from: cursor.position))
  }

  /// `05:42:30` in brackets, as fastlane writes it, or `2025-11-15 05:42:30:118` of Appium.
  private static func serverTime(_ cursor: inout LineCursor, _ isBracketed: Bool) -> LogStamp? {
    if isBracketed { return cursor.stamp(.clock) }
    guard var stamp = cursor.stamp(.full), cursor.skip(":"), cursor.digits(3) != nil else {
      return nil
    }
    stamp.offsetMinutes = 0
    return stamp
  }

  /// The bytes of GitLab's stream after the time: its number, the kind, and whether a line goes on.
  private static func stream(_ line: LineBytes, from start: Int) -> Int {
    var cursor = LineCursor(line, at: start)
    guard cursor.hexadecimalPair(), cursor.skip("O") || cursor.skip("E"),
      cursor.skip(" ") || cursor.skip("+") || cursor.position == line.count
    else { return 0 }
    return cursor.position - start
  }

  /// How many bytes a word in brackets takes that is no mark of the plugin.
  private static func labelCount(_ line: LineBytes) -> Int {
    guard line[0] == UInt8(ascii: "["), !line.begins("[DNP-"),
      !line.begins("[com.timesafari.")
    else { return 0 }
    if let end = elapsedEnd(line) { return end }
    var end = 1
    var hasLetter = false
    while end < min(line.count, 48), isOfLabel(line[end]) {
      hasLetter = hasLetter || line[end] | 0x20 >= UInt8(ascii: "a")
      end += 1
    }
    guard end > 1, line[end] == UInt8(ascii: "]"), line[end + 1] == 0x20,
      hasLetter || isAddress(line.text(1..<end))
    else { return 0 }
    return end + 2
  }

  /// The index after the time that has passed, as `flutter run -v` writes it: `[   +7 ms] `, or
  /// nothing but blanks.
  private static func elapsedEnd(_ line: LineBytes) -> Int? {
    guard line[1] == 0x20 || line[1] == UInt8(ascii: "+") else { return nil }
    var end = 1
    while " +,0123456789ms".utf8.contains(line[end]) { end += 1 }
    return line[end] == UInt8(ascii: "]") && line[end + 1] == 0x20 ? end + 2 : nil
  }

  private static func isOfLabel(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// Whether a word in brackets tells one phone from another, as adb and Apple name them; a level,
  /// a thread or a part of a server does not.
  static func isPhone(_ word: String) -> Bool {
    if word.hasPrefix("emulator-") || (word.hasPrefix("adb-") && word.contains("._adb")) {
      return true
    }
    return isAddress(word) || isIdentifier(word) || isSerial(word)
  }

  /// The address of a phone, with a port.
  private static func isAddress(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else { return false }
    return parts[1] == "5555" || parts[0] == "localhost"
      || (parts[0].contains(".") && parts[0].allSatisfy { $0 == "." || isDigit($0) })
  }

  /// The UDID of a newer iPhone or of a simulated one: eight hexadecimal digits, and more of them.
  private static func isIdentifier(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { return false }
    return [[8, 16], [8, 4, 4, 4, 12]].contains(parts.map(\.count))
  }

  /// A serial number, or the UDID of an older iPhone: letters and digits.
  ///
  /// A word with a small number after it is the name of a thread.
  private static func isSerial(_ word: String) -> Bool {
    guard word.count >= 6, word.allSatisfy({ isDigit($0) || $0.isASCII && $0.isLetter }) else {
      return false
    }
    let letters = word.prefix { !isDigit($0) }
    let rest = word.dropFirst(letters.count)
    return !rest.isEmpty && (letters.isEmpty || rest.count > 3 || !rest.allSatisfy(isDigit))
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
