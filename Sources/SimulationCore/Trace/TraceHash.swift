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

  /// Adds bytes and their count; eight at a time, the last word padded with zeros.
  @inline(__always)
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    // A raw buffer unwraps its address at each access.
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return combine(0) }
    var offset = 0
    while offset &+ 8 <= bytes.count {
      combine(UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset &+= 8
    }
    combine(TraceHash.tail(of: start, count: bytes.count, from: offset))
  }

  /// Adds a constant name, as its UTF-8 bytes would be added.
  @inline(__always)
  public mutating func combine(_ name: HashedName) {
    if name.wordCount > 0 { combine(name.words.0) }
    if name.wordCount > 1 { combine(name.words.1) }
    if name.wordCount > 2 { combine(name.words.2) }
    combine(name.tail)
  }

  /// The last word of bytes: what is left from an offset on, fewer than eight, and their count.
  @inline(__always)
  static func tail(of bytes: UnsafeRawPointer, count: Int, from offset: Int) -> UInt64 {
    var tail = UInt64(truncatingIfNeeded: count) &<< 56
    let left = count &- offset
    if left > 0, offset > 0 {
      // The last eight bytes without those that are combined already.
      let last = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      tail |= UInt64(littleEndian: last) &>> UInt64(truncatingIfNeeded: 8 &* (8 &- left))
    } else {
      // Fewer than eight in all: four, two and one at a time.
      var place = 0
      if left & 4 != 0 {
        tail |= UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        place = 4
      }
      if left & 2 != 0 {
        let pair = bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        tail |= UInt64(UInt16(littleEndian: pair)) &<< UInt64(truncatingIfNeeded: 8 &* place)
        place &+= 2
      }
      if left & 1 != 0 {
        let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
        tail |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 8 &* place)
      }
    }
    return tail
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
