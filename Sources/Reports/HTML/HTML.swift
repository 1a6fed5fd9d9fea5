/// Elements of a page; only `text` escapes, so content must be elements or escaped strings.
enum HTML {
  /// A string as text on the page.
  static func text(_ text: String) -> String { XMLText.escaped(text) }

  /// An element with a class and content.
  static func element(_ name: String, style: String = "", _ content: String) -> String {
    let attribute = style.isEmpty ? "" : " class=\"\(style)\""
    return "<\(name)\(attribute)>\(content)</\(name)>"
  }

  /// A table of cell contents; in the header, `took|num` gives the column `took` the class `num`.
  ///
  /// The caption is read aloud and not shown. A table that is too wide scrolls by itself, also by
  /// keyboard; it is a group, since a landmark for each of hundreds would help nobody. `data` has
  /// attributes for each row.
  static func table(
    _ caption: String, _ head: [String], _ rows: [[String]], style: String = "",
    data: [String] = []
  ) -> String {
    let columns = head.map { $0.split(separator: "|", omittingEmptySubsequences: false) }
    let styles = columns.map { $0.count > 1 ? String($0[1]) : "" }
    let heads = zip(columns, styles).map { columnHead($1, text(String($0.first ?? ""))) }
    let body = rows.enumerated().map { index, row in
      "<tr\(data.isEmpty ? "" : data[index])>"
        + zip(row, styles).map { element("td", style: $1, $0) }.joined() + "</tr>\n"
    }
    return "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"\(text(caption))\">"
      + "<table\(style.isEmpty ? "" : " class=\"\(style)\"")>\n"
      + "<caption class=\"unseen\">\(text(caption))</caption>\n"
      + "<thead><tr>\(heads.joined())</tr></thead>\n<tbody>\n"
      + "\(body.joined())</tbody></table></div>\n"
  }

  private static func columnHead(_ style: String, _ content: String) -> String {
    "<th scope=\"col\"\(style.isEmpty ? "" : " class=\"\(style)\"")>\(content)</th>"
  }

  /// Content that is collapsed under a summary line.
  static func folded(_ summary: String, isOpen: Bool = false, _ content: String) -> String {
    "<details\(isOpen ? " open=\"\"" : "")><summary>\(text(summary))</summary>\n"
      + "\(content)</details>\n"
  }

  /// Lines in a fixed-width font, which wrap.
  static func lines(_ lines: some Sequence<String>) -> String {
    "<pre>" + lines.map { text($0) + "\n" }.joined() + "</pre>\n"
  }

  /// Lines of a file over a caret, which must not wrap; they scroll, also by keyboard.
  static func excerpt(_ lines: some Sequence<String>) -> String {
    "<pre class=\"excerpt\" role=\"group\" tabindex=\"0\" aria-label=\"Line of the file\">"
      + lines.map { text($0) + "\n" }.joined() + "</pre>\n"
  }

  /// An outcome: glyph and word, also with a colour.
  static func outcome(_ style: String, _ mark: String, _ word: String) -> String {
    "<span class=\"badge \(style)\">\(mark) \(text(word))</span>"
  }
}
