#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What of the process a closed terminal must have left as it was.
struct ProcessState {
  /// The handler of each signal.
  private let handlers: [UInt]
  /// Whether each signal is blocked in this thread.
  private let blocked: [Bool]
  /// How many descriptors are open; the test library's threads have a few, now and then.
  let descriptorCount: Int

  /// Those that the terminal owns while it is open, that ncurses takes, or that job control uses.
  private static let signals: [Int32] = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGTERM,
    SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH,
  ]

  /// The state now.
  init() {
    handlers = ProcessState.signals.map(ProcessState.handler)
    blocked = ProcessState.signals.map(ProcessState.isBlocked)
    descriptorCount = (Int32(0)..<4_096).count { fcntl($0, F_GETFD) >= 0 }
  }

  /// The signals that are treated in another way than before.
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
    // The handler is first on every platform; the system keeps bits of its own after it.
    return withUnsafeBytes(of: action) { $0.loadUnaligned(as: UInt.self) }
  }
}
