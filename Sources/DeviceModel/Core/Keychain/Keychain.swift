public import Tokens

/// The keys in the app's keychain, and the arithmetic of their signatures.
///
/// Two are equal if they hold the keys of the same identities. Nothing shows a key: records, state
/// and reports see identities only.
public struct Keychain: Hashable, Sendable {
  /// Holds the keys, so that a phone stays a value of a size that the compiler knows.
  private final class Holder: Sendable {
    let keys: any IdentityKeys

    init(_ keys: any IdentityKeys) { self.keys = keys }
  }

  private let holder: Holder
  /// Whether the keys have been erased; signatures can still be checked.
  private var isErased = false

  /// A keychain with the keys of a run; by default none, where no signature can be checked.
  public init(_ keys: any IdentityKeys = NoKeys()) { holder = Holder(keys) }

  /// What signs, and what checks signatures.
  public var keys: any IdentityKeys { holder.keys }

  /// The identities whose keys it has.
  public var identities: [String] { isErased ? [] : keys.identities }

  /// Signs a message as an identity; nil without its key.
  func signature(of message: [UInt8], by identity: String) -> [UInt8]? {
    isErased ? nil : keys.signature(of: message, by: identity)
  }

  /// Removes all keys.
  mutating func erase() { isErased = true }

  public static func == (one: Keychain, other: Keychain) -> Bool {
    one.identities == other.identities
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identities) }
}
