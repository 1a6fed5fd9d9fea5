extension KeyChange {
  /// Reads a line of a recording; nil for anything that no recording has.
  init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 2, let mode = KeyMode.allCases.first(where: { $0.name == words[0] }),
      let row = BindingTable.rows.first(where: { $0.mode == mode && $0.action.name == words[1] })
    else { return nil }
    let keys = words.dropFirst(2).map { try? KeyMapFile.keys($0, in: mode) }
    guard keys.allSatisfy({ $0 != nil }) else { return nil }
    self.init(mode: mode, action: row.action, keys: keys.compactMap { $0 })
  }
}
