/// A key as a terminal reports it.
public enum Key: Hashable, Sendable {
  /// A character, with the shift key already applied.
  case character(Unicode.Scalar)
  /// Ctrl and a letter in lower case; `@`, `[`, `\`, `]`, `^` and `_` count as letters.
  case control(Unicode.Scalar)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case delete
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// F1 to F12.
  case function(Int)
  /// The mouse, while the program has it.
  case mouse(MouseEvent)
  /// Pasted text follows, not keys.
  case pasteBegin
  /// The pasted text has ended.
  case pasteEnd
}
