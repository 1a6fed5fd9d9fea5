import CellGrid

/// The status rows: light, label, text.
struct StatusView {
  let rows: [StatusRow]

  private static let labelColumns = 11

  func paint(_ painter: inout Painter, in rect: CellRect) {
    let labels = StatusView.labelColumns
    for (line, row) in rows.enumerated() {
      painter.write(row.light.glyph, row.light.role, in: rect, row: line, column: 1)
      let label = CellRect(
        row: rect.row, column: rect.column + 3, rows: rect.rows, columns: labels - 1)
      painter.write(row.label, .bold, in: label, row: line)
      painter.write(
        row.text, row.light == .error ? .error : row.light == .off ? .dim : .text, in: rect,
        row: line, column: 3 + labels)
    }
  }
}
