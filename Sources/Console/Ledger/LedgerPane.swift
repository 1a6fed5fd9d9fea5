import DeviceModel
import Scenarios
import Session

/// The list of what was done: one entry is marked, and the list scrolls.
struct LedgerPane: Sendable {
  /// The marked entry and the first one that is shown.
  private(set) var position = ListPosition()

  /// Does what a key stands for; going back is the model's.
  mutating func update(_ action: LedgerAction, count: Int) -> [PaneEffect] {
    switch action {
    case .show:
      position.mark(max(0, count - 1))
      return [.show(.ledger)]
    case .goBefore: return []
    }
  }

  /// Moves the mark.
  mutating func move(_ move: ListMove, height: Int, count: Int) {
    position.move(by: move.rows(height: max(1, height)), count: count)
  }

  /// Scrolls until the marked entry is among the rows that are shown.
  mutating func settle(height: Int, count: Int) {
    position.move(by: 0, count: count)
    position.settle(height: height, count: count)
  }
}
