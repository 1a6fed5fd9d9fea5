import CellGrid

/// What the keys of the list of scenarios do.
enum WalkthroughsAction: FeatureAction {
  /// Shows the list.
  case show

  static let bindings: [Binding] =
    [
      Binding(
        .enter, .pane(.walkthroughs), .list(.activate), "Go through the scenario", hint: "begin",
        rank: 0)
    ] + ListAction.moves(.pane(.walkthroughs), "scenario")

  var action: Action { .walkthroughs(self) }
}
