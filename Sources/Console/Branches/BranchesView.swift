import CellGrid
import PlainText

/// The session's branches on the whole screen: a title, and a row a branch.
struct BranchesView {
  let pane: BranchesPane
  let session: String

  private static let timeColumns = 22
  private static let pressColumns = 14

  /// Paints the list; a message covers so many of the last rows.
  func paint(_ painter: inout Painter, title: CellRect, rows whole: CellRect, covered: Int) {
    painter.rule(title)
    painter.write([(" Branches ", .marked), (" session \(session) ", .dim)], in: title, column: 1)
    painter.grid.writeRight(
      " \(pane.position.marked + 1)/\(pane.branches.count) ", in: title,
      style: painter.theme.style(.bold))
    let (head, rest) = whole.split(top: 1)
    let names = nameColumns(whole.columns)
    paint(
      ("  branch", "presses", "the phone's time", "from"), names, .dim, &painter, head)
    let rect = rest.split(bottom: min(covered, max(0, rest.rows - 1))).0
    let top = max(pane.position.top, pane.position.marked - rect.rows + 1)
    for row in 0..<rect.rows where top + row < pane.branches.count {
      let branch = pane.branches[top + row]
      let isMarked = top + row == pane.position.marked
      let line = rect.line(row)
      if isMarked { painter.fill(line, .marked) }
      let sign = (isMarked ? "▸" : " ") + (branch.isCurrent ? "●" : " ")
      paint(
        (sign + branch.name, String(branch.pressCount), branch.time, branch.origin), names,
        isMarked ? .marked : .text, &painter, line)
    }
  }

  /// The width of the names: what they need, as far as the rest has room.
  private func nameColumns(_ columns: Int) -> Int {
    let widest = pane.branches.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    let room = columns - BranchesView.pressColumns - BranchesView.timeColumns - 12
    return max(10, min(widest + 4, room))
  }

  private func paint(
    _ texts: (name: String, presses: String, time: String, origin: String), _ names: Int,
    _ role: Role, _ painter: inout Painter, _ line: CellRect
  ) {
    let (name, rest) = line.split(left: names)
    painter.write(texts.name, role, in: name)
    let (presses, more) = rest.split(left: BranchesView.pressColumns)
    painter.write(texts.presses, role, in: presses)
    let (time, origin) = more.split(left: BranchesView.timeColumns)
    painter.write(texts.time, role, in: time)
    painter.write(texts.origin, role, in: origin)
  }
}
