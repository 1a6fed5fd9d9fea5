/// Base 64 in one of its two alphabets.
///
/// Source: RFC 4648 §4 and §5; the second one without padding, as RFC 7515 §2 uses it.
public struct Base64: Sendable {
  /// With `+` and `/`, and padding; what it never writes it does not read.
  public static let standard = Base64(last: "+/", isPadded: true)
  /// With `-` and `_`, for addresses, without padding; spare bits at the end are ignored.
  public static let url = Base64(last: "-_", isPadded: false)

  private static let padding = UInt8(ascii: "=")
  private static let none: UInt8 = 0xFF

  private let alphabet: [UInt8]
  /// The value of each character; `none` for those outside of the alphabet.
  private let values: [UInt8]
  private let isPadded: Bool

  private init(last: String, isPadded: Bool) {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    alphabet = Array((letters + last).utf8)
    var values = [UInt8](repeating: Base64.none, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    self.values = values
    self.isPadded = isPadded
  }

  /// Bytes as a string.
  public func text(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
    while isPadded, !text.count.isMultiple(of: 4) { text.append(Base64.padding) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a string; nil for one with other characters, or of a length that no bytes have.
  public func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var characters = Array(text.utf8)[...]
    if isPadded {
      guard characters.count.isMultiple(of: 4) else { return nil }
      for _ in 0..<2 where characters.last == Base64.padding { characters.removeLast() }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for character in characters {
      let value = values[Int(character)]
      guard value != Base64.none else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // A single character left over has too few bits for a byte.
    guard count < 6 else { return nil }
    return isPadded && bits & (1 << count - 1) != 0 ? nil : bytes
  }
}
