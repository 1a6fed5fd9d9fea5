/// What a terminal can be told.
enum Instruction: Equatable, Sendable {
  case character(Unicode.Scalar)
  case control(UInt8)
  /// ESC, bytes from `space` to `/`, a final byte.
  case escape(intermediates: [UInt8], final: UInt8)
  case sequence(ControlSequence)
  /// OSC, without its end.
  case systemCommand(String)
  /// What no terminal should be sent, as text for people.
  case invalid(String)
}
