import CellGrid

/// What the keys of a line that takes text do.
enum PromptAction: FeatureAction {
  /// Opens the command line.
  case open
  case accept
  case complete
  case previousEntry
  case nextEntry
  case earlierLine
  case laterLine
  case cancel
  case deleteBackward
  case deleteForward
  case deleteWord
  case deleteLine
  case cursorLeft
  case cursorRight
  case cursorHome
  case cursorEnd

  static let bindings: [Binding] = [
    Binding(.enter, .prompt, .prompt(.accept), "Do it", hint: "do it", rank: 0),
    Binding(.tab, .prompt, .prompt(.complete), "Complete", hint: "complete", rank: 2),
    Binding(
      .up, .prompt, .prompt(.previousEntry),
      "Previous suggestion; on an empty line, the line before"),
    Binding(.control("p"), .prompt, .prompt(.earlierLine), "The line that was typed before"),
    Binding(.control("n"), .prompt, .prompt(.laterLine), "The line that was typed after it"),
    Binding(.down, .prompt, .prompt(.nextEntry), "Next suggestion", hint: "choose", rank: 5),
    Binding(.escape, .prompt, .prompt(.cancel), "Cancel", hint: "cancel", rank: 7),
    Binding(
      .backspace, .prompt, .prompt(.deleteBackward), "Delete the letter before the cursor"),
    Binding(.delete, .prompt, .prompt(.deleteForward), "Delete the letter at the cursor"),
    Binding(.control("w"), .prompt, .prompt(.deleteWord), "Delete the word before the cursor"),
    Binding(.control("u"), .prompt, .prompt(.deleteLine), "Delete the line"),
    Binding(.left, .prompt, .prompt(.cursorLeft), "Cursor to the left"),
    Binding(.right, .prompt, .prompt(.cursorRight), "Cursor to the right"),
    Binding(.home, .prompt, .prompt(.cursorHome), "Cursor to the beginning"),
    Binding(.end, .prompt, .prompt(.cursorEnd), "Cursor to the end"),
  ]

  var action: Action { .prompt(self) }
}
