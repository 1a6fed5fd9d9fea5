/// A running 64-bit hash, equal on every platform and in every build.
///
/// It folds eight bytes at a time with one 128-bit multiplication. It shows whether two traces
/// are equal; it does not protect against deliberate collisions.
public struct TraceHash: Hashable, Sendable {
  /// The hash of everything combined so far.
  public private(set) var value: UInt64 = 0x6A09_E667_F3BC_C908

  /// Creates the hash of nothing.
  public init() {}

  /// Sixteen hexadecimal digits, lower case.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Adds a word of 64 bits.
  @inline(__always)
  public mutating func combine(_ word: UInt64) {
    let product = (value ^ word ^ 0xA076_1D64_78BD_642F)
      .multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    value = product.high ^ product.low
  }

  /// Adds bytes and their count, eight at a time.
  ///
  /// The last word has what is left, padded with zeros,
  /// and the count in its upper byte.
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      combine(UInt64(littleEndian: word))
      offset += 8
    }
    var last: UInt64 = 0
    withUnsafeMutableBytes(of: &last) { $0.copyMemory(from: .init(rebasing: bytes[offset...])) }
    last = UInt64(littleEndian: last) | UInt64(truncatingIfNeeded: bytes.count) << 56
    combine(last)
  }

  /// Adds a string's UTF-8 bytes and their count.
  public mutating func combine(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      combine(UnsafeRawBufferPointer($0))
    }
    guard isDone == nil else { return }
    var copy = text
    copy.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a constant string's UTF-8 bytes and their count.
  public mutating func combine(_ text: StaticString) {
    text.withUTF8Buffer { combine(UnsafeRawBufferPointer($0)) }
  }
}
