/// Strings from files and devices, made safe for a terminal or a file.
public enum SafeText {
  /// The string on one line for a terminal: what it would obey is spelled as `\u{1B}`.
  public static func terminalLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isUnsafeInLine) else { return text }
    return text.unicodeScalars.map { $0.isUnsafeInLine ? $0.spelledOut : String($0) }.joined()
  }

  /// Lines for a terminal: line feeds and tabs stay, what else it would obey is spelled out.
  ///
  /// `sequences` are escape sequences of the program's own that stay, too; each begins with ESC.
  public static func terminal(_ text: String, keeping sequences: [String] = []) -> String {
    var shown = ""
    var rest = text[...]
    // Most of a text is copied in long pieces, up to a byte that may begin something to spell out.
    while let start = rest.utf8.firstIndex(where: isSuspect) {
      if shown.isEmpty { shown.reserveCapacity(text.utf8.count) }
      shown += rest[..<start]
      rest = rest[start...]
      if let kept = sequences.first(where: { rest.utf8.starts(with: $0.utf8) }) {
        shown += kept
        rest = rest[rest.utf8.index(start, offsetBy: kept.utf8.count)...]
        continue
      }
      let scalar = rest.unicodeScalars[start]
      if scalar.isUnsafeInLine {
        shown += scalar.spelledOut
      } else {
        shown.unicodeScalars.append(scalar)
      }
      rest = rest[rest.unicodeScalars.index(after: start)...]
    }
    return shown.isEmpty ? String(rest) : shown + rest
  }

  /// Whether a byte is, or begins, something other than a printable ASCII character or white space.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    byte >= 0x7F || (byte < 0x20 && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t"))
  }

  /// A JSON text in which what a terminal would obey is escaped; its value stays the same.
  ///
  /// JSON itself escapes the control characters of ASCII; others can only stand in strings.
  public static func json(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x7F }) else { return text }
    var shown = ""
    shown.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value >= 0x7F, scalar.isUnsafeInLine else {
        shown.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return shown
  }

  /// The string on one line for a file: line feeds, tabs and carriage returns become blanks, other
  /// unsafe characters U+FFFD.
  public static func fileLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": line.append(" ")
      default: line.append(forFile(scalar))
      }
    }
    return String(line)
  }

  /// The scalar, or U+FFFD in place of one that is unsafe in a file.
  public static func forFile(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isUnsafeInFile ? "\u{FFFD}" : scalar
  }

  /// Printable ASCII as it is and every other scalar spelled out, since it may be a look-alike.
  public static func ascii(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    scalars.map { (" "..."~").contains($0) ? String($0) : $0.spelledOut }.joined()
  }
}
