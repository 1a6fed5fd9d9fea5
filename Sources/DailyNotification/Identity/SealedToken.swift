public import JSONText

/// Stands for a token that must not be kept: it says who issued it and until when it is valid, and
/// is signed by nobody.
///
/// It has the form of a token without a signature (RFC 7515, appendix A.5); where the signature
/// would be stand the first digits of the secret's SHA-256, so that equal tokens stay equal. What
/// the simulated phone and server look at (`iss`, `iat`, `exp`) is as it was.
public enum SealedToken {
  private static let header = Base64URL.text(Array(#"{"alg":"none"}"#.utf8))
  private static let prefix = Array((header + ".").utf8)
  private static let claims = ["exp", "iat", "iss"]

  /// What stands for a string that is a token; nil for any other string.
  public static func sealed(_ text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.hasPrefix("eyJ"), parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
      return nil
    }
    if parts[0] == header[...] { return text }
    let payload = Base64URL.bytes(parts[1]).flatMap { try? JSONParser.parse($0) }
    let kept = claims.compactMap { name in payload?[name].map { (name, $0) } }
    let digits = ContentHash.short(Array(text.utf8)).prefix(8)
    return
      "\(header).\(Base64URL.text(JSONValue.object(JSONObject(kept)).canonicalBytes)).\(digits)"
  }

  /// The digits of the secret that a sealed token stands for; nil for anything else.
  static func digits(of token: ArraySlice<UInt8>) -> String? {
    guard token.starts(with: prefix), let dot = token.lastIndex(of: UInt8(ascii: ".")) else {
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
  /// Free text stays as it is, so that a phone shows the words that it was given; only one with a
  /// token inside is redacted.
  public static func sealed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(sealed(text) ?? (hasToken(text) ? Redaction.text(text) : text))
    case .array(let items): .array(items.map { sealed($0) })
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, member($0.key, $0.value)) }))
    case .null, .bool, .integer, .number: value
    }
  }

  private static func hasToken(_ text: String) -> Bool { text.contains("eyJ") }

  private static func member(_ name: String, _ value: JSONValue) -> JSONValue {
    switch SecretName.kind(of: name.utf8) {
    case .secret: secret(value)
    case .typed: if case .string = value { value } else { sealed(value) }
    case .other: sealed(value)
    }
  }

  /// A value under the name of a secret.
  private static func secret(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      .string(text.isEmpty ? text : sealed(text) ?? Redaction.mark(Array(text.utf8)[...]))
    case .integer, .number: .string(Redaction.mark(value.canonicalBytes[...]))
    case .array(let items): .array(items.map(secret))
    case .object: sealed(value)
    case .null, .bool: value
    }
  }
}
