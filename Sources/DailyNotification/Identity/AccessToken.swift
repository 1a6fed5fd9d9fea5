import JSONText

/// A token that a request carries: the host's, or one of the plugin's own.
struct AccessToken: Hashable, Sendable {
  let text: String
  let issuer: String
  /// When it was issued and when it expires, ms since the Unix epoch; nil where it does not say.
  let issuedAt: Int64?
  let expiresAt: Int64?
  /// Who signed it.
  let signer: String

  /// The signer's name of a token that the host gave.
  static let hostSigner = "host"

  /// An own token.
  init(_ token: IssuedToken) {
    text = token.text
    issuer = token.issuer
    issuedAt = token.issuedAt
    expiresAt = token.expiresAt
    signer = StandInSigner.name
  }

  /// A token of the host for an identity.
  ///
  /// One that is no JWT, or names no expiry, counts as valid until a server refuses it.
  /// Source: RFC 7519, 4.1.4 (`exp`) and 4.1.6 (`iat`), in seconds.
  init(host text: String, for did: String) {
    self.text = text
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let claims =
      parts.count == 3
      ? Base64URL.bytes(parts[1]).flatMap { try? JSONParser.parse($0) } : nil
    issuer = claims?["iss"]?.stringValue ?? did
    issuedAt = claims?["iat"].flatMap(AccessToken.milliseconds)
    expiresAt = claims?["exp"].flatMap(AccessToken.milliseconds)
    signer = AccessToken.hostSigner
  }

  private static func milliseconds(_ value: JSONValue) -> Int64? {
    switch value {
    case .integer(let seconds) where abs(seconds) < 1_000_000_000_000: seconds * 1000
    case .number(let seconds) where abs(seconds) < 1e12: Int64(seconds * 1000)
    case .null, .bool, .integer, .number, .string, .array, .object: nil
    }
  }

  /// Whether it has expired at a time, ms since the Unix epoch.
  func isExpired(_ time: Int64) -> Bool { expiresAt.map { $0 <= time } ?? false }
}
