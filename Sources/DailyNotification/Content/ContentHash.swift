import Digests
import JSONText

/// Short hashes for people to compare: SHA-256 of canonical JSON (RFC 8785), 12 hex digits.
public enum ContentHash {
  /// The hash of a value's canonical JSON.
  static func of(_ value: JSONValue) -> String {
    short(value.canonicalBytes)
  }

  /// The hash of a payload; one that is no JSON is hashed as it is.
  static func payload(_ bytes: [UInt8]) -> String {
    guard let value = try? JSONParser.parse(bytes) else { return short(bytes) }
    return of(value)
  }

  /// The first twelve hexadecimal digits of the SHA-256 of bytes.
  public static func short(_ bytes: [UInt8]) -> String {
    var text = ""
    text.reserveCapacity(12)
    for byte in SHA256.digest(bytes).prefix(6) {
      text.unicodeScalars.append(digit(byte >> 4))
      text.unicodeScalars.append(digit(byte & 15))
    }
    return text
  }

  private static func digit(_ nibble: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
  }
}
