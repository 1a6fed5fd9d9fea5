import DailyNotification

/// One thing that another program puts before each line.
///
/// Source: `grep -n` and `-H`; the logs of GitHub Actions and Azure Pipelines
/// (`2025-11-15T05:42:30.1234567Z `), of GitLab (the same, then `00O ` or `00E+`), of Jenkins'
/// Timestamper (`[2025-11-15T05:42:30.123Z] `), of `docker logs -t`, fastlane
/// (`[05:42:30]: ▸ `), Selenium (`[2025-11-15T05:42:30Z] [INFO] `) and the Appium server
/// (`2025-11-15 05:42:30:118 - [Logcat] `).
enum LinePrefix: Hashable, Sendable {
  /// `>`, of a quotation.
  case quote
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
    case .quote: "quotation marks"
    case .file(let name): "the file's name '\(String(decoding: name, as: UTF8.self))'"
    case .number: "line numbers"
    case .stamp: "the times of another program"
    case .label: "words in brackets"
    case .indentation: "indentation"
    }
  }

  /// What more than half of some lines begin with; nil where that is nothing.
  static func found(in lines: [ArraySlice<UInt8>]) -> LinePrefix? {
    let candidates = [.quote, fileName(of: lines), .number, .stamp, .label, .indentation]
      .compactMap(\.self)
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
    case .quote:
      guard line[0] == UInt8(ascii: ">"), line.count == 1 || line[1] == 0x20 else { return 0 }
      return min(2, line.count)
    case .file(let name):
      guard name.indices.allSatisfy({ line[$0] == name[$0] }) else { return 0 }
      return LinePrefix.isDivider(line[name.count]) ? name.count + 1 : 0
    case .number:
      var cursor = LineCursor(line, at: 0)
      guard cursor.next != UInt8(ascii: "0"), cursor.number() != nil,
        LinePrefix.isDivider(cursor.next)
      else { return 0 }
      return cursor.position + 1
    case .stamp: return LinePrefix.stampCount(line)
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

  /// How many bytes the time of a CI system or of a server takes; 0 without one.
  private static func stampCount(_ line: LineBytes) -> Int {
    let isBracketed = line[0] == UInt8(ascii: "[")
    // The phone's own time, in the log of a bundle.
    if !isBracketed, BuiltInFormats.bundle?.begins(line) == true { return 0 }
    var cursor = LineCursor(line, at: isBracketed ? 1 : 0)
    guard let stamp = cursor.stamp(.iso) ?? serverTime(&cursor, isBracketed) else { return 0 }
    if stamp.year != nil, line[cursor.position] != UInt8(ascii: "]"), stamp.offsetMinutes == nil,
      line[cursor.position] != UInt8(ascii: ":")
    {
      return 0
    }
    if isBracketed, !cursor.skip("]") { return 0 }
    _ = cursor.skip(":")
    guard cursor.skip(" ") else { return cursor.position == line.count ? line.count : 0 }
    _ = cursor.skip(text: "- ") || cursor.skip(text: "▸ ")
    return cursor.position + stream(line, from: cursor.position)
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
    var end = 1
    var hasLetter = false
    while end < min(line.count, 48), isOfLabel(line[end]) {
      hasLetter = hasLetter || line[end] | 0x20 >= UInt8(ascii: "a")
      end += 1
    }
    guard hasLetter, end > 1, line[end] == UInt8(ascii: "]"), line[end + 1] == 0x20 else {
      return 0
    }
    return end + 2
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
