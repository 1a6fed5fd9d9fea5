import CellGrid

/// What every list and page understands; the one that has the keyboard does it.
enum ListAction: FeatureAction {
  case move(ListMove)
  /// Uses the marked row: presses the button, opens the line, begins the scenario.
  case activate

  static let allCases: [ListAction] = ListMove.allCases.map(ListAction.move) + [.activate]

  /// None: each list declares its own keys, which say what its rows are.
  static let bindings: [Binding] = []

  var action: Action { .list(self) }

  /// The keys that move in a list, whose rows are called by a word.
  static func moves(_ mode: KeyMode, _ row: String) -> [Binding] {
    [
      Binding(.up, mode, .list(.move(.up)), "Previous \(row)"),
      Binding(.character("k"), mode, .list(.move(.up)), "Previous \(row)"),
      Binding(.down, mode, .list(.move(.down)), "Next \(row)"),
      Binding(.character("j"), mode, .list(.move(.down)), "Next \(row)"),
      Binding(.pageUp, mode, .list(.move(.pageUp)), "A page up"),
      Binding(.control("b"), mode, .list(.move(.pageUp)), "A page up"),
      Binding(.pageDown, mode, .list(.move(.pageDown)), "A page down"),
      Binding(.control("f"), mode, .list(.move(.pageDown)), "A page down"),
      Binding(.home, mode, .list(.move(.first)), "First \(row)"),
      Binding(.character("g"), mode, .list(.move(.first)), "First \(row)"),
      Binding(.end, mode, .list(.move(.last)), "Last \(row)"),
      Binding(.character("G"), mode, .list(.move(.last)), "Last \(row)"),
    ]
  }
}

/// A way to go in a list.
enum ListMove: Hashable, Sendable, CaseIterable {
  case up
  case down
  case pageUp
  case pageDown
  case first
  case last

  /// How many rows to move, downwards positive, where so many rows are shown at once.
  ///
  /// A page keeps one row in sight; the ends are further away than any list is long.
  func rows(height: Int) -> Int {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, height - 1)
    case .pageDown: max(1, height - 1)
    case .first: -1_000_000_000
    case .last: 1_000_000_000
    }
  }
}
