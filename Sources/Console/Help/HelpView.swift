import CellGrid

/// The list of keys in a window.
struct HelpView {
  let help: HelpList
  /// Why an action cannot be done now; nil when it can.
  let reasonAgainst: (Action) -> String?

  private static let keyColumns = 22

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let inside = painter.window(layout.window(of: help), title: "Keys here")
    let rows = help.rows
    let enter = help.bindings.text(of: .list(.activate), in: .help)
    let close = help.bindings.text(of: .help(.close), in: .help)
    let count = help.entries.count
    painter.write(
      [
        ("filter: ", .dim), (help.filter.text, .bold), ("_", .dim),
        ("   \(enter) does it, \(close) closes", .dim),
      ], in: inside)
    painter.grid.writeRight(
      "\(count == 0 ? 0 : help.marked + 1)/\(count)", in: inside,
      style: painter.theme.style(.dim))
    let list = inside.split(top: 2).rest
    if rows.isEmpty { painter.write("no key has that in its name", .dim, in: list) }
    for row in 0..<list.rows where help.top + row < rows.count {
      switch rows[help.top + row] {
      case .group(let group): painter.write(group.rawValue, .title, in: list.line(row))
      case .entry(let entry, let place):
        paint(entry, isMarked: place == help.marked, &painter, in: list.line(row))
      }
    }
  }

  private func paint(
    _ entry: HelpList.Entry, isMarked: Bool, _ painter: inout Painter, in line: CellRect
  ) {
    if isMarked { painter.fill(line, .marked) }
    let keys = line.split(left: HelpView.keyColumns - 1).left
    painter.write(" \(entry.keys)", isMarked ? .marked : .key, in: keys)
    let reason = reasonAgainst(entry.action)
    let text = entry.label + (reason.map { " (\($0))" } ?? "")
    painter.write(
      text, isMarked ? .marked : reason == nil ? .text : .disabled, in: line,
      column: HelpView.keyColumns)
  }
}
