/// A key to press: one input of the program, and the bytes that xterm sends for it.
///
/// The bytes are those of `xterm-256color` with the keypad in application mode, set by ncurses.
public enum PressedKey: Hashable, Sendable {
  /// A character, with the shift key already applied.
  case character(Unicode.Scalar)
  /// Ctrl and a letter, in lower case; `@`, `[`, `\`, `]`, `^` and `_` count as letters.
  case control(Unicode.Scalar)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case delete
  case insert
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
  /// Pasted text follows, not keys.
  case pasteBegin
  /// The pasted text has ended.
  case pasteEnd
  /// Any other bytes that are one input for the program, such as a mouse report.
  case sequence([UInt8])

  /// The keys that type a string: one for each scalar, and Enter for a line feed.
  public static func typing(_ text: String) -> [PressedKey] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n", "\r": .enter
      case "\t": .tab
      default: .character(scalar)
      }
    }
  }

  /// The keys of a bracketed paste: its two marks and one for each scalar.
  public static func pasting(_ text: String) -> [PressedKey] {
    [.pasteBegin] + typing(text) + [.pasteEnd]
  }

  /// What the terminal sends.
  public var bytes: [UInt8] {
    switch self {
    case .character(let scalar): Array(String(scalar).utf8)
    case .control(let letter): [Self.controlByte(letter)]
    case .enter: [0x0D]
    case .tab: [0x09]
    case .escape: [0x1B]
    case .backspace: [0x7F]
    case .sequence(let bytes): bytes
    case .function(let number): Self.escaped(Self.function(number))
    case .up: Self.escaped("OA")
    case .down: Self.escaped("OB")
    case .right: Self.escaped("OC")
    case .left: Self.escaped("OD")
    case .home: Self.escaped("OH")
    case .end: Self.escaped("OF")
    case .insert: Self.escaped("[2~")
    case .delete: Self.escaped("[3~")
    case .pageUp: Self.escaped("[5~")
    case .pageDown: Self.escaped("[6~")
    case .backTab: Self.escaped("[Z")
    case .pasteBegin: Self.escaped("[200~")
    case .pasteEnd: Self.escaped("[201~")
    }
  }

  /// Control characters are the letters from `@` to `_`, 0x40 lower.
  private static func controlByte(_ letter: Unicode.Scalar) -> UInt8 {
    let value = (0x61...0x7A).contains(letter.value) ? letter.value - 0x20 : letter.value
    precondition((0x40...0x5F).contains(value), "Ctrl goes with a letter or one of @[\\]^_")
    return UInt8(value - 0x40)
  }

  private static func escaped(_ text: String) -> [UInt8] { [0x1B] + Array(text.utf8) }

  private static func function(_ number: Int) -> String {
    let names = [
      "OP", "OQ", "OR", "OS", "[15~", "[17~", "[18~", "[19~", "[20~", "[21~", "[23~", "[24~",
    ]
    precondition((1...names.count).contains(number), "F1 to F12")
    return names[number - 1]
  }
}
