import Foundation
import TerminalDriverShim

/// An open descriptor of this process.
struct Descriptor: Sendable {
  let number: Int32

  /// What a read or write came to.
  enum Outcome: Equatable {
    case bytes(Int)
    /// Nothing now; later perhaps.
    case wouldBlock
    /// Nothing any more: the end, or an error of that number.
    case end(Int32)
  }

  /// A pipe, both ends close-on-exec.
  static func pipe() throws(TerminalDriverError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    let code = td_pipe(&ends)
    guard code == 0 else { throw TerminalDriverError(.system(call: "pipe", code: code)) }
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }

  func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  func read(into buffer: inout [UInt8]) -> Outcome {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(number, $0.baseAddress, $0.count)
      }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end(0) }
      if errno == EAGAIN || errno == EWOULDBLOCK { return .wouldBlock }
      if errno != EINTR { return .end(errno) }
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    while true {
      let count = bytes.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      if count >= 0 { return .bytes(count) }
      if errno == EAGAIN || errno == EWOULDBLOCK { return .wouldBlock }
      if errno != EINTR { return .end(errno) }
    }
  }

  func close() {
    _ = Foundation.close(number)
  }
}
