/// The list of keys: filtered by what is typed, one entry marked.
struct HelpList: Hashable, Sendable {
  /// A line of the list: an action with all its keys.
  struct Entry: Hashable {
    var keys: String
    let action: Action
    let label: String
  }

  /// The mode whose keys are listed, with those that it falls back on.
  let mode: KeyMode
  private(set) var filter = TextField()
  /// The marked entry and the first one that is shown.
  private(set) var position = ListPosition()

  init(mode: KeyMode) {
    self.mode = mode
  }

  /// The entries that match the filter.
  var entries: [Entry] {
    var entries: [Entry] = []
    for row in BindingTable.rows where mode.chain.contains(row.mode) {
      if let place = entries.firstIndex(where: { $0.action == row.action }) {
        entries[place].keys += ", " + row.text
      } else {
        entries.append(Entry(keys: row.text, action: row.action, label: row.label))
      }
    }
    guard !filter.isEmpty else { return entries }
    let wanted = Array(filter.text.lowercased().utf8)
    return entries.filter { Array("\($0.keys) \($0.label)".lowercased().utf8).contains(wanted) }
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
      position.move(by: move.rows(height: height), count: entries.count)
      position.settle(height: height, count: entries.count)
      return []
    case .activate:
      guard entries.indices.contains(position.marked) else { return [.close] }
      return [.close, .send(entries[position.marked].action)]
    }
  }

  /// Types a character into the filter.
  mutating func type(_ scalar: Unicode.Scalar) {
    edit { $0.insert(scalar) }
  }

  private mutating func edit(_ change: (inout TextField) -> Void) {
    change(&filter)
    position = ListPosition()
  }

  /// Scrolls until the marked entry is among the `height` rows that are shown.
  mutating func settle(height: Int) {
    position.settle(height: height, count: entries.count)
  }
}
