import CellGrid

extension Key {
  /// The key as people write it: `Ctrl-L`, `Shift-Tab`, `q`.
  var text: String {
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
    case .mouse: "mouse"
    case .pasteBegin: "paste"
    case .pasteEnd: "end of paste"
    }
  }
}
