import CellGrid

/// A paragraph as rows that break between words.
enum ParagraphText {
  static func rows(_ text: String, width: Int) -> [String] {
    var rows: [String] = []
    var row = ""
    for word in text.split(separator: " ") {
      let columns = TextWidth.columns(of: row) + TextWidth.columns(of: String(word)) + 1
      if !row.isEmpty, columns > width {
        rows.append(row)
        row = ""
      }
      row += (row.isEmpty ? "" : " ") + word
    }
    return (row.isEmpty ? rows : rows + [row]).flatMap { WrappedText.rows($0, width: width) }
  }
}
