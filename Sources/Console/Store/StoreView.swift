import CellGrid
import DeviceModel

/// What the plugin has stored, on the whole screen: a title, and a row an entry.
///
/// Values are wrapped where all of them fit; otherwise a long one ends in an ellipsis, and Enter
/// shows it.
struct StoreView {
  let pane: StorePane
  let os: OperatingSystem
  let bindings: Bindings

  /// The marker, the longest key of the key-value store and a blank.
  private static let nameColumns = 28

  /// Paints the list; a message covers so many of the last rows, and the marked one stays in sight.
  func paint(_ painter: inout Painter, title: CellRect, rows whole: CellRect, covered: Int) {
    paintTitle(&painter, title)
    let rect = whole.split(bottom: min(covered, max(0, whole.rows - 1))).0
    let clock = StoreEntry.Clock(os, showsNumbers: rect.columns >= StoreView.numberColumnsMin)
    let texts = wrapped(clock, rect)
    let top = texts != nil ? 0 : max(pane.position.top, pane.position.marked - rect.rows + 1)
    var row = 0
    defer { if covered == 0, texts != nil { paintMarked(&painter, clock, below: row, in: rect) } }
    for (place, entry) in pane.entries.enumerated().dropFirst(top) where row < rect.rows {
      let isMarked = place == pane.position.marked
      let rows = texts?[place] ?? [cut(entry.text(at: clock), rect)]
      for (index, text) in rows.enumerated() where row < rect.rows {
        paint(entry, text, isFirst: index == 0, isMarked: isMarked, &painter, rect.line(row))
        row += 1
      }
    }
  }

  /// From here on the stored number stands beside a time.
  private static let numberColumnsMin = 70

  /// Every value as rows in full; nil when they do not all fit.
  private func wrapped(_ clock: StoreEntry.Clock, _ rect: CellRect) -> [[String]]? {
    var texts: [[String]] = []
    var rows = 0
    let width = rect.columns - StoreView.nameColumns
    for entry in pane.entries {
      texts.append(WrappedText.rows(entry.text(at: clock), width: width))
      rows += texts[texts.count - 1].count
      if rows > rect.rows { return nil }
    }
    return texts
  }

  /// The marked entry in full, where there is room.
  private func paintMarked(
    _ painter: inout Painter, _ clock: StoreEntry.Clock, below rows: Int, in rect: CellRect
  ) {
    // A heading has no page; the first entry below it stands for it.
    let entry = pane.entries.dropFirst(pane.position.marked).first { !$0.isHeading }
    guard let room = DetailView.room(below: rows, in: rect), let page = entry?.page(at: clock)
    else { return }
    DetailView(title: page.title, lines: page.lines).paint(&painter, in: room)
  }

  private func paintTitle(_ painter: inout Painter, _ rect: CellRect) {
    painter.rule(rect)
    let access = os.isStorageReadable ? "read only" : "sealed until the first unlock"
    let column =
      1 + painter.write([(" Store ", .marked), (" \(access) ", .dim)], in: rect, column: 1)
    if rect.columns >= StoreView.numberColumnsMin {
      let keys = bindings.text(of: .store(.writeHistory))
      painter.write(
        [(" \(keys)", .key), (" writes the history into the log ", .dim)], in: rect,
        column: column + 1)
    }
    painter.grid.writeRight(
      " \(pane.position.marked + 1)/\(pane.entries.count) ", in: rect,
      style: painter.theme.style(.bold))
  }

  private func paint(
    _ entry: StoreEntry, _ text: String, isFirst: Bool, isMarked: Bool, _ painter: inout Painter,
    _ line: CellRect
  ) {
    if isMarked { painter.fill(line, .marked) }
    let marker = isMarked && isFirst ? "▸" : " "
    let (left, right) = line.split(left: StoreView.nameColumns)
    if case .heading = entry {
      painter.write(marker + entry.name, isMarked ? .marked : .title, in: line)
      return
    }
    if isFirst {
      painter.write(
        marker + StoreView.cut(entry.name, columns: left.columns - 2), isMarked ? .marked : .key,
        in: left)
    }
    painter.write(text, isMarked ? .marked : .text, in: right)
  }

  private func cut(_ text: String, _ rect: CellRect) -> String {
    StoreView.cut(text, columns: rect.columns - StoreView.nameColumns)
  }

  /// The text, or as much of it as fits before an ellipsis.
  private static func cut(_ text: String, columns: Int) -> String {
    guard TextWidth.columns(of: text) > columns else { return text }
    return (WrappedText.rows(text, width: max(1, columns - 1)).first ?? "") + "…"
  }
}
