import CellGrid

/// The status rows: light, label, text; a text that is too long is wrapped where rows are free.
struct StatusView {
  let rows: [StatusRow]
  /// The marked row; nil while the keyboard is elsewhere.
  let marked: Int?

  private static let labelColumns = 11

  /// Paints the rows; returns how many rows of the screen they took.
  @discardableResult
  func paint(_ painter: inout Painter, in rect: CellRect) -> Int {
    let column = 3 + StatusView.labelColumns
    var free = rect.rows - rows.count
    var line = 0
    for (place, row) in rows.enumerated() where line < rect.rows {
      let columns = max(8, rect.columns - column)
      var texts = ParagraphText.rows(row.text, width: columns)
      if texts.count - 1 > max(0, free) || texts.isEmpty { texts = [row.text(columns: columns)] }
      free -= texts.count - 1
      let isMarked = place == marked
      let area = CellRect(
        row: rect.row + line, column: rect.column, rows: texts.count, columns: rect.columns)
      if isMarked { painter.fill(area, .marked) }
      painter.write(
        row.light.glyph, isMarked ? .marked : row.light.role, in: rect, row: line, column: 1)
      let label = CellRect(
        row: rect.row, column: rect.column + 3, rows: rect.rows,
        columns: StatusView.labelColumns - 1)
      painter.write(row.label, isMarked ? .marked : .bold, in: label, row: line)
      let role: Role =
        isMarked ? .marked : row.light == .error ? .error : row.light == .off ? .dim : .text
      for (offset, text) in texts.enumerated() {
        painter.write(text, role, in: rect, row: line + offset, column: column)
      }
      line += texts.count
    }
    return line
  }
}
