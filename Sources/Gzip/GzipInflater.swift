import ZlibShim

/// Decompresses gzip in chunks; also several members in a row.
package final class GzipInflater {
  /// Why compressed bytes cannot be decompressed.
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

  /// The maximum size of a decompressed piece, in bytes.
  package static let outputBytes = 262_144

  /// What says of the notice that bytes were left out.
  package static let trailingBytesText = "other bytes follow the gzip data; they are left out"

  private static let magic: [UInt8] = [0x1F, 0x8B]

  private let inflater: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer
  /// Whether a member has begun and not ended.
  private var isInside = false
  private var hasEnded = false
  /// Whether the last piece filled the output, so that zlib may hold more.
  private var isFull = false
  /// Whether bytes follow the compressed ones that are neither gzip nor zeros; they are left out,
  /// as gzip does.
  package private(set) var hasTrailingBytes = false

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

  /// Whether a file with these first bytes is compressed with gzip.
  package static func isPacked(_ beginning: some Collection<UInt8>) -> Bool {
    beginning.starts(with: magic)
  }

  /// Decompresses a piece of the file's next bytes; nil when they are used up.
  ///
  /// The piece is valid until the next call.
  package func next(
    _ input: inout UnsafeRawBufferPointer
  ) throws(Failure) -> UnsafeRawBufferPointer? {
    while let first = input.first ?? (isFull ? 0 : nil) {
      // Some tools fill up the end of a file with zeros, others append what is theirs.
      if hasTrailingBytes || hasEnded && !isInside && first != GzipInflater.magic[0] {
        if input.contains(where: { $0 != 0 }) { hasTrailingBytes = true }
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

  /// Ends the input; throws when something is missing.
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
