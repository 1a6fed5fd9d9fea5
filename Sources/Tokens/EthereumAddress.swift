/// The address of a key on the curve secp256k1: the last 20 bytes of its hash.
///
/// Source: the method specification of did:ethr, and EIP-55 for its spelling.
public struct EthereumAddress: Hashable, Sendable, CustomStringConvertible {
  /// Its 20 bytes.
  public let bytes: [UInt8]

  /// The address of a public key of 64 bytes, x then y.
  public init(publicKey: [UInt8]) {
    precondition(publicKey.count == 64, "a public key has 64 bytes")
    bytes = Array(Keccak256.hash(publicKey).suffix(20))
  }

  /// Parses `0x` and forty hexadecimal digits, in any case; nil for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 42, let bytes = Hexadecimal.bytes(afterPrefix: text) else {
      return nil
    }
    self.bytes = bytes
  }

  /// The address as EIP-55 writes it: the case of its letters is a checksum.
  public var description: String {
    let digits = Array(Hexadecimal.text(bytes).utf8)
    let hash = Keccak256.hash(digits)
    let spelled = digits.enumerated().map { index, digit in
      let nibble = index.isMultiple(of: 2) ? hash[index / 2] >> 4 : hash[index / 2] & 15
      return digit > UInt8(ascii: "9") && nibble > 7 ? digit & ~0x20 : digit
    }
    return "0x" + String(decoding: spelled, as: UTF8.self)
  }
}

/// Bytes as pairs of hexadecimal digits.
public enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The bytes of a string of digits in any case; nil for anything else.
  public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  /// The bytes of `0x` and digits; nil for anything else.
  static func bytes(afterPrefix text: some StringProtocol) -> [UInt8]? {
    text.hasPrefix("0x") ? bytes(text.dropFirst(2)) : nil
  }

  /// Bytes as digits in lower case.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
