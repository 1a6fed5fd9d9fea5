import Foundation
import Synchronization

/// The signals that interrupt a run; a second one ends the program immediately.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Starts to listen for INT, TERM and HUP, even if the parent has blocked them.
  ///
  /// A hang-up that the parent ignores, as nohup does, stays ignored.
  static func listen() {
    // Initialized now, so that no signal handler is the first to access it.
    _ = number
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) {
      signal(number) { number in
        let (isFirst, _) = Interruption.received.compareExchange(
          expected: 0, desired: number, ordering: .relaxed)
        if !isFirst { _exit(128 + number) }
      }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if os(Linux)
    let handler = action.__sigaction_handler.sa_handler
    #else
    let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signal that was received; nil without one.
  static var number: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
