/// The status rows as a list.
///
/// While the keyboard is there one is marked, and Enter shows it in full.
struct StatusPane: Hashable, Sendable {
  /// The marked row.
  private(set) var position = ListPosition()

  /// Moves the mark, or shows the marked row in full.
  mutating func update(_ action: ListAction, _ rows: [StatusRow]) -> [PaneEffect] {
    switch action {
    case .move(let move):
      position.move(by: move.rows(height: max(1, rows.count)), count: rows.count)
      return []
    case .activate:
      guard rows.indices.contains(position.marked) else { return [] }
      let row = rows[position.marked]
      return [.open(.page(Page(title: row.label, lines: ["\(row.light.glyph) \(row.text)"])))]
    }
  }
}
