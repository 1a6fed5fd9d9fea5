extension JSONReader {
  /// Parses a number at its minus or first digit.
  mutating func number() throws(Failure) -> JSONValue {
    let start = position
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var digits = DecimalDigits()
    let leadingZero = next == UInt8(ascii: "0")
    let integerCount = try self.digits(into: &digits)
    guard !leadingZero || integerCount == 1 else {
      throw Failure(kind: .malformedNumber, offset: start)
    }
    var exponent = 0
    let isInteger = next != UInt8(ascii: ".") && next | 0x20 != UInt8(ascii: "e")
    if isInteger, let value = digits.safeInteger { return .integer(isNegative ? -value : value) }
    if next == UInt8(ascii: ".") {
      position += 1
      exponent -= try self.digits(into: &digits)
    }
    if next | 0x20 == UInt8(ascii: "e") { exponent += try writtenExponent() }
    return .number(
      try double(digits, exponent: exponent, isNegative: isNegative, from: start))
  }

  /// Parses one or more digits and returns their number.
  @inline(__always)
  private mutating func digits(into digits: inout DecimalDigits) throws(Failure) -> Int {
    let start = position
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      digits.append(digit)
      position += 1
    }
    guard position > start else { throw failure(.malformedNumber) }
    return position - start
  }

  /// Parses `e`, a sign and digits; clamped far beyond the exponents of a double.
  private mutating func writtenExponent() throws(Failure) -> Int {
    position += 1
    let isNegative = next == UInt8(ascii: "-")
    if isNegative || next == UInt8(ascii: "+") { position += 1 }
    var digits = DecimalDigits()
    _ = try self.digits(into: &digits)
    let magnitude = Int(digits.safeInteger ?? .max >> 1)
    return isNegative ? -magnitude : magnitude
  }

  /// The nearest double, by one exact operation if possible, otherwise from the text.
  ///
  /// Source: William D. Clinger, "How to Read Floating Point Numbers Accurately": a significand
  /// and a power of ten that are both exact give a correctly rounded product or quotient.
  private func double(
    _ digits: DecimalDigits, exponent: Int, isNegative: Bool, from start: Int
  ) throws(Failure) -> Double {
    if let significand = digits.safeInteger, (-22...22).contains(exponent) {
      let power = Self.powersOfTen[abs(exponent)]
      let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
      return isNegative ? -magnitude : magnitude
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw Failure(kind: .numberTooLarge, offset: start)
    }
    return value
  }

  /// The powers of ten that a double represents exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// Decimal digits accumulated into an integer for as long as they fit.
struct DecimalDigits {
  private var value: UInt64 = 0
  private var count = 0

  /// Appends a digit, 0…9.
  @inline(__always)
  mutating func append(_ digit: UInt8) {
    value = value &* 10 &+ UInt64(digit)
    count += count == 0 && digit == 0 ? 0 : 1
  }

  /// The integer, if it is at most 2⁵³, which a double represents exactly.
  @inline(__always)
  var safeInteger: Int64? {
    count <= 19 && value <= 1 << 53 ? Int64(truncatingIfNeeded: value) : nil
  }
}
