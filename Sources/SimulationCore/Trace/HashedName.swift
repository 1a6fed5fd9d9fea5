/// A constant name, split once into the words that a trace's hash adds for it.
public struct HashedName: Sendable {
  /// The first eight bytes, the next ones, and those after them; as many as `wordCount` says.
  let words: (UInt64, UInt64, UInt64)
  /// How many words are full, at most three.
  let wordCount: Int
  /// The bytes that are left, and the count of all.
  let tail: UInt64

  /// Splits a name of at most 31 bytes.
  public init(_ name: StaticString) {
    precondition(name.utf8CodeUnitCount < 32, "a constant name has at most 31 bytes")
    self = name.withUTF8Buffer { HashedName(UnsafeRawBufferPointer($0)) }
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    wordCount = bytes.count / 8
    func word(_ place: Int) -> UInt64 {
      guard place < bytes.count / 8 else { return 0 }
      let word = bytes.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self)
      return UInt64(littleEndian: word)
    }
    words = (word(0), word(1), word(2))
    tail =
      bytes.baseAddress.map {
        TraceHash.tail(of: $0, count: bytes.count, from: bytes.count / 8 * 8)
      } ?? 0
  }
}
