/// Text without what a file or a screen could trip over.
enum PlainText {
  /// Whether a character may stand in a report; line feeds and tabs are for the caller to judge.
  ///
  /// Not: control characters, what XML 1.0 forbids, and the marks that turn the direction of all
  /// that follows.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF: false
    default: true
    }
  }

  /// The text on one line: line feeds, tabs and carriage returns are blanks, others U+FFFD.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": line += " "
      default: line.unicodeScalars.append(isShown(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return line
  }

  /// The text with at most that many characters, an ellipsis in place of the rest.
  static func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(max(0, count - 1)) + "…"
  }

  /// Milliseconds as seconds with three decimals: `1.250`.
  static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// `1 step`, `2 steps`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
