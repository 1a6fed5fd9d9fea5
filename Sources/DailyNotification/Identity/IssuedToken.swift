import PlainText
import Tokens

/// A token that the plugin made, with the times between which it is valid.
struct IssuedToken: Hashable, Sendable {
  let issuer: String
  let text: String
  /// In milliseconds since the Unix epoch, whole seconds.
  let issuedAt: Int64
  let expiresAt: Int64

  /// The signer's name in replies and log lines: the key lies in the keychain.
  static let signer = "keychain"
  /// The lifetime of a token, in milliseconds.
  ///
  /// Source: the plugin's contract, 60 s as the Endorser service asks.
  static let lifetimeMilliseconds: Int64 = 60_000

  /// A token of an identity as of a time, ms since the Unix epoch; nil without its key.
  init?(issuer: String, at time: Int64, on platform: some KeychainAccess) {
    let issuedSeconds = time / 1000
    let expirySeconds = issuedSeconds + IssuedToken.lifetimeMilliseconds / 1000
    let signed = JSONWebToken.signed(
      issuer: issuer, issuedAtSeconds: issuedSeconds, expiresAtSeconds: expirySeconds)
    guard let signature = platform.signature(of: Array(signed.utf8), by: issuer) else {
      return nil
    }
    self.issuer = issuer
    text = "\(signed).\(Base64.url.text(signature))"
    issuedAt = issuedSeconds * 1000
    expiresAt = expirySeconds * 1000
  }

  /// Whether it can be used: until 60 s before its end, or for half its life if that is shorter.
  func isUsable(at time: Int64) -> Bool {
    let margin = min(60_000, (expiresAt - issuedAt) / 2)
    return time >= issuedAt && time < expiresAt - margin
  }
}
