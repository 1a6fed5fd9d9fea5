import CellGrid

/// What the keys of the store do.
enum StoreAction: FeatureAction {
  /// Shows what the plugin has stored.
  case show
  /// Writes the remembered deliveries into the log.
  case writeHistory

  static let bindings: [Binding] =
    [
      Binding(.character("6"), .screen, .store(.show), "Show what is stored"),
      // It stands with the Developer buttons that write something into the log.
      Binding(
        [.character("'"), .character("d"), .character("h")], .buttons, .store(.writeHistory),
        "Show Delivery History"),
      Binding(
        .enter, .pane(.store), .list(.activate), "Show the entry in full", hint: "open", rank: 0),
    ] + ListAction.moves(.pane(.store), "entry")

  var action: Action { .store(self) }
}
