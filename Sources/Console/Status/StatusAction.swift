import CellGrid

/// What the keys of the status do.
enum StatusAction: FeatureAction {
  /// The person has seen the last error.
  case acknowledge
  /// What the last press ended with was expected.
  case expect

  static let bindings: [Binding] =
    [
      Binding(
        .character("C"), .screen, .status(.acknowledge), "Mark the last error as seen",
        hint: "error seen", rank: 3),
      Binding(
        .character("X"), .screen, .status(.expect), "The last press ended as expected"),
      Binding(
        .enter, .pane(.status), .list(.activate), "Show the row in full", hint: "in full", rank: 0),
    ] + ListAction.moves(.pane(.status), "row")

  var action: Action { .status(self) }
}
