import PlainText

/// Strings as plain text in GitHub flavoured Markdown.
enum MarkdownText {
  private static let special = Set("\\`*_{}[]<>#|~&$!".unicodeScalars)

  /// The string on one line, with backslashes before what Markdown or HTML would interpret.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in SafeText.fileLine(text).unicodeScalars {
      if special.contains(scalar) { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// The string in a fixed-width font, within a line.
  static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// A block of fixed-width lines, collapsed under a summary.
  ///
  /// It is HTML, in which Markdown has no effect; a blank line would end that.
  static func folded(_ summary: String, _ lines: [String]) -> String {
    "<details><summary>\(XMLText.escaped(SafeText.fileLine(summary)))</summary>\n"
      + block(lines) + "</details>\n"
  }

  /// A block of fixed-width lines, in HTML; none of them may be empty.
  static func block(_ lines: [String]) -> String {
    "<pre>\n" + lines.map { XMLText.escaped(SafeText.fileLine($0)) + "\n" }.joined()
      + "</pre>\n"
  }
}
