#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ends a process that hangs, so that its test fails.
enum Watchdog {
  private static let seconds: UInt32 = 60

  /// Starts the watchdog: the process has a minute from now.
  static func start() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGALRM)
    // The process inherits the signals that the thread which started it has blocked.
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    alarm(seconds)
  }
}
