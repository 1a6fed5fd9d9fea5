extension JSONReader {
  /// Parses a string at its opening quote.
  mutating func string() throws(Failure) -> String {
    position += 1
    let start = position
    var highBits = skipPlain()
    guard next != UInt8(ascii: "\"") else {
      if highBits != 0 { try validateUTF8(from: start) }
      let plain = UnsafeBufferPointer(rebasing: bytes[start..<position])
      position += 1
      return String(decoding: plain, as: UTF8.self)
    }
    try unescape(from: start, &highBits)
    if highBits != 0 { try validateUTF8(from: start) }
    position += 1
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// Moves to the next quote, backslash or control character, or to the end.
  ///
  /// The result has a bit of 0x80 set in some byte if a byte on the way was not ASCII.
  private mutating func skipPlain() -> UInt64 {
    var seen: UInt64 = 0
    while bytes.count - position >= 8 {
      let word = UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: position, as: UInt64.self)
      guard !Self.hasSpecial(word) else { break }
      seen |= word
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      seen |= UInt64(byte)
      position += 1
    }
    return seen & 0x8080_8080_8080_8080
  }

  /// Whether one of eight bytes is a quote, a backslash or a control character.
  ///
  /// Source: Bit Twiddling Hacks, "Determine if a word has a byte less than n". It may be true for
  /// a word without such a byte, but is never false for one with it.
  private static func hasSpecial(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones << 7
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let control = (word &- ones &* 0x20) & ~word
    return (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | control) & highBits
      != 0
  }

  /// Parses from the first backslash to the closing quote, into `unescaped`.
  private mutating func unescape(from start: Int, _ highBits: inout UInt64) throws(Failure) {
    unescaped.removeAll(keepingCapacity: true)
    var plainStart = start
    while true {
      unescaped.append(contentsOf: bytes[plainStart..<position])
      switch next {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"): try escape()
      default:
        guard position < bytes.count else { throw unexpected(.closingQuote) }
        throw failure(.controlCharacter(bytes[position]))
      }
      plainStart = position
      highBits |= skipPlain()
    }
  }

  /// Parses an escape at its backslash, into `unescaped`.
  private mutating func escape() throws(Failure) {
    let backslash = position
    position += 1
    let byte: UInt8
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = next
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"): return try unicodeEscape(at: backslash)
    default: throw Failure(kind: .malformedEscape, offset: backslash)
    }
    position += 1
    unescaped.append(byte)
  }

  /// Parses `\uXXXX`, or two of them that form a pair, at the `u`.
  private mutating func unicodeEscape(at backslash: Int) throws(Failure) {
    let lone = Failure(kind: .loneSurrogate, offset: backslash)
    var code = try codeUnit(at: backslash)
    if code & 0xFC00 == 0xD800 {
      guard next == UInt8(ascii: "\\") else { throw lone }
      let second = position
      position += 1
      guard next == UInt8(ascii: "u") else { throw lone }
      let low = try codeUnit(at: second)
      guard low & 0xFC00 == 0xDC00 else { throw lone }
      code = 0x1_0000 + (code & 0x3FF) << 10 + (low & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(code) else { throw lone }
    unescaped.append(contentsOf: scalar.utf8)
  }

  /// Parses `u` and four hexadecimal digits.
  private mutating func codeUnit(at backslash: Int) throws(Failure) -> UInt32 {
    position += 1
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexadecimalDigit(next) else {
        throw Failure(kind: .malformedEscape, offset: backslash)
      }
      code = code << 4 | digit
      position += 1
    }
    return code
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Fails at the first malformed byte between an offset and the next byte.
  private func validateUTF8(from start: Int) throws(Failure) {
    var decoder = UTF8.ForwardParser()
    var rest = bytes[start..<position].makeIterator()
    var offset = start
    while case .valid(let scalar) = decoder.parseScalar(from: &rest) { offset += scalar.count }
    guard offset == position else { throw Failure(kind: .malformedUTF8, offset: offset) }
  }
}
