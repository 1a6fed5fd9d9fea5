/// Texts from files and phones, made safe for a terminal.
public enum SafeText {
  /// The text with what would command a terminal or end the line spelled as `\u{1B}`.
  public static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return text.unicodeScalars.map { scalar in
      isHarmful(scalar)
        ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : String(scalar)
    }.joined()
  }

  /// Controls, and what reorders text or ends a line; joiners make emoji and stay.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }
}
