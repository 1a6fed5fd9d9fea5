import CursesShim

/// A signal that the console's loop handles.
public enum TerminalSignal: Hashable, Sendable {
  /// TERM: end, after saving the session.
  case terminate
  /// HUP: the terminal is gone.
  case hangUp
  /// INT, from another process; Ctrl-C is reported as a key.
  case interrupt
  /// USR1, ALRM, XCPU and every other one that would have ended the process, by its number.
  ///
  /// The first one of them; `end` is to be called once everything is restored and kept.
  case otherEnd(Int32)
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
    case .otherEnd(let number): number
    case .continue: dnp_signal_number(.continue)
    case .resize: dnp_signal_number(.resize)
    case .suspend: dnp_signal_number(.suspend)
    }
  }

  /// Ends the process by a signal that would have ended it, so that its parent hears of that.
  ///
  /// Other signals end the program with an exit code, and this does nothing.
  public func end() {
    if case .otherEnd(let number) = self { dnp_end_by_signal(number) }
  }

  init?(_ signal: dnp_signal) {
    switch signal {
    case .none: return nil
    case .terminate: self = .terminate
    case .hang_up: self = .hangUp
    case .interrupt: self = .interrupt
    case .other_end: self = .otherEnd(dnp_ending_signal())
    case .continue: self = .continue
    case .resize: self = .resize
    case .suspend: self = .suspend
    }
  }
}
