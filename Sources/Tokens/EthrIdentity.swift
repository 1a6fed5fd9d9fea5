/// An identity of the method `did:ethr`, which names a key by its address or by itself.
///
/// `did:ethr:0x<40 digits>` or `did:ethr:0x<66 digits>`, with the name of a network before the
/// digits if it has one. The case of the digits says nothing.
/// Source: the method specification of did:ethr.
/// Not modelled: a registry in which an identity's keys have been changed.
public enum EthrIdentity: Hashable, Sendable {
  case address(EthereumAddress)
  /// A compressed public key, 33 bytes.
  case publicKey([UInt8])

  /// Parses an identity; nil for another method, and for digits that name no key.
  public init?(_ did: some StringProtocol) {
    let parts = did.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4, parts[0] == "did", parts[1] == "ethr",
      parts.allSatisfy({ !$0.isEmpty }), let last = parts.last
    else { return nil }
    if let address = EthereumAddress(last) {
      self = .address(address)
    } else if last.utf8.count == 68, let key = Hexadecimal.bytes(afterPrefix: last) {
      self = .publicKey(key)
    } else {
      return nil
    }
  }

  /// The identity of an address, as this project writes it.
  public static func text(_ address: EthereumAddress) -> String { "did:ethr:\(address)" }

  /// The address of its key; nil when its public key lies on no point of the curve.
  public func address(_ keys: any IdentityKeys) -> EthereumAddress? {
    switch self {
    case .address(let address): address
    case .publicKey(let bytes): keys.publicKey(parsing: bytes).map(EthereumAddress.init(publicKey:))
    }
  }
}
