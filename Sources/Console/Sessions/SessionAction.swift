import CellGrid

/// What the keys of the session do.
enum SessionAction: FeatureAction {
  /// Begins with a new phone.
  case startAnew
  /// Shows the phone as it was an instant before.
  case stepBack
  case stepForward
  /// Shows the phone as it was left.
  case present

  static let bindings: [Binding] = [
    Binding(
      .control("n"), .screen, .session(.startAnew),
      "Start anew with a new phone; the session keeps the old one"),
    Binding(
      .character("["), .screen, .session(.stepBack), "Step back to the instant before"),
    Binding(
      .character("]"), .screen, .session(.stepForward), "Step forward to the next instant"),
    Binding(.character("}"), .screen, .session(.present), "Go from the past to the present"),
  ]

  var action: Action { .session(self) }
}
