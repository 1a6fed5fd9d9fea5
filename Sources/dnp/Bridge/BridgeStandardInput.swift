import Bridge
import Descriptors
import Foundation
import JSONText
import Synchronization

/// Standard input as lines, of which more are read while a long request is carried out.
final class BridgeStandardInput: Sendable {
  private struct State {
    var inbox = BridgeInbox()
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// The next line as soon as there is one; nil at the end of the input.
  func next() throws(SystemError) -> LineSplitter.Item? {
    while true {
      let (item, hasEnded) = state.withLock { ($0.inbox.takeNext(), $0.hasEnded) }
      if item != nil || hasEnded { return item }
      try take(Descriptor.standardInput.readChunk())
    }
  }

  /// Reads what has arrived, without waiting, and says whether the request at hand is cancelled.
  func isCancelled() -> Bool {
    while !state.withLock({ $0.inbox.isFull || $0.hasEnded }), hasInput {
      // What is wrong with the input is found when its next line is asked for.
      guard let chunk = try? Descriptor.standardInput.readChunk() else { break }
      take(chunk)
    }
    return state.withLock { $0.inbox.isCancelled }
  }

  private func take(_ chunk: [UInt8]) {
    state.withLock { state in
      if chunk.isEmpty {
        state.hasEnded = true
        state.inbox.finish()
      } else {
        state.inbox.take(chunk)
      }
    }
  }

  private var hasInput: Bool {
    var poll = pollfd(fd: Descriptor.standardInput.number, events: Int16(POLLIN), revents: 0)
    return Foundation.poll(&poll, 1, 0) == 1
  }
}
