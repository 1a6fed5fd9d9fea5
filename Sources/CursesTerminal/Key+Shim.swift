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
    case .mouse_press: self = .mouse(Key.event(.press, key.value))
    case .mouse_wheel_up: self = .mouse(Key.event(.wheelUp, key.value))
    case .mouse_wheel_down: self = .mouse(Key.event(.wheelDown, key.value))
    case .paste_begin: self = .pasteBegin
    case .paste_end: self = .pasteEnd
    }
  }

  /// An event at a place: the row in the upper half, the column in the lower one.
  private static func event(_ kind: MouseEvent.Kind, _ place: UInt32) -> MouseEvent {
    MouseEvent(kind, row: Int(place >> 16), column: Int(place & 0xFFFF))
  }
}
