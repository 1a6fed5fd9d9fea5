import CellGrid
import PlainText
import Scenarios

/// The page's buttons, each with its keys.
struct ControlsView {
  let pane: ControlsPane
  let shape: ControlsShape
  let hasFocus: Bool
  let bindings: Bindings
  /// The button that the next step of a walkthrough presses.
  let wanted: Control?
  /// Why a button cannot be pressed now; nil when it can.
  let reasonAgainst: (Control) -> String?

  func paint(_ painter: inout Painter, in rect: CellRect) {
    let rows = ControlsPane.rows(shape)
    guard rect.rows > 0 else { return }
    for offset in 0..<shape.capacity where pane.top + offset < rows.count {
      let (column, row) = (offset / rect.rows, offset % rect.rows)
      let width = rect.columns / shape.columns
      let area = rect.split(left: column * width).rest.split(left: width).left
      switch rows[pane.top + offset] {
      case .group(let name): painter.write(" \(name)", .title, in: area, row: row)
      case .control(let control, let place):
        paint(control, isMarked: place == pane.selected, &painter, area, row)
      }
    }
  }

  private func paint(
    _ control: Control, isMarked: Bool, _ painter: inout Painter, _ rect: CellRect, _ row: Int
  ) {
    let keys = bindings.text(ofControl: control.id)
    let sign = keys.padded(to: 3)
    let label = ControlsPane.hasGroups(shape) ? control.label : control.title
    let isWanted = control.id == wanted?.id
    // The marker shows where the keyboard is.
    if isWanted || isMarked && hasFocus {
      let role: Role = isWanted ? .badge : .marked
      painter.fill(rect.line(row), role)
      painter.write("▸\(sign) \(label)", role, in: rect, row: row)
      return
    }
    let isOff = reasonAgainst(control) != nil
    painter.write(
      [
        (" ", .text), (sign, isOff ? .disabled : .key),
        (" \(label)", isOff ? .disabled : .text),
      ], in: rect, row: row)
  }

  /// Shows on the line to the right of the pane that there are more buttons above or below.
  func paintMore(_ painter: inout Painter, rightOf rect: CellRect) {
    guard rect.rows > 1 else { return }
    let line = CellRect(
      row: rect.row, column: rect.column + rect.columns, rows: rect.rows, columns: 1)
    let below = ControlsPane.rows(shape).count - pane.top - shape.capacity
    if pane.top > 0 { painter.write("↑", .title, in: line) }
    if below > 0 { painter.write("↓", .title, in: line, row: rect.rows - 1) }
  }
}
