import JSONText

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
  /// makes one of its own.
  mutating func token(
    of did: String?, activeDID: String?, on platform: inout some ClockAccess & LogAccess
  ) -> AccessToken? {
    guard let did else { return nil }
    if did == activeDID, let host = fetcher?.hostToken, !host.isExpired(platform.wallMilliseconds) {
      return host
    }
    return AccessToken(ownToken(did, activeDID: activeDID, on: &platform))
  }

  /// An own token, from memory while it can be used; only the active identity's is kept.
  mutating func ownToken(
    _ did: String, activeDID: String?, on platform: inout some ClockAccess & LogAccess
  ) -> IssuedToken {
    let now = platform.wallMilliseconds
    if let token = cachedToken, token.issuer == did, token.isUsable(at: now) { return token }
    let token = StandInSigner.token(issuer: did, at: now)
    platform.log(.tokenIssued(expiresAt: token.expiresAt, signer: StandInSigner.name))
    if did == activeDID { cachedToken = token }
    return token
  }

  /// The next token is a new one.
  mutating func forgetToken() { cachedToken = nil }

  /// A call tests the endpoint with a fetch.
  mutating func began(_ test: EndpointTest) { endpointTests.append(test) }

  /// Takes out the test whose fetch has ended; nil when the fetch is no call's.
  mutating func takeEndpointTest(_ number: Int) -> EndpointTest? {
    endpointTests.firstIndex { $0.number == number }.map { endpointTests.remove(at: $0) }
  }
}
