import Scenarios

/// The tables of `docs/scenarios.md`.
enum ScenarioTables {
  static let buttons = PageTable(
    "docs/scenarios.md", "buttons", ["group", "buttons"],
    Control.Group.allCases.map { group in
      let labels = ControlTable.rows.filter { $0.group == group }.map(\.label)
      return [group.rawValue, labels.joined(separator: " · ")]
    })
}
