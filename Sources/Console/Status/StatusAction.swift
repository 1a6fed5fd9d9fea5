import CellGrid

/// What the keys of the status do.
enum StatusAction: FeatureAction {
  /// The person has seen the last error.
  case acknowledge

  static let bindings: [Binding] = [
    Binding(
      .character("C"), .screen, .status(.acknowledge), "Mark the last error as seen",
      hint: "error seen", rank: 3)
  ]

  var action: Action { .status(self) }
}
