import CellGrid
import Scenarios

/// The ledger's list: what was done, and each entry in full.
extension Model {
  /// Moves in the ledger, or opens the marked entry.
  mutating func update(ledgerAction action: ListAction) -> [PaneEffect] {
    switch action {
    case .move(let move):
      ledger.move(move, height: layout.log.rows, count: journalCount)
      return []
    case .activate:
      let place = ledger.position.marked
      guard place < run.presses.count else {
        let isAhead = place < journalCount
        return [.notify(.info(isAhead ? "this is ahead; ] goes there" : "nothing was done yet"))]
      }
      return [.open(.page(LedgerPage.page(of: place, run)))]
    }
  }
}
