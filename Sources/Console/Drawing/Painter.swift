import CellGrid

/// A grid that is being drawn in the looks of a theme.
struct Painter {
  var grid: CellGrid
  let theme: Theme

  /// An empty screen in a theme; one that has a background of its own covers all of it.
  init(size: CellSize, theme: Theme) {
    grid = CellGrid(size)
    self.theme = theme
    guard theme.style(.text).background != .standard else { return }
    fill(CellRect(row: 0, column: 0, rows: size.rows, columns: size.columns), .text)
  }

  @discardableResult
  mutating func write(
    _ text: some StringProtocol, _ role: Role = .text, in rect: CellRect, row: Int = 0,
    column: Int = 0
  ) -> Int {
    grid.write(text, in: rect, row: row, column: column, style: theme.style(role))
  }

  /// Writes pieces one after the other, as far as they fit.
  @discardableResult
  mutating func write(
    _ pieces: [(text: String, role: Role)], in rect: CellRect, row: Int = 0, column: Int = 0
  ) -> Int {
    grid.write(
      pieces.map { StyledText($0.text, theme.style($0.role)) }, in: rect, row: row, column: column)
  }

  mutating func fill(_ rect: CellRect, _ role: Role) {
    grid.fill(rect, theme.style(role))
  }

  /// Writes a text into a row and, when it is long, into as many rows above as it needs.
  mutating func writeUp(_ text: String, _ role: Role, from rect: CellRect) {
    let rows = ParagraphText.rows(text, width: rect.columns - 2).prefix(Painter.rowsMax)
    for (index, row) in rows.enumerated() {
      let line = CellRect(
        row: rect.row - rows.count + 1 + index, column: rect.column, rows: 1,
        columns: rect.columns)
      fill(line, .text)
      write(" \(row)", role, in: line)
    }
  }

  /// How many rows a message may take.
  private static let rowsMax = 4

  /// Draws a line across a row.
  mutating func rule(_ rect: CellRect, row: Int = 0) {
    let style = theme.style(.line)
    for column in 0..<rect.columns {
      grid.put(Glyph("─"), row: rect.row + row, column: rect.column + column, style: style)
    }
  }

  /// Draws a line from top to bottom, left of a pane.
  mutating func separator(leftOf rect: CellRect) {
    guard !rect.isEmpty else { return }
    for row in 0..<rect.rows {
      grid.put(
        Glyph("│"), row: rect.row + row, column: rect.column - 1, style: theme.style(.line))
    }
  }

  /// Clears a window, draws its frame and title, and returns what is inside.
  mutating func window(_ rect: CellRect, title: String, _ role: Role = .text) -> CellRect {
    fill(rect, role)
    guard rect.rows >= 2, rect.columns >= 4 else { return rect }
    let style = theme.style(role)
    let bottom = rect.row + rect.rows - 1
    let right = rect.column + rect.columns - 1
    for column in rect.column + 1..<right {
      grid.put(Glyph("─"), row: rect.row, column: column, style: style)
      grid.put(Glyph("─"), row: bottom, column: column, style: style)
    }
    for row in rect.row + 1..<bottom {
      grid.put(Glyph("│"), row: row, column: rect.column, style: style)
      grid.put(Glyph("│"), row: row, column: right, style: style)
    }
    for (glyph, row, column) in [
      ("┌", rect.row, rect.column), ("┐", rect.row, right), ("└", bottom, rect.column),
      ("┘", bottom, right),
    ] as [(Unicode.Scalar, Int, Int)] {
      grid.put(Glyph(glyph), row: row, column: column, style: style)
    }
    if !title.isEmpty {
      let line = CellRect(
        row: rect.row, column: rect.column + 2, rows: 1, columns: rect.columns - 4)
      grid.write(" \(title) ", in: line, style: style)
    }
    return CellRect(
      row: rect.row + 1, column: rect.column + 2, rows: rect.rows - 2, columns: rect.columns - 4)
  }
}
