/// An error while driving a program, with the content of its screen.
public struct TerminalDriverError: Error, Equatable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    /// A system call failed with a code of `errno`.
    case system(call: String, code: Int32)
    /// The deadline passed before this happened.
    case deadline(waitingFor: String)
    /// The program ended before this happened.
    case ended(ProgramExit, waitingFor: String)
    /// There is no program yet, or the terminal has hung up.
    case closed(call: String)
    /// A line on the idle descriptor that is not in the protocol.
    case badIdleLine(String)
    /// The program reports that it has handled more keys than were pressed.
    case tooManyInputs(reported: Int, pressed: Int)
    /// Nothing was written after a measured key.
    case noOutput
  }

  /// What went wrong.
  public let reason: Reason
  /// The rows of the screen at that time, joined by line feeds.
  public let screen: String
  /// The last bytes that the program wrote, the unprintable ones by name or number.
  public let lastBytes: String

  init(_ reason: Reason, screen: String = "", lastBytes: String = "") {
    self.reason = reason
    self.screen = screen
    self.lastBytes = lastBytes
  }

  /// The reason, the screen and the last bytes.
  public var description: String {
    "\(reason.text)\nscreen:\n\(screen)\nlast bytes: \(lastBytes)"
  }
}

extension TerminalDriverError.Reason {
  /// The reason in words.
  var text: String {
    switch self {
    case .system(let call, let code): "\(call) failed with error \(code)"
    case .deadline(let event): "the deadline passed while waiting for \(event)"
    case .ended(let status, let event): "the program \(status) while waiting for \(event)"
    case .closed(let call): "\(call): there is no program, or the terminal has hung up"
    case .badIdleLine(let line): "the idle descriptor said '\(line)'"
    case .tooManyInputs(let reported, let pressed):
      "the program reports \(reported) inputs, but \(pressed) keys were pressed"
    case .noOutput: "the program wrote nothing after the key"
    }
  }
}
