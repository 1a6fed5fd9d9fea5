/// Base 64 with padding.
///
/// Source: RFC 4648 §4.
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  private static let none: UInt8 = 0xFF

  /// The value of each character; `none` for those outside of the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: none, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Bytes as a string.
  public static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let first = UInt32(bytes[index]) << 16
      let second = left > 1 ? UInt32(bytes[index + 1]) << 8 : 0
      let bits = first | second | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      text.append(alphabet[Int(bits >> 18)])
      text.append(alphabet[Int(bits >> 12 & 63)])
      text.append(left > 1 ? alphabet[Int(bits >> 6 & 63)] : padding)
      text.append(left > 2 ? alphabet[Int(bits & 63)] : padding)
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a string; nil for one that is not exactly what `text` makes of some bytes.
  public static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let padded = characters.reversed().prefix { $0 == padding }.count
    guard padded <= 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var bits: UInt32 = 0
    for (index, character) in characters.dropLast(padded).enumerated() {
      let value = values[Int(character)]
      guard value != none else { return nil }
      bits = bits << 6 | UInt32(value)
      guard index % 4 == 3 else { continue }
      bytes.append(UInt8(bits >> 16 & 0xFF))
      bytes.append(UInt8(bits >> 8 & 0xFF))
      bytes.append(UInt8(bits & 0xFF))
    }
    switch padded {
    case 1:
      guard bits & 3 == 0 else { return nil }
      bytes.append(UInt8(bits >> 10 & 0xFF))
      bytes.append(UInt8(bits >> 2 & 0xFF))
    case 2:
      guard bits & 15 == 0 else { return nil }
      bytes.append(UInt8(bits >> 4 & 0xFF))
    default: break
    }
    return bytes
  }
}
