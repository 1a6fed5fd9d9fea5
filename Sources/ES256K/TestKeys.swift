import Digests
import Tokens

/// The keys in the keychain of the simulated phone: three that everybody knows, and a tester's own.
///
/// The three are derived from fixed strings, so each run has the same identities. They are keys for
/// tests by construction: whoever reads this can sign with them.
package struct TestKeys: IdentityKeys {
  /// A tester's own key; nil for none, and for one that everybody knows.
  private let own: (identity: String, key: PrivateKey)?

  /// The keys that everybody knows.
  package static let standard = TestKeys()

  /// The identities of the keys that everybody knows.
  ///
  /// They are written down since the phone's keychain names them at each start, where deriving
  /// three keys would take time; the keys are derived once one is used.
  static let knownIdentities = [
    "did:ethr:0x77D8EA059Ab6eB9a19Ecf520025d40847A2360a0",
    "did:ethr:0xDd140bCb621F2e33aA4c97733DCCb92967389dbA",
    "did:ethr:0xae10199166383310d1B7e5d96D1d86d2A9058cb0",
  ]

  /// The keys that everybody knows, in the order of their identities.
  static let known = (1...knownIdentities.count).map(derived)

  /// The standard keys, and after them a tester's own unless it is one of them.
  package init(own: PrivateKey? = nil) {
    let identity = own?.identity
    self.own =
      if let own, let identity, !TestKeys.knownIdentities.contains(identity) {
        (identity, own)
      } else {
        nil
      }
  }

  private static func derived(_ number: Int) -> PrivateKey {
    let bytes = SHA256.digest(Array("dnp test identity \(number)".utf8))
    guard let key = PrivateKey(bytes) else { preconditionFailure("test key \(number) is no key") }
    return key
  }

  package var identities: [String] {
    own.map { TestKeys.knownIdentities + [$0.identity] } ?? TestKeys.knownIdentities
  }

  package func signature(of message: [UInt8], by identity: String) -> [UInt8]? {
    key(of: identity)?.signature(of: message)
  }

  private func key(of identity: String) -> PrivateKey? {
    if let own, own.identity == identity { return own.key }
    if let place = TestKeys.knownIdentities.firstIndex(of: identity) {
      return TestKeys.known[place]
    }
    // The case of the digits says nothing, and a DID may name the public key itself.
    guard let address = EthrIdentity(identity)?.address(self) else { return nil }
    let keys = TestKeys.known + (own.map { [$0.key] } ?? [])
    return keys.first { EthereumAddress(publicKey: $0.publicKey) == address }
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
