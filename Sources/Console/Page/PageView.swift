import CellGrid

/// Text in a window, its long lines wrapped.
struct PageView {
  let page: Page
  let bindings: Bindings

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
    func key(_ action: Action) -> String { bindings.text(of: action, in: .page) }
    let back = page.trail.isEmpty ? "" : "\(key(.page(.back))) goes back, "
    let close = "\(key(.page(.close))) closes"
    let keys = page.links.isEmpty ? close : "\(key(.list(.activate))) follows, \(back)\(close)"
    painter.grid.writeRight("\(place) \(keys) ", in: foot, style: painter.theme.style(.dim))
  }
}
