#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The signals that end a process which does not handle them, beside HUP, INT, TERM, KILL, PIPE.
enum EndingSignals {
  /// Those after which a program can do what it has to.
  static let orderly: [Int32] = {
    var numbers = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ]
    #if os(Linux)
    numbers += [SIGPWR, SIGIO, __libc_current_sigrtmin(), __libc_current_sigrtmax()]
    #endif
    return numbers
  }()

  /// Those of a crash; STKFLT, which exit tests take for an end by themselves, is tested elsewhere.
  static let crashes: [Int32] = {
    var numbers = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT, SIGSYS]
    #if !os(Linux)
    numbers.append(SIGEMT)
    #endif
    return numbers
  }()
}
