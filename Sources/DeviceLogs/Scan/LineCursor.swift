/// Parses fields from the beginning of a line.
struct LineCursor {
  let line: LineBytes
  var position = 0

  init(_ line: LineBytes, at position: Int = 0) {
    self.line = line
    self.position = position
    if position == 0, line[0] == 0x1B { skipColor() }
  }

  /// The next byte; 0 at the end.
  var next: UInt8 { line[position] }

  /// Consumes that byte if it is next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Consumes that string if it is next.
  mutating func skip(text: StaticString) -> Bool {
    guard line.begins(text, at: position) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Consumes blanks; false if there are none.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while next == 0x20 { position += 1 }
    return position > start
  }

  /// Parses exactly that many digits.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for offset in 0..<count {
      let digit = line[position + offset] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += count
    return value
  }

  /// Parses a decimal number of at most 18 digits.
  mutating func number() -> Int? {
    let start = position
    var value = 0
    while next &- UInt8(ascii: "0") <= 9, position - start < 18 {
      value = value * 10 + Int(next - UInt8(ascii: "0"))
      position += 1
    }
    return position > start ? value : nil
  }

  /// Parses a hexadecimal number of at most 15 digits.
  mutating func hexadecimal() -> Int? {
    let start = position
    var value = 0
    while let digit = LineCursor.hexadecimalDigit(next), position - start < 15 {
      value = value * 16 + digit
      position += 1
    }
    return position > start ? value : nil
  }

  /// Consumes exactly two hexadecimal digits; false, with nothing consumed, if they are not next.
  mutating func hexadecimalPair() -> Bool {
    guard LineCursor.hexadecimalDigit(next) != nil,
      LineCursor.hexadecimalDigit(line[position + 1]) != nil
    else { return false }
    position += 2
    return true
  }

  /// Consumes up to a blank, a tab or the end; nil if that is nothing.
  mutating func word() -> Range<Int>? {
    let start = position
    while next > 0x20 { position += 1 }
    return position > start ? start..<position : nil
  }

  private mutating func skipColor() {
    while position < line.count, line[position] != UInt8(ascii: "m") { position += 1 }
    position += 1
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x37
    default: nil
    }
  }
}
