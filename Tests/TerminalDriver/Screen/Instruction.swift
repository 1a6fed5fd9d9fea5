/// What a program can send to a terminal.
enum Instruction: Equatable, Sendable {
  case character(Unicode.Scalar)
  case control(UInt8)
  /// ESC, bytes from `space` to `/`, a final byte.
  case escape(intermediates: [UInt8], final: UInt8)
  case sequence(ControlSequence)
  /// OSC, without its end.
  case systemCommand(String)
  /// Bytes that no terminal should be sent, as readable text.
  case invalid(String)
}
