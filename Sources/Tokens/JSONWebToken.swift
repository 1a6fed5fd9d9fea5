public import JSONText
import PlainText

/// A JSON web token, as it is read: header, claims and signature.
///
/// Source: RFC 7515 §3.1 and §7.1 (the compact form), RFC 7519 §4.1 (claims), RFC 8812 §3.2
/// (ES256K: r and s, 32 bytes each).
public struct JSONWebToken: Hashable, Sendable {
  /// The first part: `alg`, `typ`.
  public let header: JSONObject
  /// The second part: `iss`, `iat`, `exp`, `nbf`, `aud`.
  public let claims: JSONObject
  /// The third part: 64 bytes, or 65 with the number of the key.
  public let signature: [UInt8]
  /// What was signed: the first two parts as they stand in the token.
  public let signed: [UInt8]

  /// The header of every token that the plugin makes.
  ///
  /// Source: did-jwt writes the members in this order.
  public static let header = #"{"typ":"JWT","alg":"ES256K"}"#
  /// What a seal says of the signature that it replaced.
  ///
  /// A sealed token has the header `{"alg":"none","sealed":"…"}`, and nobody can verify it.
  public enum Seal: String, CaseIterable, Sendable {
    case signedByIssuer, notSignedByIssuer

    /// The header of a token that was sealed.
    public var header: String { #"{"alg":"none","sealed":"\#(rawValue)"}"# }
  }

  /// The longest token that is read, in bytes.
  public static let bytesMax = 16_384

  /// Reads a token; throws what is wrong with its form, and does not look at who signed it.
  public init(_ text: some StringProtocol) throws(TokenProblem) {
    guard text.utf8.count <= JSONWebToken.bytesMax else { throw .tooLong }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts.contains(where: \.isEmpty) else { throw .notThreeParts }
    header = try JSONWebToken.object(parts[0], "header")
    claims = try JSONWebToken.object(parts[1], "claims")
    guard let signature = Base64.url.bytes(parts[2]) else { throw .undecodable("signature") }
    self.signature = signature
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  private static func object(
    _ part: some StringProtocol, _ name: String
  ) throws(TokenProblem) -> JSONObject {
    guard let bytes = Base64.url.bytes(part), let value = try? JSONParser.parse(bytes),
      case .object(let object) = value
    else { throw .undecodable(name) }
    return object
  }

  /// Header and claims as their issuer wrote them, for a person to read.
  public var texts: [String] {
    signed.split(separator: UInt8(ascii: ".")).map { part in
      String(decoding: Base64.url.bytes(String(decoding: part, as: UTF8.self)) ?? [], as: UTF8.self)
    }
  }

  /// The algorithm of its signature; nil when the header names none.
  public var algorithm: String? { header["alg"]?.stringValue }

  /// What stands in the place of its signature; nil for a token that was not sealed.
  public var seal: Seal? {
    guard algorithm == "none" else { return nil }
    return header["sealed"]?.stringValue.flatMap(Seal.init)
  }

  /// Who issued it; nil when it does not say.
  public var issuer: String? { claims["iss"]?.stringValue }

  /// A time among the claims, in milliseconds since the Unix epoch; nil when there is none.
  public func milliseconds(_ claim: String) -> Int64? {
    switch claims[claim] {
    case .integer(let seconds)? where abs(seconds) < 1_000_000_000_000: seconds * 1000
    case .number(let seconds)? where abs(seconds) < 1e12: Int64(seconds * 1000)
    case .null?, .bool?, .integer?, .number?, .string?, .array?, .object?, nil: nil
    }
  }

  /// For whom it is; empty when it does not say.
  public var audiences: [String] {
    switch claims["aud"] {
    case .string(let audience)?: [audience]
    case .array(let elements)?: elements.compactMap(\.stringValue)
    case .null?, .bool?, .integer?, .number?, .object?, nil: []
    }
  }

  /// What an issuer signs for a token that is valid between two times, in whole seconds.
  ///
  /// Source: Endorser's clients: the claims are `exp`, `iat`, `iss`.
  public static func signed(
    issuer: String, issuedAtSeconds: Int64, expiresAtSeconds: Int64
  ) -> String {
    let claims: JSONValue = [
      "exp": .integer(expiresAtSeconds), "iat": .integer(issuedAtSeconds),
      "iss": .string(issuer),
    ]
    return "\(Base64.url.text(header.utf8)).\(Base64.url.text(claims.canonicalBytes))"
  }
}
