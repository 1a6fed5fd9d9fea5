/// How a program ended.
public enum ProgramExit: Hashable, Sendable, CustomStringConvertible {
  /// It exited, with a code.
  case exited(Int32)
  /// A signal ended it.
  case signalled(Int32)

  /// Decodes the status that `waitpid` reports for a child that has ended.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
  }

  /// What happened, as the end of a sentence about the program.
  public var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let number): "was ended by signal \(number)"
    }
  }
}
