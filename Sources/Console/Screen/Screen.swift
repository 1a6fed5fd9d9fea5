/// What fills the terminal.
enum Screen: Hashable, Sendable {
  case console
  case log
  case walkthroughs
}

/// Which part of the screen has the keyboard.
enum Focus: Hashable, Sendable {
  /// The buttons, or what is shown in their place.
  case controls
  case log
}
