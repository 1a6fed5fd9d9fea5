import JSONText

/// The scripted server's check of a bearer token.
///
/// Source: RFC 7519, 4.1.1 (`iss`) and 4.1.4 (`exp`, seconds); RFC 4648, 5 (base64url).
/// Not modelled: the signature, `nbf`, `aud`, clocks that differ between phone and server.
enum TokenCheck {
  /// What is wrong with a token; nil for a valid one.
  static func objection(to token: String?, wallMilliseconds: Int64) -> String? {
    guard let token, !token.isEmpty else { return "no token" }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts.contains(where: \.isEmpty) else {
      return "a token has three parts"
    }
    guard let bytes = decoded(parts[1]), let payload = try? JSONParser.parse(bytes) else {
      return "the token's payload is no JSON in base64url"
    }
    guard let issuer = payload["iss"]?.stringValue, !issuer.isEmpty else {
      return "the token has no issuer"
    }
    guard let expiry = payload["exp"].flatMap(seconds) else { return "the token has no expiry" }
    return expiry * 1000 > Double(wallMilliseconds) ? nil : "the token has expired"
  }

  private static func seconds(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The bytes of base64url without padding; nil for anything else.
  static func decoded(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return count < 6 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
