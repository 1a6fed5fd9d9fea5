import CellGrid

/// What the keys of a system dialog do, the one that presses the marked button apart.
enum DialogAction: FeatureAction {
  case allow
  case deny
  /// The dialog goes without an answer, on Android.
  case dismiss
  /// Marks the other button.
  case switchAnswer

  static let bindings: [Binding] = [
    Binding(.character("y"), .dialog, .dialog(.allow), "Allow", hint: "allow", rank: 0),
    Binding(
      .character("n"), .dialog, .dialog(.deny), "Don’t allow, or deny", hint: "deny", rank: 1),
    Binding(
      .escape, .dialog, .dialog(.dismiss), "Dismiss it without an answer (Android)",
      hint: "dismiss", rank: 2),
    Binding(.left, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.right, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.tab, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.backTab, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.enter, .dialog, .list(.activate), "Press the marked button", hint: "press", rank: 0),
    Binding(.character(" "), .dialog, .time(.toggle), "Let time run, or pause it"),
    // A step back may lead to where the dialog was up, and must lead on from there.
    Binding(.character("["), .dialog, .session(.stepBack), "Step back to the instant before"),
    Binding(.character("]"), .dialog, .session(.stepForward), "Step forward to the next instant"),
    Binding(
      .character("("), .dialog, .session(.stepBackEntry),
      "Step back over what was done last, or over a jump"),
    Binding(
      .character(")"), .dialog, .session(.stepForwardEntry),
      "Step forward over what was done next, or over a jump"),
    Binding(.character("}"), .dialog, .session(.present), "Go from the past to the present"),
    Binding(.character(":"), .dialog, .prompt(.open), "Type a command", hint: "command", rank: 6),
    Binding(.character("?"), .dialog, .help(.open), "Show the keys", hint: "help", rank: 4),
    Binding(.character("Q"), .dialog, .program(.quit), "Quit"),
  ]

  var action: Action { .dialog(self) }

  /// The action that presses a button of the dialog.
  static func answer(_ isAllowed: Bool) -> Action { .dialog(isAllowed ? .allow : .deny) }
}
