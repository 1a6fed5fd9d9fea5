import CellGrid

/// What the keys of the session do.
enum SessionAction: FeatureAction {
  /// Begins with a new phone.
  case startAnew
  /// Shows the phone as it was an instant before.
  case stepBack
  case stepForward
  /// The same for what was done, or for the time that passed, as the ledger has it.
  case stepBackEntry
  case stepForwardEntry
  /// Shows the session's branches.
  case branches
  /// Shows the phone as it was left.
  case present

  static let bindings: [Binding] =
    [
      Binding(
        .control("n"), .screen, .session(.startAnew),
        "Start anew with a new phone; the session keeps the old one"),
      Binding(
        .character("["), .screen, .session(.stepBack), "Step back to the instant before"),
      Binding(
        .character("]"), .screen, .session(.stepForward), "Step forward to the next instant"),
      Binding(
        .character("("), .screen, .session(.stepBackEntry),
        "Step back over what was done last, or over a jump"),
      Binding(
        .character(")"), .screen, .session(.stepForwardEntry),
        "Step forward over what was done next, or over a jump"),
      Binding(
        .character("B"), .screen, .session(.branches),
        "Show the session's branches, to go on with another one"),
      Binding(.character("}"), .screen, .session(.present), "Go from the past to the present"),
    ] + BranchesAction.bindings

  var action: Action { .session(self) }
}
