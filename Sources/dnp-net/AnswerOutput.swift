import Descriptors
import Foundation
import NetProtocol
import Synchronization

/// Writes answers from any thread, a line at a time.
final class AnswerOutput: Sendable {
  private let isWriting = Mutex(())

  /// Writes a line and waits while nobody reads; without a reader there is nothing left to do.
  func write(_ answer: NetAnswer) {
    let line = answer.line + [UInt8(ascii: "\n")]
    isWriting.withLock { _ in
      do {
        try Descriptor.standardOutput.writeAll(line)
      } catch {
        exit(0)
      }
    }
  }
}
