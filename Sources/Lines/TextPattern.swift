/// A string that is searched for in UTF-8 bytes.
///
/// Smart case: a pattern without a capital letter finds both cases. Only ASCII letters fold.
public struct TextPattern: Hashable, Sendable {
  /// What was typed.
  public let text: String
  /// The bytes that are searched for; letters in lower case when case does not count.
  let needle: [UInt8]
  /// For each byte the bits that are set before it is compared: 0x20 folds a letter.
  let folds: [UInt8]
  /// The places of the two bytes of the pattern that are rarest in logs.
  let rarePlaces: (first: Int, second: Int)

  /// A pattern of a string; nil for an empty one.
  public init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
    let foldsCase = !text.contains { $0.isUppercase }
    needle = Array(text.utf8)
    folds = needle.map { byte in
      foldsCase && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? 0x20 : 0
    }
    rarePlaces = TextPattern.rarePlaces(of: needle)
  }

  public static func == (one: TextPattern, other: TextPattern) -> Bool { one.text == other.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether a string contains it.
  public func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      return first(in: base, from: 0, to: bytes.count) < bytes.count
    }
  }

  /// Every occurrence in a string, as ranges of UTF-8 bytes that do not overlap.
  public func ranges(in text: String) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return [] }
      var ranges: [Range<Int>] = []
      var place = first(in: base, from: 0, to: bytes.count)
      while place < bytes.count {
        ranges.append(place..<place + needle.count)
        place = first(in: base, from: place + needle.count, to: bytes.count)
      }
      return ranges
    }
  }

  /// The place of the first occurrence that lies in `from..<end`; `end` when there is none.
  ///
  /// Sixteen places are tried at a time, by the two rarest bytes of the pattern.
  public func first(in base: UnsafePointer<UInt8>, from: Int, to end: Int) -> Int {
    let count = needle.count
    guard end - from >= count else { return end }
    return needle.withUnsafeBufferPointer { needle in
      folds.withUnsafeBufferPointer { folds in
        let (one, two) = rarePlaces
        let (wantedOne, wantedTwo) = (
          SIMD16<UInt8>(repeating: needle[one]), SIMD16<UInt8>(repeating: needle[two])
        )
        let (foldOne, foldTwo) = (
          SIMD16<UInt8>(repeating: folds[one]), SIMD16<UInt8>(repeating: folds[two])
        )
        var place = from
        // Both loads stay inside when the whole pattern fits behind the last of sixteen places.
        let blocksEnd = end - count - 15
        while place <= blocksEnd {
          let here = UnsafeRawPointer(base + place)
          let differs =
            ((here + one).loadUnaligned(as: SIMD16<UInt8>.self) | foldOne) ^ wantedOne
            | ((here + two).loadUnaligned(as: SIMD16<UInt8>.self) | foldTwo) ^ wantedTwo
          let words = unsafeBitCast(differs .== SIMD16<UInt8>(), to: SIMD2<UInt64>.self)
          if words[0] | words[1] != 0 {
            if let found = TextPattern.verify(words, base, place, needle, folds) { return found }
          }
          place += 16
        }
        while place + count <= end {
          if TextPattern.isEqual(base + place, needle, folds) { return place }
          place += 1
        }
        return end
      }
    }
  }

  /// The first of sixteen places that are marked in two words where the whole pattern stands.
  @inline(__always)
  private static func verify(
    _ words: SIMD2<UInt64>, _ base: UnsafePointer<UInt8>, _ place: Int,
    _ needle: UnsafeBufferPointer<UInt8>, _ folds: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    for half in 0..<2 {
      var word = UInt64(littleEndian: words[half])
      while word != 0 {
        let byte = word.trailingZeroBitCount >> 3
        let candidate = place + half * 8 + byte
        if isEqual(base + candidate, needle, folds) { return candidate }
        word &= ~(0xFF << UInt64(byte * 8))
      }
    }
    return nil
  }

  @inline(__always)
  private static func isEqual(
    _ bytes: UnsafePointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>,
    _ folds: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var offset = 0
    while offset < needle.count, bytes[offset] | folds[offset] == needle[offset] { offset += 1 }
    return offset == needle.count
  }

  /// Characters of logs, the most frequent first; what is not among them is rare.
  private static let frequent = Array(
    " eitanorsdlchumpf0123-:.gSwyT5b=48679[]v()D,kINACPEx/_FzRBLOMq".utf8)

  private static func rarePlaces(of needle: [UInt8]) -> (Int, Int) {
    let ranks = needle.map { frequent.firstIndex(of: $0) ?? frequent.count }
    let places = needle.indices.sorted { (ranks[$0], $0) > (ranks[$1], $1) }
    return (places[0], places.count > 1 ? places[1] : places[0])
  }
}
