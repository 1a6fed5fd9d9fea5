import CellGrid

/// What the keys of the list of scenarios do.
enum WalkthroughsAction: FeatureAction {
  /// Shows the list.
  case show
  /// Asks for a text that the listed scenarios have.
  case filter

  static let bindings: [Binding] =
    [
      Binding(
        .enter, .pane(.walkthroughs), .list(.activate), "Go through the scenario", hint: "begin",
        rank: 0),
      Binding(
        .control("r"), .pane(.walkthroughs), .walkthroughs(.filter),
        "List only scenarios with a text", hint: "filter", rank: 0),
    ] + ListAction.moves(.pane(.walkthroughs), "scenario")

  var action: Action { .walkthroughs(self) }
}
