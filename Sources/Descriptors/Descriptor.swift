import Foundation

/// An open file descriptor of this process, read and written without buffering.
///
/// This is the only place in Swift that calls `read` and `write`: a call that a signal interrupted
/// is made again, and a part that was written is followed by the rest.
package struct Descriptor: Hashable, Sendable {
  /// The number that the system knows it by.
  package let number: Int32

  /// What one read or write did.
  package enum Outcome: Hashable, Sendable {
    /// That many bytes were read or written, 1 or more.
    case bytes(Int)
    /// Nothing now; perhaps later. Only of a descriptor that does not block.
    case wouldBlock
    /// There is nothing more to read, or no more is taken.
    case end
    case failed(SystemError)
  }

  package static let standardInput = Descriptor(number: 0)
  package static let standardOutput = Descriptor(number: 1)
  package static let standardError = Descriptor(number: 2)

  /// How many bytes `readChunk` reads at most.
  private static let chunkBytes = 65_536

  /// A descriptor that is open already.
  package init(number: Int32) {
    self.number = number
  }

  /// Opens a file; no child process inherits the descriptor.
  ///
  /// A file that is created may be read by everybody and written by its owner, unless `permissions`
  /// says less.
  ///
  /// - Parameter flags: Such as `O_RDONLY`.
  package init(
    opening path: String, _ flags: Int32, permissions: UInt32 = 0o644
  ) throws(SystemError) {
    // The system would open the file whose name ends there.
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    number = open(path, flags | O_CLOEXEC, mode_t(permissions))
    guard number >= 0 else { throw .last }
  }

  /// Another descriptor of the same open file, which no child process inherits.
  package func duplicate() throws(SystemError) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    return Descriptor(number: copy)
  }

  /// Sets who may read and write a file, such as `0o600`.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    guard fchmod(number, mode_t(permissions)) == 0 else { throw .last }
  }

  /// Makes reads and writes wait again.
  package func setBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
  }

  /// Closes it.
  package func close() {
    _ = Foundation.close(number)
  }

  /// Closes a file that was written; what the system could not write before is an error now.
  package func finish() throws(SystemError) {
    guard Foundation.close(number) == 0 else { throw .last }
  }

  /// Makes reads and writes end with `wouldBlock` instead of waiting.
  package func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Reads what there is, as much as fits.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    while true {
      let count = Foundation.read(number, buffer.baseAddress, buffer.count)
      if let outcome = Descriptor.outcome(count) { return outcome }
    }
  }

  /// Reads what a file has from a place on, as much as fits; where it is read next stays.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int64) -> Outcome {
    while true {
      let count = pread(number, buffer.baseAddress, buffer.count, off_t(place))
      if let outcome = Descriptor.outcome(count) { return outcome }
    }
  }

  /// Reads what there is, as much as the array has room for.
  package func read(into buffer: inout [UInt8]) -> Outcome {
    buffer.withUnsafeMutableBytes { read(into: $0) }
  }

  /// The next bytes as soon as there are any, at most 65,536; none at the end.
  ///
  /// Throws `EAGAIN` where reading would have to wait and the descriptor does not block.
  package func readChunk() throws(SystemError) -> [UInt8] {
    var outcome = Outcome.end
    let chunk = [UInt8](unsafeUninitializedCapacity: Descriptor.chunkBytes) { buffer, count in
      outcome = read(into: UnsafeMutableRawBufferPointer(buffer))
      if case .bytes(let read) = outcome { count = read }
    }
    switch outcome {
    case .bytes, .end: return chunk
    case .wouldBlock: throw SystemError(code: EAGAIN)
    case .failed(let error): throw error
    }
  }

  /// All bytes up to the end, or the first ones of more than `bytesMax`, at least one past that.
  package func readAll(bytesMax: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= bytesMax {
      let chunk = try readChunk()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Writes as many of the bytes as are taken at once.
  package func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    while true {
      let count = bytes.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      if let outcome = Descriptor.outcome(count) { return outcome }
    }
  }

  /// Writes all bytes; throws when a part of them is not taken, also because that had to wait.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wouldBlock: throw SystemError(code: EAGAIN)
      case .end: throw SystemError(code: EIO)
      case .failed(let error): throw error
      }
    }
  }

  /// What a call did that returned `count`; nil when a signal interrupted it.
  private static func outcome(_ count: Int) -> Outcome? {
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    let error = SystemError.last
    if error.code == EINTR { return nil }
    if error.code == EAGAIN || error.code == EWOULDBLOCK { return .wouldBlock }
    return .failed(error)
  }
}
