import Foundation
import Synchronization

/// The signals that end a run before its time; the second one ends the program at once.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Begins to listen for INT, TERM and HUP, also where the parent had them blocked.
  ///
  /// A hang-up that the parent has ignored, as nohup does, stays ignored.
  static func listen() {
    // Made now, so that no handler is the first to touch it.
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

  /// The signal that came; nil when none did.
  static var number: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
