import JSONText

/// Why a token is not accepted.
public enum TokenProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  case notThreeParts
  /// A part is no base 64 for addresses, or holds no JSON object.
  case undecodable(String)
  case algorithm(String?)
  case signatureBytes(Int, expected: Int)
  /// s lies in the upper half, and only the lower one is accepted.
  case upperHalf
  case noIssuer
  case unsupportedIdentity(String)
  /// The issuer's key did not make the signature.
  case wrongSignature(issuer: String)
  case wrongIssuer(String, expected: String)
  case noExpiry
  /// Times are in milliseconds since the Unix epoch.
  case expired(at: Int64)
  case notYetValid(claim: String, at: Int64)
  case wrongAudience([String], expected: String?)

  public var description: String {
    switch self {
    case .tooLong: "the token is longer than \(JSONWebToken.bytesMax) bytes, so it is not read"
    case .notThreeParts: "a token has three parts with dots between them"
    case .undecodable("signature"): "the token's signature is no base 64 for addresses"
    case .undecodable(let part): "the token's \(part) part is no JSON object in base 64"
    case .algorithm(nil): "the token's header names no algorithm"
    case .algorithm(let name?):
      "the token's algorithm is '\(name)', and only ES256K and ES256K-R are accepted"
    case .signatureBytes(let bytes, let expected):
      "the token's signature has \(bytes) bytes instead of \(expected)"
    case .upperHalf: "the s of the token's signature lies in the upper half"
    case .noIssuer: "the token has no issuer"
    case .unsupportedIdentity(let did):
      "the issuer '\(did)' is no identity of did:ethr that names a key"
    case .wrongSignature(let issuer): "the token was not signed by its issuer \(issuer)"
    case .wrongIssuer(let issuer, let expected):
      "the token's issuer is \(issuer) and not \(expected)"
    case .noExpiry: "the token has no expiry"
    case .expired: "the token has expired"
    case .notYetValid(let claim, _): "the token is not valid yet: its '\(claim)' lies ahead"
    case .wrongAudience(let audiences, nil):
      "the token is for \(audiences.joined(separator: ", ")), and no audience was expected"
    case .wrongAudience(let audiences, let expected?):
      "the token is for \(audiences.joined(separator: ", ")) and not for \(expected)"
    }
  }
}
