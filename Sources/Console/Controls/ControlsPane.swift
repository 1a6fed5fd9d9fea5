import Scenarios

/// The page's buttons as a list: one is marked, and the list scrolls.
struct ControlsPane: Hashable, Sendable {
  /// A row of the list.
  enum Row: Hashable {
    case group(String)
    case control(Control, place: Int)
  }

  /// The place of the marked button in the table.
  private(set) var selected = 0
  /// The first row that is shown.
  private(set) var top = 0

  /// The marked button.
  var control: Control { ControlTable.rows[selected] }

  /// From how many lines on the groups have their names above them.
  private static let groupsHeightMin = 10

  /// Whether a pane so many lines high has the groups' names above them.
  static func hasGroups(height: Int) -> Bool { height >= groupsHeightMin }

  /// The rows for a pane so many lines high: with the groups' names unless every line is needed.
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

  mutating func move(by places: Int, height: Int) {
    selected = min(max(selected + places, 0), ControlTable.rows.count - 1)
    settle(height: height)
  }

  mutating func mark(_ id: String, height: Int) {
    guard let place = ControlTable.rows.firstIndex(where: { $0.id == id }) else { return }
    selected = place
    settle(height: height)
  }

  /// Keeps the marked button inside a pane so many lines high.
  mutating func settle(height: Int) {
    let rows = ControlsPane.rows(height: height)
    guard height > 0, let row = rows.firstIndex(where: { $0.place == selected }) else { return }
    // The first button of a group brings the group's name along.
    let isFirst = row > 0 && rows[row - 1].place == nil
    top = min(top, isFirst ? row - 1 : row)
    top = max(top, row - height + 1)
    top = min(top, max(0, rows.count - height))
  }
}

extension ControlsPane.Row {
  /// The place of the row's button in the table.
  var place: Int? {
    if case .control(_, let place) = self { place } else { nil }
  }
}
