import Scenarios

/// The page's buttons as a list: one is marked, and the list scrolls.
struct ControlsPane: Hashable, Sendable {
  /// A row of the list.
  enum Row: Hashable {
    case group(String)
    case control(Control, place: Int)
  }

  /// The place of the marked button in the table of controls.
  private(set) var selected = 0
  /// The first row that is shown.
  private(set) var top = 0

  /// The marked button.
  var control: Control { ControlTable.rows[selected] }

  /// The rows of the groups and of the buttons.
  private static let groupedRows: [Row] = {
    var rows: [Row] = []
    var group: Control.Group?
    for (place, control) in ControlTable.rows.enumerated() {
      if control.group != group { rows.append(.group(control.group.rawValue)) }
      group = control.group
      rows.append(.control(control, place: place))
    }
    return rows
  }()

  /// Whether the groups have their names above them in a pane of a shape.
  static func hasGroups(_ shape: ControlsShape) -> Bool {
    shape.hasGroups(count: groupedRows.count)
  }

  /// The rows for a pane of a shape: with the groups' names unless every row is needed.
  static func rows(_ shape: ControlsShape) -> [Row] {
    hasGroups(shape) ? groupedRows : groupedRows.filter { $0.place != nil }
  }

  /// Moves the mark, or presses the marked button.
  mutating func update(_ action: ListAction, _ shape: ControlsShape) -> [PaneEffect] {
    switch action {
    case .move(let move):
      let place = selected + move.rows(height: max(1, shape.rows))
      selected = min(max(place, 0), ControlTable.rows.count - 1)
      settle(shape)
      return []
    case .activate: return [.send(.controls(.press(control.id)))]
    }
  }

  /// Marks the button at a place of the pane, counted down each column; true when it was marked
  /// already.
  mutating func click(at offset: Int, _ shape: ControlsShape) -> Bool {
    let rows = ControlsPane.rows(shape)
    guard rows.indices.contains(top + offset), let place = rows[top + offset].place else {
      return false
    }
    if place == selected { return true }
    selected = place
    return false
  }

  /// Marks the button with an id.
  mutating func mark(_ id: String, _ shape: ControlsShape) {
    guard let place = ControlTable.rows.firstIndex(where: { $0.id == id }) else { return }
    selected = place
    settle(shape)
  }

  /// Scrolls until the marked button is among the rows that are shown.
  mutating func settle(_ shape: ControlsShape) {
    let height = shape.capacity
    let rows = ControlsPane.rows(shape)
    guard height > 0, let row = rows.firstIndex(where: { $0.place == selected }) else { return }
    // The name of a group stays above its first button.
    let isFirst = row > 0 && rows[row - 1].place == nil
    top = min(top, isFirst ? row - 1 : row)
    top = max(top, row - height + 1)
    top = min(top, max(0, rows.count - height))
  }
}

extension ControlsPane.Row {
  /// The place of the row's button in the table of controls; nil for a group's name.
  var place: Int? {
    switch self {
    case .control(_, let place): place
    case .group: nil
    }
  }
}
