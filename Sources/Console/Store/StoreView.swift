import CellGrid
import DeviceModel

/// What the plugin has stored, on the whole screen: a title, and a row an entry.
struct StoreView {
  let pane: StorePane
  let os: OperatingSystem

  /// The marker, the longest key of the key-value store and a blank.
  private static let nameColumns = 28

  func paint(_ painter: inout Painter, title: CellRect, rows rect: CellRect) {
    paintTitle(&painter, title)
    let clock = StoreEntry.Clock(os)
    let top = pane.position.top
    for row in 0..<rect.rows where top + row < pane.entries.count {
      let isMarked = top + row == pane.position.marked
      paint(pane.entries[top + row], clock, isMarked: isMarked, &painter, rect.line(row))
    }
  }

  private func paintTitle(_ painter: inout Painter, _ rect: CellRect) {
    painter.rule(rect)
    let access = os.isStorageReadable ? "read only" : "sealed until the first unlock"
    painter.write([(" Store ", .marked), (" \(access) ", .dim)], in: rect, column: 1)
    painter.grid.writeRight(
      " \(pane.position.marked + 1)/\(pane.entries.count) ", in: rect,
      style: painter.theme.style(.bold))
  }

  private func paint(
    _ entry: StoreEntry, _ clock: StoreEntry.Clock, isMarked: Bool, _ painter: inout Painter,
    _ line: CellRect
  ) {
    if isMarked { painter.fill(line, .marked) }
    let marker = isMarked ? "▸" : " "
    if case .heading = entry {
      painter.write(marker + entry.name, isMarked ? .marked : .title, in: line)
      return
    }
    let (left, right) = line.split(left: StoreView.nameColumns)
    painter.write(
      marker + StoreView.cut(entry.name, columns: left.columns - 2), isMarked ? .marked : .key,
      in: left)
    painter.write(
      StoreView.cut(entry.text(at: clock), columns: right.columns), isMarked ? .marked : .text,
      in: right)
  }

  /// The text, or as much of it as fits before an ellipsis.
  private static func cut(_ text: String, columns: Int) -> String {
    guard TextWidth.columns(of: text) > columns else { return text }
    return (WrappedText.rows(text, width: max(1, columns - 1)).first ?? "") + "…"
  }
}
