import Crypto
import Tokens

/// The keys in the keychain of the simulated phone: three that everybody knows, and a tester's own.
///
/// The three are derived from fixed strings, so each run has the same identities. They are keys for
/// tests by construction: whoever reads this can sign with them.
package struct TestKeys: IdentityKeys {
  private let keys: [(identity: String, key: PrivateKey)]

  /// The keys that everybody knows.
  package static let standard = TestKeys()

  /// How many keys everybody knows.
  private static let count = 3

  /// The standard keys, and after them a tester's own unless it is one of them.
  package init(own: PrivateKey? = nil) {
    var keys = (1...TestKeys.count).map(TestKeys.derived)
    if let own, !keys.contains(where: { $0.publicKey == own.publicKey }) { keys.append(own) }
    self.keys = keys.map { ($0.identity, $0) }
  }

  private static func derived(_ number: Int) -> PrivateKey {
    let bytes = Array(SHA256.hash(data: Array("dnp test identity \(number)".utf8)))
    guard let key = PrivateKey(bytes) else { preconditionFailure("test key \(number) is no key") }
    return key
  }

  package var identities: [String] { keys.map(\.identity) }

  package func signature(of message: [UInt8], by identity: String) -> [UInt8]? {
    key(of: identity)?.signature(of: message)
  }

  private func key(of identity: String) -> PrivateKey? {
    if let same = keys.first(where: { $0.identity == identity }) { return same.key }
    // The case of the digits says nothing, and a DID may name the public key itself.
    guard let address = EthrIdentity(identity)?.address(self) else { return nil }
    return keys.first { EthereumAddress(publicKey: $0.key.publicKey) == address }?.key
  }

  package func publicKey(
    recoveredFrom signature: [UInt8], number: Int, of message: [UInt8]
  ) -> [UInt8]? {
    ES256K.publicKey(recoveredFrom: signature, number: number, of: message)
  }

  package func publicKey(parsing bytes: [UInt8]) -> [UInt8]? {
    ES256K.publicKey(parsing: bytes)
  }
}
