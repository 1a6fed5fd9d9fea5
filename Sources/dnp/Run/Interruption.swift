import Foundation
import Synchronization

/// The signals that interrupt a run; a second one ends the program immediately.
///
/// The first one lets the program write what there is. A watch on a thread of its own ends it when
/// nothing comes of that in time: it waits, for a reader of a pipe say, or there is too much to do.
/// A report is either whole or not there.
enum Interruption {
  private static let received = Atomic<Int32>(0)
  /// Whether the run has ended and its reports are being written.
  private static let isReporting = Atomic<Bool>(false)
  private static let hasBegun = Atomic<Bool>(false)
  /// What the handler writes to and the watch reads from; -1 before there is one.
  private static let wakeup = Atomic<Int32>(-1)

  /// Starts to listen for INT, TERM and HUP, even if the parent has blocked them.
  ///
  /// A hang-up that the parent ignores, as nohup does, stays ignored.
  static func listen() {
    // Initialized now, so that no signal handler is the first to access it.
    _ = number
    beginWatch()
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) {
      signal(number) { number in
        let (isFirst, _) = Interruption.received.compareExchange(
          expected: 0, desired: number, ordering: .relaxed)
        if !isFirst {
          UnfinishedFile.remove()
          _exit(128 + number)
        }
        let descriptor = Interruption.wakeup.load(ordering: .relaxed)
        if descriptor >= 0 { _ = write(descriptor, "!", 1) }
      }
    }
  }

  /// Says that the run has ended and its reports are being written.
  static func beginReports() { isReporting.store(true, ordering: .relaxed) }

  /// Starts the thread that waits for a signal, once.
  private static func beginWatch() {
    var ends: (Int32, Int32) = (-1, -1)
    guard !hasBegun.exchange(true, ordering: .relaxed),
      withUnsafeMutableBytes(
        of: &ends, { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) })
        == 0
    else { return }
    let (reading, writing) = ends
    for end in [reading, writing] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakeup.store(writing, ordering: .relaxed)
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(reading, &byte, 1) < 0, errno == EINTR {}
      InterruptionWatch.waitForEnd()
      if let number { end(128 + number) }
    }
  }

  /// Ends the program where it is.
  private static func end(_ code: Int32) -> Never {
    UnfinishedFile.remove()
    if isReporting.load(ordering: .relaxed) {
      // A pipe that has room for anything has it for a short message; a full one is left alone.
      var errors = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      let message = "dnp: there was no time to write all reports after the signal\n"
      if poll(&errors, 1, 0) == 1 { _ = write(STDERR_FILENO, message, message.utf8.count) }
    }
    _exit(code)
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
