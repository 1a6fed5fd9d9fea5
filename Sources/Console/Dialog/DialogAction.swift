import CellGrid

/// What the keys of the permission dialog do, the one that presses the marked button apart.
enum DialogAction: FeatureAction {
  case allow
  case deny
  /// Marks the other button.
  case switchAnswer

  static let bindings: [Binding] = [
    Binding(.character("y"), .dialog, .dialog(.allow), "Allow", hint: "allow", rank: 0),
    Binding(.character("n"), .dialog, .dialog(.deny), "Don’t allow", hint: "don’t allow", rank: 1),
    Binding(.left, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.right, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.tab, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.backTab, .dialog, .dialog(.switchAnswer), "The other button"),
    Binding(.enter, .dialog, .list(.activate), "Press the marked button", hint: "press", rank: 0),
    Binding(.character(" "), .dialog, .time(.toggle), "Let time run, or pause it"),
    Binding(.character(":"), .dialog, .prompt(.open), "Type a command", hint: "command", rank: 6),
    Binding(.character("?"), .dialog, .help(.open), "Show the keys", hint: "help", rank: 4),
    Binding(.character("Q"), .dialog, .program(.quit), "Quit"),
  ]

  var action: Action { .dialog(self) }

  /// The action that presses a button of the dialog.
  static func answer(_ isAllowed: Bool) -> Action { .dialog(isAllowed ? .allow : .deny) }
}
