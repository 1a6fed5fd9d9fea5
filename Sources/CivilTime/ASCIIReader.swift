/// Parses fixed-width ASCII fields from the beginning of a string.
struct ASCIIReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// What `body` parses from the string; `nil` when it fails or leaves a rest.
  static func read<Value>(_ text: String, _ body: (inout ASCIIReader) -> Value?) -> Value? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = ASCIIReader(bytes: bytes)
      guard let value = body(&reader), reader.isAtEnd else { return nil }
      return value
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Parses exactly that many digits; `nil`, with nothing consumed, if one is missing.
  mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var value = 0
    for offset in position..<position + count {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += count
    return value
  }

  /// Consumes that character if it is next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Parses `yyyy-MM-dd`; `nil` if the string differs or the day does not exist.
  mutating func date() -> CivilDate? {
    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"),
      let day = digits(2), (1...12).contains(month),
      (1...CivilDate.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }
}
