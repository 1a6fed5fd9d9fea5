public import JSONText
import PlainText
public import Tokens

/// Stands for a token that must not be kept: it says who issued it, for whom and until when it is
/// valid, and is signed by nobody.
///
/// It has the form of a token without a signature (RFC 7515, appendix A.5); where the signature
/// would be stands the secret's number in four digits, so that equal tokens stay equal. What the
/// simulated phone and server look at is as it was: the claims, and whether the issuer had
/// signed it, which only the simulated server believes (see `TokenCheck.acceptsSeals`).
public enum SealedToken {
  private static let headers = JSONWebToken.Seal.allCases.map {
    Base64.url.text(Array($0.header.utf8))
  }
  private static let prefixes = headers.map { Array(($0 + ".").utf8) }
  private static let claims = ["aud", "exp", "iat", "iss", "nbf"]

  /// What stands for a string that is a token; nil for any other string.
  public static func sealed(
    _ text: String, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> String? {
    guard text.hasPrefix("eyJ") else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    if StandIn(whole: Array(text.utf8)[...]) != nil { return text }
    guard SecretShapes.isToken(text), let number = numbers.number(of: text) else { return nil }
    let payload = Base64.url.bytes(parts[1]).flatMap { try? JSONParser.parse($0) }
    let kept = claims.compactMap { name in payload?[name].map { (name, $0) } }
    // Four characters of base64, so that it has the form of a signature.
    let digits = String(repeating: "0", count: 4 - min(4, "\(number)".count)) + "\(number)"
    let header = Base64.url.text(Array(seal(of: text, keys).header.utf8))
    return
      "\(header).\(Base64.url.text(JSONValue.object(JSONObject(kept)).canonicalBytes)).\(digits)"
  }

  private static func seal(of text: String, _ keys: any IdentityKeys) -> JSONWebToken.Seal {
    do throws(TokenProblem) {
      try TokenCheck().verifySignature(try JSONWebToken(text), keys)
      return .signedByIssuer
    } catch {
      return .notSignedByIssuer
    }
  }

  /// The sealed token with which bytes begin: its end, and the number of its secret without zeros;
  /// nil for anything else.
  static func standIn(_ bytes: ArraySlice<UInt8>) -> (end: Int, digits: String)? {
    guard let prefix = prefixes.first(where: { bytes.starts(with: $0) }) else { return nil }
    let claims = bytes.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: ".") }
    guard claims.endIndex < bytes.endIndex, claims.allSatisfy(isBase64) else { return nil }
    let digits = bytes[(claims.endIndex + 1)...].prefix(while: isBase64)
    guard digits.count == 4 || digits.count == 8,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    let number = digits.count == 4 ? digits.drop { $0 == 0x30 } : digits
    return (digits.endIndex, String(decoding: number, as: UTF8.self))
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// A value whose tokens are sealed, and in which a mark stands for what a name calls secret.
  ///
  /// Free text stays as it is, so that a phone shows the words that it was given; only one that
  /// holds a credential is redacted: a token, the value of an `Authorization` header, the user or
  /// a secret parameter of a URL.
  public static func sealed(
    _ value: JSONValue, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> JSONValue {
    numbers.sealing { members(value, keys, &$0) }
  }

  /// A string whose token is sealed, or that is redacted because it holds a credential.
  public static func sealed(
    text: String, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> String {
    numbers.sealing { self.text(text, keys, &$0) }
  }

  /// A string under the name of a typed value, such as an ETag, which stays unless it holds a
  /// credential.
  public static func sealed(
    typed text: String, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> String {
    numbers.sealing { self.typed(text, keys, &$0) }
  }

  /// Whether a string stands for a token that is not kept, so that no server can accept it.
  public static func isStandIn(_ text: String) -> Bool {
    StandIn(whole: Array(text.utf8)[...]) != nil
  }

  private static func members(
    _ value: JSONValue, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> JSONValue {
    switch value {
    case .string(let text): .string(self.text(text, keys, &numbers))
    case .array(let items): .array(items.map { members($0, keys, &numbers) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map {
            (text($0.key, keys, &numbers), member($0.key, $0.value, keys, &numbers))
          }))
    case .null, .bool, .integer, .number: value
    }
  }

  private static func text(
    _ text: String, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> String {
    if let token = sealed(text, keys, &numbers) { return token }
    // A secret that a journal has no more is equal to itself in free text, too.
    let isSealed =
      SecretShapes.holdsCredential(text)
      || SecretShapes.secrets(in: text).contains { numbers.isSealed($0) }
    return isSealed ? numbers.redact(text) : text
  }

  private static func member(
    _ name: String, _ value: JSONValue, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> JSONValue {
    switch SecretName.kind(of: name.utf8) {
    case .secret: return secret(value, keys, &numbers)
    case .typed:
      guard case .string(let text) = value else { return members(value, keys, &numbers) }
      return .string(typed(text, keys, &numbers))
    case .other: return members(value, keys, &numbers)
    }
  }

  private static func typed(
    _ text: String, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> String {
    Redaction.isMisplaced(text) ? self.text(text, keys, &numbers) : text
  }

  /// A value under the name of a secret.
  private static func secret(
    _ value: JSONValue, _ keys: any IdentityKeys, _ numbers: inout SecretNumbers
  ) -> JSONValue {
    switch value {
    case .string(let text):
      .string(
        text.isEmpty
          ? text
          : sealed(text, keys, &numbers) ?? Redaction.mark(Array(text.utf8)[...], &numbers))
    case .integer, .number: .string(Redaction.mark(value.canonicalBytes[...], &numbers))
    case .array(let items): .array(items.map { secret($0, keys, &numbers) })
    case .object: members(value, keys, &numbers)
    case .null, .bool: value
    }
  }
}
