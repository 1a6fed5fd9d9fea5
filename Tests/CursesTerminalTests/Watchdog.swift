#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ends a process that hangs, so that its test fails.
enum Watchdog {
  private static let seconds: UInt32 = 60

  /// Gives the process a minute from now.
  static func start() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGALRM)
    // The process inherits what the thread that started it has blocked.
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    alarm(seconds)
  }
}
