/// What fills the terminal.
enum Screen: Hashable, Sendable {
  case console
  case log
  case walkthroughs
  case store

  /// Whether the buttons, or what is shown in their place, are above the log; otherwise one list
  /// has the whole screen.
  var hasPanes: Bool {
    switch self {
    case .console, .walkthroughs: true
    case .log, .store: false
    }
  }
}

/// Which part of the screen has the keyboard.
enum Focus: Hashable, Sendable {
  /// The buttons, or what is shown in their place.
  case controls
  case log
}
