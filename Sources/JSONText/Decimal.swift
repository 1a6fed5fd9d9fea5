/// Integers as decimal digits.
enum Decimal {
  /// Appends an integer's digits to some bytes.
  static func write(_ value: some BinaryInteger, to bytes: inout [UInt8]) {
    guard let magnitude = UInt64(exactly: value.magnitude) else {
      return bytes.append(contentsOf: String(value).utf8)
    }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}
