/// Strings from files and devices, made safe for a terminal or a file.
public enum SafeText {
  /// The string on one line for a terminal: what it would obey is spelled as `\u{1B}`.
  public static func terminalLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isUnsafeInLine) else { return text }
    return text.unicodeScalars.map { $0.isUnsafeInLine ? $0.spelledOut : String($0) }.joined()
  }

  /// Lines for a terminal: line feeds and tabs stay, what else it would obey is spelled out.
  ///
  /// `sequences` are escape sequences of the program's own that stay, too.
  public static func terminal(_ text: String, keeping sequences: [String] = []) -> String {
    let isSuspect = text.utf8.contains {
      $0 >= 0x7F || ($0 < 0x20 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\t"))
    }
    guard isSuspect else { return text }
    var rest = text.unicodeScalars[...]
    var shown = String.UnicodeScalarView()
    while let scalar = rest.first {
      let kept = sequences.first { rest.starts(with: $0.unicodeScalars) }
      if let kept {
        shown += kept.unicodeScalars
        rest = rest.dropFirst(kept.unicodeScalars.count)
        continue
      }
      rest = rest.dropFirst()
      if scalar.isUnsafeInLine, scalar != "\n", scalar != "\t" {
        shown += scalar.spelledOut.unicodeScalars
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
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
