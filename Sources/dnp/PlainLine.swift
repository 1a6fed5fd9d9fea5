import Reports

/// Lines for a terminal out of texts that came from files.
enum PlainLine {
  /// The text with what would command a terminal or end the line spelled as `\u{1B}`.
  static func text(_ text: String) -> String { SafeText.line(text) }
}
