import CellGrid

/// Text in a window, its long lines wrapped.
struct PageView {
  let page: Page

  /// The lines as they are shown in so many columns; a line that goes on is indented.
  static func rows(_ page: Page, width: Int) -> [String] {
    page.lines.flatMap { wrapped($0, width: max(width, 8)) }
  }

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let rect = layout.window(of: page)
    let inside = painter.window(rect, title: page.title)
    let rows = PageView.rows(page, width: inside.columns)
    for row in 0..<inside.rows where page.top + row < rows.count {
      painter.write(rows[page.top + row], in: inside, row: row)
    }
    let end = min(rows.count, page.top + inside.rows)
    let foot = CellRect(
      row: rect.row + rect.rows - 1, column: rect.column + 2, rows: 1, columns: rect.columns - 4)
    let place = rows.count > inside.rows ? " \(end)/\(rows.count) " : ""
    painter.grid.writeRight("\(place) Esc closes ", in: foot, style: painter.theme.style(.dim))
  }

  /// A line as rows of so many columns.
  static func wrapped(_ line: String, width: Int) -> [String] {
    guard TextWidth.columns(of: line) > width else { return [line] }
    let indent = String(line.prefix { $0 == " " })
    var rows: [String] = []
    var row = ""
    var columns = 0
    for character in line {
      let next = TextWidth.columns(of: String(character))
      if columns + next > width {
        rows.append(row)
        row = indent + "  "
        columns = row.count
      }
      row.append(character)
      columns += next
    }
    return rows + [row]
  }
}
