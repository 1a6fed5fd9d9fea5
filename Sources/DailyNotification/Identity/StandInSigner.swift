import Crypto
import JSONText

/// Makes tokens that look like ES256K tokens and are signed by nobody.
///
/// The signature is the SHA-256 of what a real signer would sign, twice: equal input, equal token.
/// It is a stand-in until tokens are signed with keys, and every reply that has one says so.
enum StandInSigner {
  /// The signer's name in replies and log lines.
  static let name = "stand-in"
  /// The lifetime of a token, in milliseconds.
  ///
  /// Source: the plugin's contract, 60 s as the Endorser service asks.
  static let lifetimeMilliseconds: Int64 = 60_000

  /// A token of an issuer as of a time, ms since the Unix epoch.
  static func token(issuer: String, at time: Int64) -> IssuedToken {
    let issuedAt = time / 1000
    let expiresAt = issuedAt + lifetimeMilliseconds / 1000
    let header = Base64URL.text(Array(#"{"typ":"JWT","alg":"ES256K"}"#.utf8))
    let claims: JSONValue = [
      "exp": .integer(expiresAt), "iat": .integer(issuedAt), "iss": .string(issuer),
    ]
    let signed = "\(header).\(Base64URL.text(claims.canonicalBytes))"
    let digest = Array(SHA256.hash(data: Array(signed.utf8)))
    return IssuedToken(
      issuer: issuer, text: "\(signed).\(Base64URL.text(digest + digest))",
      issuedAt: issuedAt * 1000, expiresAt: expiresAt * 1000)
  }
}

/// Base 64 with the alphabet for addresses and without padding.
///
/// Source: RFC 4648 §5, as RFC 7515 §2 uses it.
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The bytes of a string without padding; nil for anything else.
  static func bytes(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text.utf8 {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return count < 6 ? bytes : nil
  }

  /// Bytes as a string.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
      }
      for place in 0...count { text.append(alphabet[Int(group >> (18 - 6 * place)) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
