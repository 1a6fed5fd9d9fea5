import CursesShim

/// A signal that the console's loop handles.
public enum TerminalSignal: Hashable, Sendable, CaseIterable {
  /// TERM: end, after saving the session.
  case terminate
  /// HUP: the terminal is gone.
  case hangUp
  /// INT, from another process; Ctrl-C is reported as a key.
  case interrupt
  /// CONT, after a stop that was not caused by `suspend`.
  case `continue`
  /// WINCH: the terminal's size has changed.
  case resize
  /// TSTP, from another process; Ctrl-Z is reported as a key.
  case suspend

  /// The system's number; a process that a signal ends exits with 128 plus this.
  public var number: Int32 {
    switch self {
    case .terminate: dnp_signal_number(.terminate)
    case .hangUp: dnp_signal_number(.hang_up)
    case .interrupt: dnp_signal_number(.interrupt)
    case .continue: dnp_signal_number(.continue)
    case .resize: dnp_signal_number(.resize)
    case .suspend: dnp_signal_number(.suspend)
    }
  }

  init?(_ signal: dnp_signal) {
    switch signal {
    case .none: return nil
    case .terminate: self = .terminate
    case .hang_up: self = .hangUp
    case .interrupt: self = .interrupt
    case .continue: self = .continue
    case .resize: self = .resize
    case .suspend: self = .suspend
    }
  }
}
