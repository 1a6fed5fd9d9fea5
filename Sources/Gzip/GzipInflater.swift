import ZlibShim

/// Undoes gzip, chunk by chunk; also of several members one after the other.
package final class GzipInflater {
  /// Why packed bytes cannot be undone.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case truncated
    case corrupt
    case noMemory

    package var description: String {
      switch self {
      case .truncated: "the gzip file ends too early; copy it again"
      case .corrupt: "the gzip file is damaged; copy it again"
      case .noMemory: "there is no memory to unpack the file; close other programs"
      }
    }
  }

  /// How many bytes are unpacked at a time.
  package static let outputBytes = 262_144

  private let inflater: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer
  /// Whether a member has begun and not ended.
  private var isInside = false
  private var hasEnded = false
  /// Whether the last piece filled the output, so that more may be waiting inside.
  private var isFull = false

  /// An inflater at the beginning of a file.
  package init() throws(Failure) {
    guard let inflater = dnp_inflater_make() else { throw .noMemory }
    self.inflater = inflater
    output = UnsafeMutableRawBufferPointer.allocate(
      byteCount: GzipInflater.outputBytes, alignment: 16)
  }

  deinit {
    dnp_inflater_free(inflater)
    output.deallocate()
  }

  /// Whether a file with these first bytes is packed with gzip.
  package static func isPacked(_ beginning: some Collection<UInt8>) -> Bool {
    beginning.starts(with: [0x1F, 0x8B])
  }

  /// Unpacks a piece of the next bytes of the file; nil when they are used up.
  ///
  /// The piece stays as it is until the next call.
  package func next(
    _ input: inout UnsafeRawBufferPointer
  ) throws(Failure) -> UnsafeRawBufferPointer? {
    while let first = input.first ?? (isFull ? 0 : nil) {
      // Some tools fill up a file's end with zeros.
      if hasEnded, !isInside, first == 0 {
        input = UnsafeRawBufferPointer(rebasing: input[input.endIndex...])
        return nil
      }
      isInside = true
      let written = try step(&input)
      isFull = isInside && written == output.count
      if written > 0 { return UnsafeRawBufferPointer(rebasing: output[..<written]) }
    }
    return nil
  }

  /// Takes in that nothing follows; throws when something is missing.
  package func finish() throws(Failure) {
    if isInside || !hasEnded { throw .truncated }
  }

  private func step(_ input: inout UnsafeRawBufferPointer) throws(Failure) -> Int {
    var (used, written) = (0, 0)
    let result = dnp_inflater_step(
      inflater, input.baseAddress, input.count, &used, output.baseAddress, output.count, &written)
    input = UnsafeRawBufferPointer(rebasing: input[used...])
    switch result {
    case .ok: break
    case .ended: (isInside, hasEnded) = (false, true)
    case .corrupt: throw .corrupt
    case .no_memory: throw .noMemory
    }
    return written
  }
}
