import CellGrid

/// What the keys that concern the program and its terminal do.
enum ProgramAction: FeatureAction {
  case export
  /// Asks for a note and writes a bundle.
  case bundle
  /// Shows what programs wrote to standard error.
  case messages
  case quit
  case interrupt
  case suspend
  case repaint
  /// Takes the mouse, or leaves it to the terminal.
  case mouse

  static let bindings: [Binding] = [
    Binding(
      .character("A"), .screen, .program(.bundle),
      "Write a bundle: a folder for somebody else, with a note"),
    Binding(.control("c"), .always, .program(.interrupt), "Quit at once"),
    Binding(.control("z"), .always, .program(.suspend), "Back to the shell; fg returns"),
    Binding(
      .function(2), .always, .program(.mouse), "Use the mouse here, or leave it to the terminal"),
    Binding(.control("l"), .always, .program(.repaint), "Paint the screen afresh"),
  ]

  var action: Action { .program(self) }
}
