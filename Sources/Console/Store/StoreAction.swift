import CellGrid

/// What the keys of the store do.
enum StoreAction: FeatureAction {
  /// Shows what the plugin has stored.
  case show

  static let bindings: [Binding] =
    [
      Binding(.character("6"), .screen, .store(.show), "Show what is stored"),
      Binding(
        .enter, .pane(.store), .list(.activate), "Show the entry in full", hint: "open", rank: 0),
    ] + ListAction.moves(.pane(.store), "entry")

  var action: Action { .store(self) }
}
