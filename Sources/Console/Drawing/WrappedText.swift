import CellGrid

/// Long lines as rows of a width.
enum WrappedText {
  /// The rows of a line; those after the first are indented, as far as there is room.
  ///
  /// A row ends at a blank, unless that would leave more than a third of it empty.
  static func rows(_ line: String, width: Int) -> [String] {
    let width = max(width, 8)
    guard TextWidth.columns(of: line) > width else { return [line] }
    let blanks = line.prefix { $0 == " " }.count + 2
    let indent = String(repeating: " ", count: min(blanks, width / 2))
    var rows: [String] = []
    var row = ""
    var columns = 0
    for character in line {
      let next = TextWidth.columns(of: String(character))
      if columns + next > width {
        let rest = character == " " ? "" : word(at: row, width: width)
        rows.append(String(row.dropLast(rest.count)))
        row = indent + rest
        columns = TextWidth.columns(of: row)
        if character == " " { continue }
      }
      row.append(character)
      columns += next
    }
    return rows + [row]
  }

  /// The word at a row's end that belongs on the next row; empty where it is too long for that.
  private static func word(at row: String, width: Int) -> Substring {
    guard let blank = row.lastIndex(of: " ") else { return "" }
    let word = row[row.index(after: blank)...]
    return TextWidth.columns(of: String(word)) <= width / 3 ? word : ""
  }
}
