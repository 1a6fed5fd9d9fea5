/// A double's digits in the form that ECMAScript prints, which canonical JSON prescribes.
///
/// Source: RFC 8785, §3.2.2.3; ECMA-262, Number::toString. The digits are the shortest that parse
/// to the same double, and of those the nearest; Swift's `description` has the same digits.
struct ECMAScriptNumber {
  private var isNegative = false
  /// Digits without leading or trailing zeros; empty for zero.
  private var digits: [UInt8] = []
  /// The number of digits before the decimal point; may be negative.
  private var pointPosition = 0

  /// A finite double; infinity and NaN are a programmer error.
  init(_ value: Double) {
    precondition(value.isFinite, "JSON has no infinity and no NaN")
    var hasPoint = false
    var rest = value.description.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "e"):
        pointPosition += Int(Substring(rest)) ?? 0
        rest = rest[rest.endIndex...]
      default: append(byte, isFraction: hasPoint)
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
  }

  private mutating func append(_ digit: UInt8, isFraction: Bool) {
    let isLeadingZero = digits.isEmpty && digit == UInt8(ascii: "0")
    if !isLeadingZero { digits.append(digit) }
    if isFraction {
      pointPosition -= isLeadingZero ? 1 : 0
    } else {
      pointPosition += isLeadingZero ? 0 : 1
    }
  }

  /// Appends the text to some bytes.
  func write(to bytes: inout [UInt8]) {
    guard !digits.isEmpty else { return bytes.append(UInt8(ascii: "0")) }
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    switch pointPosition {
    case digits.count...max(21, digits.count) where pointPosition <= 21:
      bytes.append(contentsOf: digits)
      writeZeros(pointPosition - digits.count, to: &bytes)
    case 1...21:
      bytes.append(contentsOf: digits[..<pointPosition])
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits[pointPosition...])
    case -5...0:
      bytes.append(contentsOf: "0.".utf8)
      writeZeros(-pointPosition, to: &bytes)
      bytes.append(contentsOf: digits)
    default:
      writeScientific(to: &bytes)
    }
  }

  private func writeScientific(to bytes: inout [UInt8]) {
    bytes.append(digits[0])
    if digits.count > 1 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits[1...])
    }
    let exponent = pointPosition - 1
    bytes.append(contentsOf: exponent < 0 ? "e-".utf8 : "e+".utf8)
    bytes.append(contentsOf: String(abs(exponent)).utf8)
  }

  private func writeZeros(_ count: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
  }
}
