#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The state of the process that a closed terminal must have restored.
struct ProcessState {
  /// The handler of each signal.
  private let handlers: [UInt]
  /// Whether each signal is blocked in this thread.
  private let blocked: [Bool]
  /// The number of open descriptors; the test library's threads now and then have a few.
  let descriptorCount: Int

  /// The signals that the open terminal handles, that ncurses handles, or that are job control's.
  private static let signals: [Int32] =
    [
      SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH,
    ] + EndingSignals.orderly + EndingSignals.crashes

  /// Reads the current state.
  init() {
    handlers = ProcessState.signals.map(ProcessState.handler)
    blocked = ProcessState.signals.map(ProcessState.isBlocked)
    descriptorCount = (Int32(0)..<4_096).count { fcntl($0, F_GETFD) >= 0 }
  }

  /// The signals whose handling differs from another state.
  func changedSignals(from other: ProcessState) -> [Int32] {
    zip(ProcessState.signals, handlers.indices)
      .filter { handlers[$1] != other.handlers[$1] || blocked[$1] != other.blocked[$1] }
      .map(\.0)
  }

  private static func isBlocked(_ number: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, number) == 1
  }

  private static func handler(_ number: Int32) -> UInt {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return 0 }
    // The handler is the first member on every platform; system-specific bits follow it.
    return withUnsafeBytes(of: action) { $0.loadUnaligned(as: UInt.self) }
  }
}
