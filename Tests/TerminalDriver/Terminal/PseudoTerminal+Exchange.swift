import Descriptors
import Foundation

/// Bytes in both directions.
extension PseudoTerminal {
  /// Sends bytes as if typed; reads at the same time, so that neither side blocks.
  public func write(_ bytes: [UInt8]) throws(TerminalDriverError) {
    let deadline = Deadline(after: timeout)
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let master else { throw failure(.closed(call: "write")) }
      switch master.write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .end: throw failure(.system(call: "write", code: EIO))
      case .failed(let error): throw failure(.system(call: "write", code: error.code))
      case .wouldBlock:
        if let exitStatus { throw failure(.ended(exitStatus, waitingFor: "room for input")) }
        collect()
        try awaitActivity(deadline, "room for input", isWriting: true)
      }
    }
  }

  /// Sends a string as if typed.
  public func write(_ text: String) throws(TerminalDriverError) {
    try write(Array(text.utf8))
  }

  /// Reads everything that the program has written so far and returns the screen with it.
  @discardableResult
  public func readAvailable() -> [UInt8] {
    collect()
    return digest()
  }

  /// Reads everything without interpreting it, so that only reading is measured.
  func collect() {
    while let master, !isAtEnd {
      switch master.read(into: &readBuffer) {
      case .bytes(let count):
        measurement?.note()
        held.append(contentsOf: readBuffer[..<count])
        if held.count > Self.heldMax { digest() }
      case .wouldBlock: return
      case .end, .failed: isAtEnd = true
      }
    }
  }

  /// Feeds what was read to the screen and returns it.
  @discardableResult
  func digest() -> [UInt8] {
    defer { held.removeAll(keepingCapacity: true) }
    screen.feed(held)
    lastBytes = Array((lastBytes + held).suffix(Self.lastBytesMax))
    return held
  }
}
