import CellGrid
import Scenarios

/// The ledger's list: what was done, and each entry in full.
extension Model {
  /// The rows of the ledger as they are now.
  var ledgerRows: LedgerRows { LedgerRows(run, past) }

  /// Moves in the ledger, or opens the marked entry.
  mutating func update(ledgerAction action: ListAction) -> [PaneEffect] {
    let rows = ledgerRows
    switch action {
    case .move(let move):
      ledger.move(
        move, height: LedgerView.listRows(layout.log), count: rows.rows.count)
      return []
    case .activate:
      let place = ledger.position.marked
      guard rows.rows.indices.contains(place) else {
        return [.notify(.info("nothing was done yet"))]
      }
      guard rows.isDone(rows.rows[place], run) else {
        return [
          .notify(
            .info(
              "this is ahead; \(bindings.text(of: .session(.stepForward))) and "
                + "\(bindings.text(of: .session(.stepForwardEntry))) go there"))
        ]
      }
      return [.open(.page(LedgerPage.page(of: rows.rows[place], rows, run, happened.zones)))]
    }
  }
}
