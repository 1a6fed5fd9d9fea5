import CursesShim

/// Why a terminal was not opened; its description is a line for the person.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is not a terminal, but a file, a pipe or closed.
  case notATerminal
  /// The type cannot show a screen, or neither it nor a substitute is known.
  case noUsableType(termName: String)
  /// A screen is already open in this process.
  case alreadyOpen
  /// The system refused a descriptor, with its error number.
  case refused(errno: Int32)

  public var description: String {
    switch self {
    case .notATerminal:
      "input and output are not both a terminal: run dnp in one, or use --plain"
    case .noUsableType(let name):
      "the terminal type \"\(name)\" cannot show a screen: set TERM, such as "
        + "TERM=xterm-256color, or use --plain"
    case .alreadyOpen:
      "the screen is in use: close it before opening it again"
    case .refused(let errno):
      "the system refused to open the terminal (error \(errno)): close other programs and try "
        + "again"
    }
  }

  init?(_ result: dnp_open_result, _ options: CursesTerminal.Options) {
    switch result {
    case .opened: return nil
    case .already_open: self = .alreadyOpen
    case .not_a_terminal: self = .notATerminal
    case .no_terminal_type: self = .noUsableType(termName: options.termName)
    case .refused: self = .refused(errno: dnp_open_error())
    }
  }
}
