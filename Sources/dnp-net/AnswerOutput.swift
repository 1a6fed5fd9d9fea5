import Descriptors
import Foundation
import NetProtocol

/// Writes answers, a line at a time, on a thread that may wait while nobody reads.
///
/// Who has an answer goes on at once. Where there may be many of them, the next one is made when
/// the one before has been written.
final class AnswerOutput: Sendable {
  private let queue = DispatchQueue(label: "answers")

  /// Writes a line after those before it; without a reader there is nothing left to do.
  ///
  /// - Parameter done: Is called on another thread: true once the line is written, false where it
  ///   would have more than `NetRequest.lineBytesMax` bytes and is not.
  func write(_ answer: NetAnswer, done: @escaping @Sendable (Bool) -> Void = { _ in }) {
    queue.async {
      let line = answer.line
      guard line.count <= NetRequest.lineBytesMax else { return done(false) }
      do {
        try Descriptor.standardOutput.writeAll(line + [UInt8(ascii: "\n")])
      } catch {
        exit(0)
      }
      done(true)
    }
  }

  /// Waits until everything is written.
  func finish() { queue.sync {} }
}
