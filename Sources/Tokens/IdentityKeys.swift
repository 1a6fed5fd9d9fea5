/// The keys of identities, and the arithmetic of their signatures.
///
/// The arithmetic needs a C library, which the pure ring must not see: the shell hands a conforming
/// value to the phone's configuration. Each function is a function of its arguments alone, so a run
/// stays the same in every process.
public protocol IdentityKeys: Sendable {
  /// The identities whose keys are held, in a fixed order, each once.
  var identities: [String] { get }
  /// Signs a message as an identity, with ES256K; nil without its key.
  ///
  /// 64 bytes: r and s with the nonce of RFC 6979 over SHA-256, s in the lower half.
  func signature(of message: [UInt8], by identity: String) -> [UInt8]?
  /// The public key, of 64 bytes, that made a signature of 64 bytes; nil when there is none.
  ///
  /// The number, 0 to 3, says which of the keys for which the signature is valid.
  func publicKey(
    recoveredFrom signature: [UInt8], number: Int, of message: [UInt8]
  ) -> [UInt8]?
  /// The 64 bytes of a public key that has 33 bytes or 65; nil when it is none.
  func publicKey(parsing bytes: [UInt8]) -> [UInt8]?
}

/// A keychain without keys, where no signature can be checked either.
public struct NoKeys: IdentityKeys {
  /// No keys.
  public init() {}

  public var identities: [String] { [] }

  public func signature(of message: [UInt8], by identity: String) -> [UInt8]? { nil }

  public func publicKey(
    recoveredFrom signature: [UInt8], number: Int, of message: [UInt8]
  ) -> [UInt8]? { nil }

  public func publicKey(parsing bytes: [UInt8]) -> [UInt8]? { nil }
}
