public import JSONText
import PlainText
public import Tokens

/// Stands for a token that must not be kept: it says who issued it, for whom and until when it is
/// valid, and is signed by nobody.
///
/// It has the form of a token without a signature (RFC 7515, appendix A.5); where the signature
/// would be stand the first digits of the secret's SHA-256, so that equal tokens stay equal. What
/// the simulated phone and server look at is as it was: the claims, and whether the issuer had
/// signed it, which only the simulated server believes (see `TokenCheck.acceptsSeals`).
public enum SealedToken {
  private static let headers = JSONWebToken.Seal.allCases.map {
    Base64.url.text(Array($0.header.utf8))
  }
  private static let prefixes = headers.map { Array(($0 + ".").utf8) }
  private static let claims = ["aud", "exp", "iat", "iss", "nbf"]

  /// What stands for a string that is a token; nil for any other string.
  public static func sealed(_ text: String, _ keys: any IdentityKeys) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    // What has a mark has been redacted before.
    guard text.hasPrefix("eyJ"), parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
      !Redaction.hasMark(text)
    else { return nil }
    if headers.contains(where: { parts[0] == $0[...] }) { return text }
    let payload = Base64.url.bytes(parts[1]).flatMap { try? JSONParser.parse($0) }
    let kept = claims.compactMap { name in payload?[name].map { (name, $0) } }
    let digits = ContentHash.short(Array(text.utf8)).prefix(8)
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

  /// The digits of the secret that a sealed token stands for; nil for anything else.
  static func digits(of token: ArraySlice<UInt8>) -> String? {
    guard prefixes.contains(where: { token.starts(with: $0) }),
      let dot = token.lastIndex(of: UInt8(ascii: "."))
    else {
      return nil
    }
    let digits = token[(dot + 1)...]
    let isHash = digits.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
    return digits.count == 8 && isHash ? String(decoding: digits, as: UTF8.self) : nil
  }

  /// A value whose tokens are sealed, and in which a mark stands for what a name calls secret.
  ///
  /// Free text stays as it is, so that a phone shows the words that it was given; only one that
  /// holds a credential is redacted: a token, the value of an `Authorization` header, the user or
  /// a secret parameter of a URL.
  public static func sealed(_ value: JSONValue, _ keys: any IdentityKeys) -> JSONValue {
    switch value {
    case .string(let text): .string(sealedText(text, keys))
    case .array(let items): .array(items.map { sealed($0, keys) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { (sealedText($0.key, keys), member($0.key, $0.value, keys)) }))
    case .null, .bool, .integer, .number: value
    }
  }

  /// A string whose token is sealed, or that is redacted because it holds a credential.
  public static func sealedText(_ text: String, _ keys: any IdentityKeys) -> String {
    if let token = sealed(text, keys) { return token }
    return SecretShapes.holdsCredential(text) ? Redaction.text(text) : text
  }

  /// Whether a string stands for a token that is not kept, so that no server can accept it.
  public static func isStandIn(_ text: String) -> Bool {
    text.hasPrefix("(redacted ") || text.hasPrefix("eyJ…")
      || digits(of: Array(text.utf8)[...]) != nil
  }

  private static func member(
    _ name: String, _ value: JSONValue, _ keys: any IdentityKeys
  ) -> JSONValue {
    switch SecretName.kind(of: name.utf8) {
    case .secret: secret(value, keys)
    case .typed: typed(value, keys)
    case .other: sealed(value, keys)
    }
  }

  /// A value under the name of a typed one, which looks like a secret at most.
  private static func typed(_ value: JSONValue, _ keys: any IdentityKeys) -> JSONValue {
    guard case .string(let text) = value else { return sealed(value, keys) }
    return .string(sealedTyped(text, keys))
  }

  /// A string under the name of a typed value, such as an ETag, which stays unless it holds a
  /// credential.
  public static func sealedTyped(_ text: String, _ keys: any IdentityKeys) -> String {
    Redaction.isMisplaced(text) ? sealedText(text, keys) : text
  }

  /// A value under the name of a secret.
  private static func secret(_ value: JSONValue, _ keys: any IdentityKeys) -> JSONValue {
    switch value {
    case .string(let text):
      .string(text.isEmpty ? text : sealed(text, keys) ?? Redaction.mark(Array(text.utf8)[...]))
    case .integer, .number: .string(Redaction.mark(value.canonicalBytes[...]))
    case .array(let items): .array(items.map { secret($0, keys) })
    case .object: sealed(value, keys)
    case .null, .bool: value
    }
  }
}
