import CellGrid

/// Long lines as rows of a width.
enum WrappedText {
  /// The rows of a line; those after the first are indented, as far as there is room.
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
        rows.append(row)
        row = indent
        columns = indent.count
      }
      row.append(character)
      columns += next
    }
    return rows + [row]
  }
}
