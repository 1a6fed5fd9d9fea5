/// The list of keys: filtered by what is typed, one entry marked.
struct HelpList: Hashable, Sendable {
  /// Where the keys are meant to be pressed.
  let mode: KeyMode
  private(set) var filter = TextField()
  private(set) var selected = 0
  private(set) var top = 0

  init(mode: KeyMode) {
    self.mode = mode
  }

  /// The entries that match the filter: one for each action, with all its keys.
  var entries: [Entry] {
    var entries: [Entry] = []
    for row in BindingTable.rows where mode.chain.contains(row.mode) {
      if let place = entries.firstIndex(where: { $0.action == row.action }) {
        entries[place].keys += ", " + row.text
      } else {
        entries.append(Entry(keys: row.text, action: row.action, label: row.label))
      }
    }
    let wanted = filter.text.lowercased()
    guard !wanted.isEmpty else { return entries }
    return entries.filter { "\($0.keys) \($0.label)".lowercased().contains(wanted) }
  }

  /// A line of the list.
  struct Entry: Hashable {
    var keys: String
    let action: Action
    let label: String
  }

  mutating func move(by places: Int, height: Int) {
    selected = min(max(selected + places, 0), max(0, entries.count - 1))
    settle(height: height)
  }

  mutating func edit(_ change: (inout TextField) -> Void) {
    change(&filter)
    selected = 0
    top = 0
  }

  /// Keeps the marked entry inside a list so many lines high.
  mutating func settle(height: Int) {
    guard height > 0 else { return }
    top = min(top, selected)
    top = max(top, selected - height + 1)
    top = max(0, min(top, entries.count - height))
  }
}
