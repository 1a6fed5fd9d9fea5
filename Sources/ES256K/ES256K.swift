import Digests
import Secp256k1Shim

/// The signatures of ES256K: ECDSA on the curve secp256k1 over SHA-256.
///
/// Source: RFC 8812 §3.2.
package enum ES256K {
  /// The SHA-256 of a message.
  static func digest(_ message: [UInt8]) -> [UInt8] { SHA256.digest(message) }

  /// Whether a key, 64 bytes, made a signature of 64 bytes.
  ///
  /// s may lie in either half unless only the lower one is accepted: of eleven published tokens of
  /// did-jwt six have it in the upper half.
  package static func isValid(
    _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8],
    isLowerHalfRequired: Bool = false
  ) -> Bool {
    guard signature.count == 64, publicKey.count == 64 else { return false }
    return dnp_secp256k1_verify(signature, digest(message), publicKey, isLowerHalfRequired)
  }

  /// The public key that made a signature; nil when there is none of this number, 0 to 3.
  package static func publicKey(
    recoveredFrom signature: [UInt8], number: Int, of message: [UInt8]
  ) -> [UInt8]? {
    guard signature.count == 64, (0...3).contains(number) else { return nil }
    var publicKey = [UInt8](repeating: 0, count: 64)
    let isFound = dnp_secp256k1_recover(&publicKey, signature, Int32(number), digest(message))
    return isFound ? publicKey : nil
  }

  /// The 64 bytes of a public key that has 33 bytes or 65; nil when it is none.
  package static func publicKey(parsing bytes: [UInt8]) -> [UInt8]? {
    var publicKey = [UInt8](repeating: 0, count: 64)
    return dnp_secp256k1_parse(&publicKey, bytes, bytes.count) ? publicKey : nil
  }
}
