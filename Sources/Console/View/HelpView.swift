import CellGrid

/// The list of keys in a window.
struct HelpView {
  let help: HelpList
  let model: Model

  private static let keyColumns = 22

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let inside = painter.window(layout.window(of: help), title: "Keys here")
    let entries = help.entries
    painter.write(
      [
        ("filter: ", .dim), (help.filter.text, .bold), ("_", .dim),
        ("   Enter does it, Esc closes", .dim),
      ], in: inside)
    painter.grid.writeRight(
      "\(entries.isEmpty ? 0 : help.selected + 1)/\(entries.count)", in: inside,
      style: painter.theme.style(.dim))
    let list = inside.split(top: 2).rest
    if entries.isEmpty { painter.write("no key has that in its name", .dim, in: list) }
    for row in 0..<list.rows where help.top + row < entries.count {
      paint(entries[help.top + row], help.top + row == help.selected, &painter, list, row)
    }
  }

  private func paint(
    _ entry: HelpList.Entry, _ isMarked: Bool, _ painter: inout Painter, _ rect: CellRect,
    _ row: Int
  ) {
    let line = CellRect(row: rect.row + row, column: rect.column, rows: 1, columns: rect.columns)
    if isMarked { painter.fill(line, .marked) }
    let keys = line.split(left: HelpView.keyColumns - 1).left
    painter.write(entry.keys, isMarked ? .marked : .key, in: keys)
    let reason = model.reasonAgainst(entry.action)
    let text = entry.label + (reason.map { " (\($0))" } ?? "")
    painter.write(
      text, isMarked ? .marked : reason == nil ? .text : .disabled, in: line,
      column: HelpView.keyColumns)
  }
}
