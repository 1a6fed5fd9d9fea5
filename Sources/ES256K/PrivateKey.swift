import Secp256k1Shim
import Tokens

/// A private key on the curve secp256k1, for tests.
///
/// Nothing prints it: its description and its mirror say only what it is.
package struct PrivateKey: Sendable {
  private let bytes: [UInt8]
  /// Its public key: 64 bytes, x then y.
  package let publicKey: [UInt8]

  /// A key of 32 bytes; nil for 0 and for what is not below the order of the curve.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    var publicKey = [UInt8](repeating: 0, count: 64)
    guard dnp_secp256k1_public_key(&publicKey, bytes) else { return nil }
    self.bytes = bytes
    self.publicKey = publicKey
  }

  /// The identity that the key proves: `did:ethr:` and its address.
  package var identity: String { EthrIdentity.text(EthereumAddress(publicKey: publicKey)) }

  /// Signs a message: r and s over its SHA-256, s in the lower half, equal for equal messages.
  package func signature(of message: [UInt8]) -> [UInt8] {
    recoverableSignature(of: message).bytes
  }

  /// A signature, and the number by which `ES256K.publicKey` recovers the key.
  package func recoverableSignature(of message: [UInt8]) -> (bytes: [UInt8], number: Int) {
    var signature = [UInt8](repeating: 0, count: 64)
    var number: Int32 = 0
    let isSigned = dnp_secp256k1_sign(&signature, &number, ES256K.digest(message), bytes)
    precondition(isSigned, "a key that was checked signs any digest")
    return (signature, Int(number))
  }
}

extension PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "private key of \(identity)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["identity": identity]) }
}
