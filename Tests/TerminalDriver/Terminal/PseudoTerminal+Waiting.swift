import Descriptors
import Foundation

/// Waiting for output and for the end, always in `poll`.
extension PseudoTerminal {
  /// Waits until the screen meets a condition; throws at the deadline or when the program ends.
  ///
  /// - Parameter event: what is expected, for the error.
  public func wait(
    for event: String, timeout: Duration? = nil, until isWanted: (VTScreen) -> Bool
  ) throws(TerminalDriverError) {
    let deadline = Deadline(after: timeout ?? self.timeout)
    while true {
      // Checked before reading, so that everything written before the end is read.
      let ended = exitStatus
      readAvailable()
      if isWanted(screen) { return }
      if let ended { throw failure(.ended(ended, waitingFor: event)) }
      try awaitActivity(deadline, event)
    }
  }

  /// Waits until a row of the screen contains a string.
  public func wait(forText text: String, timeout: Duration? = nil) throws(TerminalDriverError) {
    try wait(for: "the text '\(text)'", timeout: timeout) { screen in
      screen.lines.contains { $0.contains(text) }
    }
  }

  /// Waits until the program has ended, and reads all its output.
  public func waitForExit(timeout: Duration? = nil) throws(TerminalDriverError) -> ProgramExit {
    let deadline = Deadline(after: timeout ?? self.timeout)
    while true {
      let ended = exitStatus
      readAvailable()
      if let ended { return ended }
      try awaitActivity(deadline, "the end of the program")
    }
  }

  /// Returns when there is something to read, when the program has ended, or with writing when
  /// there is room; throws at the deadline.
  ///
  /// - Parameter other: A further descriptor that may become readable.
  func awaitActivity(
    _ deadline: Deadline, _ event: String, isWriting: Bool = false, other: Descriptor? = nil
  ) throws(TerminalDriverError) {
    guard try !isReady(within: deadline.milliseconds, event, isWriting: isWriting, other: other)
    else { return }
    if deadline.hasPassed { throw failure(.deadline(waitingFor: event)) }
  }

  /// Whether anything happens within some milliseconds; immediately if the program has ended.
  func isReady(
    within milliseconds: Int32, _ event: String, isWriting: Bool = false, other: Descriptor? = nil
  ) throws(TerminalDriverError) -> Bool {
    var polled: [pollfd] = []
    if let master, !isAtEnd {
      let events = isWriting ? POLLIN | POLLOUT : POLLIN
      polled.append(pollfd(fd: master.number, events: Int16(events), revents: 0))
    }
    // Even if the end is known by now: the caller may have read the status just before.
    if let child {
      polled.append(pollfd(fd: child.endNotice.number, events: Int16(POLLIN), revents: 0))
    }
    if let other { polled.append(pollfd(fd: other.number, events: Int16(POLLIN), revents: 0)) }
    guard !polled.isEmpty else { throw failure(.closed(call: event)) }
    let count = poll(&polled, nfds_t(polled.count), milliseconds)
    if count < 0, errno != EINTR { throw failure(.system(call: "poll", code: errno)) }
    return count > 0
  }
}
