import CellGrid
import Scenarios

/// The page's buttons, each with its letter.
struct ControlsView {
  let model: Model

  func paint(_ painter: inout Painter, in rect: CellRect) {
    let rows = ControlsPane.rows(height: rect.rows)
    let pane = model.controls
    for offset in 0..<rect.rows where pane.top + offset < rows.count {
      switch rows[pane.top + offset] {
      case .group(let name): painter.write(" \(name)", .title, in: rect, row: offset)
      case .control(let control, let place):
        paint(control, isMarked: place == pane.selected, &painter, rect, offset)
      }
    }
    paintMore(&painter, rect, above: pane.top, below: rows.count - pane.top - rect.rows)
  }

  private func paint(
    _ control: Control, isMarked: Bool, _ painter: inout Painter, _ rect: CellRect, _ row: Int
  ) {
    let hasFocus = model.screenMode == .controls
    let isOff = model.reasonAgainst(control) != nil
    let letter = BindingTable.letters.first { $0.id == control.id }?.letter
    let sign = letter.map { "[\(Character($0))]" } ?? "   "
    if isMarked, hasFocus {
      let line = CellRect(
        row: rect.row + row, column: rect.column, rows: 1, columns: rect.columns - 1)
      painter.fill(line, .marked)
      painter.write("▸\(sign) \(control.label)", .marked, in: rect, row: row)
      return
    }
    painter.write(
      [
        // The marker is where the keyboard is.
        (" ", .text), (sign, isOff ? .disabled : .key),
        (" \(control.label)", isOff ? .disabled : .text),
      ], in: rect, row: row)
  }

  /// Says at the right edge that there is more above or below.
  private func paintMore(_ painter: inout Painter, _ rect: CellRect, above: Int, below: Int) {
    guard rect.rows > 1 else { return }
    let column = rect.columns - 1
    if above > 0 { painter.write("↑", .title, in: rect, row: 0, column: column) }
    if below > 0 { painter.write("↓", .title, in: rect, row: rect.rows - 1, column: column) }
  }
}
