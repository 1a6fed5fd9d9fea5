import JSONText
import Tokens

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
    guard let bytes = Base64URL.bytes(parts[1]), let payload = try? JSONParser.parse(bytes) else {
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
}
