/// A string that is searched for, byte by byte.
///
/// Smart case: a pattern without a capital letter finds both cases. Only ASCII letters fold.
struct TextPattern: Hashable, Sendable {
  /// What was typed.
  let text: String
  private let needle: [UInt8]
  private let foldsCase: Bool

  /// A pattern of a string; nil for an empty one.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
    foldsCase = !text.contains { $0.isUppercase }
    needle = Array(text.utf8)
  }

  /// Whether a string contains it.
  func matches(_ text: String) -> Bool {
    firstRange(in: Array(text.utf8), from: 0) != nil
  }

  /// Every occurrence in a string, as ranges of UTF-8 bytes that do not overlap.
  func ranges(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var start = 0
    while let range = firstRange(in: bytes, from: start) {
      ranges.append(range)
      start = range.upperBound
    }
    return ranges
  }

  private func firstRange(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard bytes.count - start >= needle.count else { return nil }
    var index = start
    let last = bytes.count - needle.count
    while index <= last {
      var offset = 0
      while offset < needle.count, folded(bytes[index + offset]) == needle[offset] { offset += 1 }
      if offset == needle.count { return index..<index + offset }
      index += 1
    }
    return nil
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    foldsCase && byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
  }
}
