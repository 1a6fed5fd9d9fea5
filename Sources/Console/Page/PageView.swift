import CellGrid

/// Text in a window, its long lines wrapped.
struct PageView {
  let page: Page

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let rect = layout.window(of: page)
    let inside = painter.window(rect, title: page.title)
    for row in 0..<inside.rows where page.top + row < page.rows.count {
      let line = page.lineOfRow[page.top + row]
      let isLink = page.links[line] != nil
      let isMarked = isLink && line == page.link
      if isMarked { painter.fill(inside.line(row), .marked) }
      painter.write(
        page.rows[page.top + row], isMarked ? .marked : isLink ? .key : .text, in: inside, row: row)
    }
    let end = min(page.rows.count, page.top + inside.rows)
    let foot = CellRect(
      row: rect.row + rect.rows - 1, column: rect.column + 2, rows: 1, columns: rect.columns - 4)
    let place = page.rows.count > inside.rows ? " \(end)/\(page.rows.count) " : ""
    let keys =
      page.links.isEmpty
      ? "Esc closes"
      : "Enter follows, \(page.trail.isEmpty ? "" : "Backspace goes back, ")Esc closes"
    painter.grid.writeRight("\(place) \(keys) ", in: foot, style: painter.theme.style(.dim))
  }
}
