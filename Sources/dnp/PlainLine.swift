/// Lines for a terminal out of texts that came from files.
enum PlainLine {
  /// The text with what would command a terminal or end the line spelled as `\u{1B}`.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return text.unicodeScalars.map { scalar in
      isHarmful(scalar)
        ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : String(scalar)
    }.joined()
  }

  /// Controls, and what reorders text or ends a line.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
