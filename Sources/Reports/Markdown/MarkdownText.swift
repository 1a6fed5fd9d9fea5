import PlainText

/// Text that stands for itself in GitHub flavoured Markdown.
enum MarkdownText {
  private static let special = Set("\\`*_{}[]<>#|~&$!".unicodeScalars)

  /// The text on one line, what Markdown or HTML would read something into with a backslash.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in SafeText.fileLine(text).unicodeScalars {
      if special.contains(scalar) { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// The text in fixed width, within a line.
  static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// A block of lines in fixed width behind a summary that opens it.
  ///
  /// It is HTML, in which Markdown means nothing; a blank line would end that.
  static func folded(_ summary: String, _ lines: [String]) -> String {
    let block = lines.map { XMLText.escaped(SafeText.fileLine($0)) + "\n" }.joined()
    return "<details><summary>\(XMLText.escaped(SafeText.fileLine(summary)))</summary>\n<pre>\n"
      + block + "</pre>\n</details>\n"
  }
}
