import CellGrid
import CursesShim

extension Key {
  /// A key as the shim reports it; nil for a number that is not a character.
  init?(_ key: dnp_key) {
    switch key.kind {
    case .character, .control:
      guard let scalar = Unicode.Scalar(key.value) else { return nil }
      self = key.kind == .control ? .control(scalar) : .character(scalar)
    case .function: self = .function(Int(key.value))
    case .enter: self = .enter
    case .tab: self = .tab
    case .back_tab: self = .backTab
    case .escape: self = .escape
    case .backspace: self = .backspace
    case .delete: self = .delete
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .home
    case .end: self = .end
    case .page_up: self = .pageUp
    case .page_down: self = .pageDown
    case .paste_begin: self = .pasteBegin
    case .paste_end: self = .pasteEnd
    }
  }
}
