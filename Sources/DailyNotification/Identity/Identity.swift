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

  /// What a request to the API carries: the host's token, or one of the plugin's own.
  mutating func token(
    _ activeDID: String?, on platform: inout some ClockAccess & LogAccess
  ) -> String? {
    if let token = fetcher?.token { return token }
    return activeDID.map { issuedToken($0, activeDID: activeDID, on: &platform).text }
  }

  /// A token of an identity, from memory while it can be used; only the active one's is kept.
  mutating func issuedToken(
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
