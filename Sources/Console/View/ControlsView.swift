import CellGrid
import Scenarios

/// The page's buttons, each with its keys.
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
  }

  private func paint(
    _ control: Control, isMarked: Bool, _ painter: inout Painter, _ rect: CellRect, _ row: Int
  ) {
    let hasFocus = model.screenMode == .controls
    let isOff = model.reasonAgainst(control) != nil
    let keys = BindingTable.text(ofControl: control.id)
    let sign = keys.count == 1 ? "[\(keys)]" : keys
    let label = ControlsPane.hasGroups(height: rect.rows) ? control.label : control.title
    if control.id == model.nextControl?.id {
      let line = CellRect(
        row: rect.row + row, column: rect.column, rows: 1, columns: rect.columns)
      painter.fill(line, .badge)
      painter.write("▸\(sign) \(label)", .badge, in: rect, row: row)
      return
    }
    if isMarked, hasFocus {
      let line = CellRect(
        row: rect.row + row, column: rect.column, rows: 1, columns: rect.columns)
      painter.fill(line, .marked)
      painter.write("▸\(sign) \(label)", .marked, in: rect, row: row)
      return
    }
    painter.write(
      [
        // The marker is where the keyboard is.
        (" ", .text), (sign, isOff ? .disabled : .key),
        (" \(label)", isOff ? .disabled : .text),
      ], in: rect, row: row)
  }

  /// Says on the line right of the pane that there is more above or below.
  func paintMore(_ painter: inout Painter, rightOf rect: CellRect) {
    guard rect.rows > 1 else { return }
    let line = CellRect(
      row: rect.row, column: rect.column + rect.columns, rows: rect.rows, columns: 1)
    let top = model.controls.top
    let below = ControlsPane.rows(height: rect.rows).count - top - rect.rows
    if top > 0 { painter.write("↑", .title, in: line) }
    if below > 0 { painter.write("↓", .title, in: line, row: rect.rows - 1) }
  }
}
