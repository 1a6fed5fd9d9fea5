/// The identity's means: the native fetcher, the plugin's token, and tests of the endpoint.
struct Identity: Sendable {
  /// What is stored of the native fetcher.
  var storedFetcher = StoredCopy<NativeFetcher>(.nativeFetcher, name: "native fetcher")
  /// A token that the plugin made for the active identity.
  private(set) var cachedToken: IssuedToken?
  /// Calls that wait for their fetch.
  private(set) var endpointTests: [EndpointTest] = []

  /// The native fetcher; nil before `configureNativeFetcher` was called.
  var fetcher: NativeFetcher? { storedFetcher.value }

  /// The token of an identity, for every request and reply that needs one; nil without an identity.
  ///
  /// The active identity has the host's token while that has not expired; otherwise the plugin
  /// makes one of its own, and throws without a key to sign it with. Only the active identity's is
  /// kept, and used until it is too old.
  mutating func token(
    of did: String?, activeDID: String?,
    on platform: inout some ClockAccess & KeychainAccess & LogAccess
  ) throws(Rejection) -> AccessToken? {
    guard let did else { return nil }
    let now = platform.wallMilliseconds
    if did == activeDID, let host = fetcher?.hostToken(at: now) { return host }
    if let token = cachedToken, token.issuer == did, token.isUsable(at: now) {
      return AccessToken(token)
    }
    let token = try Identity.issue(did, on: &platform)
    if did == activeDID { cachedToken = token }
    return AccessToken(token)
  }

  /// Makes a token of an identity; throws without its key, whoever else's there is, and while the
  /// keychain cannot be read.
  static func issue(
    _ did: String, on platform: inout some ClockAccess & KeychainAccess & LogAccess
  ) throws(Rejection) -> IssuedToken {
    let now = platform.wallMilliseconds
    guard platform.isKeychainReadable else {
      platform.log(.keychainLocked(did: did))
      throw .keychainLocked(did)
    }
    guard let token = IssuedToken(issuer: did, at: now, on: platform) else {
      platform.log(.keyMissing(did: did))
      throw .noKey(did)
    }
    platform.log(.tokenIssued(expiresAt: token.expiresAt, signer: IssuedToken.signer))
    return token
  }

  /// The next token of the active identity is this one, or with nil a new one.
  mutating func keep(_ token: IssuedToken?) { cachedToken = token }

  /// A call tests the endpoint with a fetch.
  mutating func began(_ test: EndpointTest) { endpointTests.append(test) }

  /// Takes out the test whose fetch has ended; nil when the fetch is no call's.
  mutating func takeEndpointTest(_ number: Int) -> EndpointTest? {
    endpointTests.firstIndex { $0.number == number }.map { endpointTests.remove(at: $0) }
  }
}
