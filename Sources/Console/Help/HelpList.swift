/// The list of keys: in groups, filtered by what is typed, one entry marked.
struct HelpList: Hashable, Sendable {
  /// A line of the list: an action with all its keys.
  struct Entry: Hashable {
    var keys: String
    let action: Action
    let label: String
    let group: HelpGroup
  }

  /// A row of the window.
  enum Row: Hashable {
    case group(HelpGroup)
    case entry(Entry, place: Int)
  }

  /// The mode whose keys are listed, with those that it falls back on.
  let mode: KeyMode
  let bindings: Bindings
  private(set) var filter = TextField()
  /// The place of the marked entry.
  private(set) var marked = 0
  /// The first row that is shown.
  private(set) var top = 0

  init(mode: KeyMode, bindings: Bindings) {
    self.mode = mode
    self.bindings = bindings
  }

  /// The entries that match the filter, group by group.
  var entries: [Entry] {
    var entries: [Entry] = []
    for row in bindings.rows where mode.chain.contains(row.mode) {
      if let place = entries.firstIndex(where: { $0.action == row.action }) {
        entries[place].keys += ", " + row.text
      } else {
        entries.append(
          Entry(keys: row.text, action: row.action, label: row.label, group: HelpGroup(row)))
      }
    }
    if !filter.isEmpty {
      let wanted = Array(filter.text.lowercased().utf8)
      entries = entries.filter {
        Array("\($0.keys) \($0.label)".lowercased().utf8).contains(wanted)
      }
    }
    return HelpGroup.allCases.flatMap { group in
      let entries = entries.filter { $0.group == group }
      // Screens have numbers.
      return group == .screens ? entries.sorted { $0.keys < $1.keys } : entries
    }
  }

  /// The entries with the names of their groups above them.
  var rows: [Row] {
    var rows: [Row] = []
    var group: HelpGroup?
    for (place, entry) in entries.enumerated() {
      if entry.group != group { rows.append(.group(entry.group)) }
      group = entry.group
      rows.append(.entry(entry, place: place))
    }
    return rows
  }

  /// Does what a key stands for.
  mutating func update(_ action: HelpAction) -> [PaneEffect] {
    switch action {
    // The list is open already.
    case .open: break
    case .close: return [.close]
    case .deleteBackward: edit { $0.deleteBackward() }
    case .clearFilter: edit { $0 = TextField() }
    }
    return []
  }

  /// Moves the mark, or closes the list and does the marked entry.
  mutating func update(_ action: ListAction, height: Int) -> [PaneEffect] {
    let entries = entries
    switch action {
    case .move(let move):
      marked = min(max(marked + move.rows(height: height), 0), max(0, entries.count - 1))
      settle(height: height)
      return []
    case .activate:
      guard entries.indices.contains(marked) else { return [.close] }
      return [.close, .send(entries[marked].action)]
    }
  }

  /// Types a character into the filter.
  mutating func type(_ scalar: Unicode.Scalar) {
    edit { $0.insert(scalar) }
  }

  private mutating func edit(_ change: (inout TextField) -> Void) {
    change(&filter)
    marked = 0
    top = 0
  }

  /// Scrolls until the marked entry is among the `height` rows that are shown.
  mutating func settle(height: Int) {
    let rows = rows
    guard height > 0, let row = rows.firstIndex(where: { $0.place == marked }) else { return }
    // The name of a group stays above its first entry.
    let isFirst = row > 0 && rows[row - 1].place == nil
    top = min(top, isFirst ? row - 1 : row)
    top = max(top, row - height + 1)
    top = max(0, min(top, rows.count - height))
  }
}

extension HelpList.Row {
  /// The place of the row's entry; nil for the name of a group.
  fileprivate var place: Int? {
    switch self {
    case .entry(_, let place): place
    case .group: nil
    }
  }
}
