import CellGrid

/// What the keys of the question do whether a file may be replaced.
enum ConfirmationAction: FeatureAction {
  case replace
  case leave

  static let bindings: [Binding] = [
    Binding(
      .character("y"), .confirmation, .confirmation(.replace), "Replace the file",
      hint: "replace", rank: 0),
    Binding(
      .character("n"), .confirmation, .confirmation(.leave), "Leave the file as it is",
      hint: "leave", rank: 1),
    Binding(.escape, .confirmation, .confirmation(.leave), "Leave the file as it is"),
    Binding(.character("q"), .confirmation, .confirmation(.leave), "Leave the file as it is"),
  ]

  var action: Action { .confirmation(self) }
}
