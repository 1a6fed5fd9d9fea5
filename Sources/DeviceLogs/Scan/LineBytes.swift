/// A line's bytes, in memory that outlives it; beyond its end every byte is 0.
struct LineBytes {
  let base: UnsafePointer<UInt8>
  let count: Int

  /// The line without carriage returns, NULs and colour resets that some tools append.
  init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    var end = count
    while end > 0 {
      if base[end - 1] == 0x0D || base[end - 1] == 0 {
        end -= 1
      } else if end >= 4, ByteSearch.begins(base, end - 4, end, "\u{1B}[0m") {
        end -= 4
      } else {
        break
      }
    }
    self.count = end
  }

  subscript(index: Int) -> UInt8 {
    index >= 0 && index < count ? base[index] : 0
  }

  /// Whether it contains only blanks.
  var isBlank: Bool {
    for index in 0..<count where base[index] != 0x20 && base[index] != 0x09 { return false }
    return true
  }

  /// Its bytes.
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// A part as a string, with malformed UTF-8 replaced.
  func text(_ range: Range<Int>) -> String {
    let part = range.clamped(to: 0..<count)
    return String(
      decoding: UnsafeBufferPointer(start: base + part.lowerBound, count: part.count),
      as: UTF8.self)
  }

  /// A part as bytes, without leading and trailing blanks.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    var part = range.clamped(to: 0..<count)
    while let first = part.first, isSpace(first) { part = first + 1..<part.upperBound }
    while let last = part.last, isSpace(last) { part = part.lowerBound..<last }
    return Array(UnsafeBufferPointer(start: base + part.lowerBound, count: part.count))
  }

  /// Whether the line contains a string at an index.
  func begins(_ wanted: StaticString, at index: Int = 0) -> Bool {
    ByteSearch.begins(base, index, count, wanted)
  }

  /// The index of a string at or after an index.
  func place(of wanted: StaticString, from index: Int = 0) -> Int? {
    ByteSearch.text(wanted, in: base, from: index, to: count)
  }

  /// Whether the line begins with some bytes.
  func begins(_ wanted: [UInt8]) -> Bool {
    guard wanted.count <= count else { return false }
    for index in wanted.indices where base[index] != wanted[index] { return false }
    return true
  }

  /// The index of some bytes at or after an index.
  func index(of wanted: [UInt8], from start: Int) -> Int? {
    guard let first = wanted.first else { return start }
    var place = start
    while place + wanted.count <= count {
      if base[place] == first, wanted.indices.allSatisfy({ base[place + $0] == wanted[$0] }) {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Whether the line contains a string.
  func contains(_ wanted: String) -> Bool {
    buffer.contains(wanted.utf8)
  }

  private func isSpace(_ index: Int) -> Bool {
    base[index] <= 0x20
  }
}
