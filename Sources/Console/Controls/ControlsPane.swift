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

  /// The height, in rows, from which on the groups have their names above them.
  private static let groupsHeightMin = 10

  /// Whether a pane of a height, in rows, has the groups' names above them.
  static func hasGroups(height: Int) -> Bool { height >= groupsHeightMin }

  /// The rows for a pane of a height: with the groups' names unless every row is needed.
  static func rows(height: Int) -> [Row] {
    var rows: [Row] = []
    var group: Control.Group?
    let hasGroups = hasGroups(height: height)
    for (place, control) in ControlTable.rows.enumerated() {
      if hasGroups, control.group != group { rows.append(.group(control.group.rawValue)) }
      group = control.group
      rows.append(.control(control, place: place))
    }
    return rows
  }

  /// Moves the mark, or presses the marked button.
  mutating func update(_ action: ListAction, height: Int) -> [PaneEffect] {
    switch action {
    case .move(let move):
      let place = selected + move.rows(height: max(1, height))
      selected = min(max(place, 0), ControlTable.rows.count - 1)
      settle(height: height)
      return []
    case .activate: return [.send(.controls(.press(control.id)))]
    }
  }

  /// Marks the button with an id.
  mutating func mark(_ id: String, height: Int) {
    guard let place = ControlTable.rows.firstIndex(where: { $0.id == id }) else { return }
    selected = place
    settle(height: height)
  }

  /// Scrolls until the marked button is among the `height` rows that are shown.
  mutating func settle(height: Int) {
    let rows = ControlsPane.rows(height: height)
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
