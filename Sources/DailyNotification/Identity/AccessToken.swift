import Tokens

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
    signer = IssuedToken.signer
  }

  /// A token of the host for an identity.
  ///
  /// One that is no JWT, or names no expiry, counts as valid until a server refuses it.
  init(host text: String, for did: String) {
    self.text = text
    let token = try? JSONWebToken(text)
    issuer = token?.issuer ?? did
    issuedAt = token?.milliseconds("iat")
    expiresAt = token?.milliseconds("exp")
    signer = AccessToken.hostSigner
  }

  /// Whether it has expired at a time, ms since the Unix epoch.
  func isExpired(_ time: Int64) -> Bool { expiresAt.map { $0 <= time } ?? false }
}
