public import CellGrid

/// One row of the table of keys.
public struct Binding: Hashable, Sendable {
  /// The keys, one after the other; nearly always one.
  public let keys: [Key]
  /// Where it counts.
  public let mode: KeyMode
  /// What it does.
  public let action: Action
  /// What it does, in words.
  public let label: String
  /// The word in the footer; nil keeps it out of there.
  public let hint: String?
  /// Which hint goes first where not all have room: 0 leads.
  public let rank: Int

  init(
    _ key: Key, _ mode: KeyMode, _ action: Action, _ label: String, hint: String? = nil,
    rank: Int = 0
  ) {
    self.init([key], mode, action, label, hint: hint, rank: rank)
  }

  init(
    _ keys: [Key], _ mode: KeyMode, _ action: Action, _ label: String, hint: String? = nil,
    rank: Int = 0
  ) {
    self.keys = keys
    self.mode = mode
    self.action = action
    self.label = label
    self.hint = hint
    self.rank = rank
  }
}

extension Binding {
  /// The keys as people write them: `Ctrl-L`, `'rs`.
  public var text: String { keys.map(\.text).joined() }
}

extension Key {
  /// The key as people write it: `Ctrl-L`, `Shift-Tab`, `q`.
  public var text: String {
    switch self {
    case .character(" "): "Space"
    case .character(let scalar): String(Character(scalar))
    case .control(let scalar): "Ctrl-" + String(Character(scalar)).uppercased()
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    case .pasteBegin: "paste"
    case .pasteEnd: "end of paste"
    }
  }
}
