import CellGrid

/// The list of keys in a window.
struct HelpView {
  let help: HelpList
  /// Why an action cannot be done now; nil when it can.
  let reasonAgainst: (Action) -> String?

  private static let keyColumns = 22

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let inside = painter.window(layout.window(of: help), title: "Keys here")
    let entries = help.entries
    let marked = help.position.marked
    painter.write(
      [
        ("filter: ", .dim), (help.filter.text, .bold), ("_", .dim),
        ("   Enter does it, Esc closes", .dim),
      ], in: inside)
    painter.grid.writeRight(
      "\(entries.isEmpty ? 0 : marked + 1)/\(entries.count)", in: inside,
      style: painter.theme.style(.dim))
    let list = inside.split(top: 2).rest
    if entries.isEmpty { painter.write("no key has that in its name", .dim, in: list) }
    let top = help.position.top
    for row in 0..<list.rows where top + row < entries.count {
      paint(entries[top + row], isMarked: top + row == marked, &painter, in: list.line(row))
    }
  }

  private func paint(
    _ entry: HelpList.Entry, isMarked: Bool, _ painter: inout Painter, in line: CellRect
  ) {
    if isMarked { painter.fill(line, .marked) }
    let keys = line.split(left: HelpView.keyColumns - 1).left
    painter.write(entry.keys, isMarked ? .marked : .key, in: keys)
    let reason = reasonAgainst(entry.action)
    let text = entry.label + (reason.map { " (\($0))" } ?? "")
    painter.write(
      text, isMarked ? .marked : reason == nil ? .text : .disabled, in: line,
      column: HelpView.keyColumns)
  }
}
