import CellGrid

/// What the keys of the ledger do.
enum LedgerAction: FeatureAction {
  /// Shows what was done.
  case show
  /// Goes back to just before the marked entry.
  case goBefore

  static let bindings: [Binding] =
    [
      Binding(.character("7"), .screen, .ledger(.show), "Show what was done, and what it changed"),
      Binding(
        .character("<"), .pane(.ledger), .ledger(.goBefore),
        "Go back to just before the marked entry", hint: "before this", rank: 1),
      Binding(
        .enter, .pane(.ledger), .list(.activate), "Show the entry in full", hint: "open", rank: 0),
    ] + ListAction.moves(.pane(.ledger), "entry")

  var action: Action { .ledger(self) }
}
