import JSONText

/// What `configureNativeFetcher` sets, as it is stored under `native_fetcher_config`.
struct NativeFetcher: Hashable, Sendable, StoredAsString {
  let apiBaseURL: String
  let activeDID: String
  /// A token that the host made; the plugin makes its own without it.
  let token: String?
  /// Tokens that the host made for one date each, in their order.
  var pool: TokenPool

  init(apiBaseURL: String, activeDID: String) {
    self.init(apiBaseURL: apiBaseURL, activeDID: activeDID, token: nil, pool: TokenPool())
  }

  private init(apiBaseURL: String, activeDID: String, token: String?, pool: TokenPool) {
    self.apiBaseURL = apiBaseURL
    self.activeDID = activeDID
    self.token = token
    self.pool = pool
  }

  /// The host's token for a time, ms since the Unix epoch; nil when it gave none, or all expired.
  func hostToken(at time: Int64) -> AccessToken? {
    if let token = pool.token(at: time, for: activeDID) { return token }
    return token.map { AccessToken(host: $0, for: activeDID) }.flatMap { token in
      token.isExpired(time) ? nil : token
    }
  }

  /// Whether the host gave a token.
  var hasToken: Bool { token != nil || !pool.entries.isEmpty }

  /// The same server and identity without the host's tokens.
  var withoutTokens: NativeFetcher {
    NativeFetcher(apiBaseURL: apiBaseURL, activeDID: activeDID)
  }

  /// The same without a token that a server has refused.
  func without(_ refused: String) -> NativeFetcher {
    var pool = pool
    pool.refused(refused)
    return NativeFetcher(
      apiBaseURL: apiBaseURL, activeDID: activeDID, token: token == refused ? nil : token,
      pool: pool)
  }

  /// The configuration as canonical JSON.
  var stored: String {
    var members: JSONObject = [
      "activeDid": .string(activeDID),
      "apiBaseUrl": .string(apiBaseURL),
      "jwtToken": token.map(JSONValue.string) ?? .null,
    ]
    pool.store(in: &members)
    return JSONValue.object(members).canonicalText
  }

  /// Reads the options of call 42.
  init(_ reader: OptionReader) throws(Rejection) {
    apiBaseURL = try reader.required("apiBaseUrl", reader.server)
    activeDID = try reader.required("activeDid", reader.did)
    token = try reader.text("jwtToken")
    pool = TokenPool(try reader.texts("jwtTokens") ?? [])
  }

  /// Reads a stored configuration; nil when it does not decode.
  init?(stored: String) {
    guard let value = try? JSONParser.parse(stored), case .object(let object) = value else {
      return nil
    }
    let reader = OptionReader(object, CallDeclaration.nativeFetcher)
    do throws(Rejection) { try self.init(reader) } catch { return nil }
    pool.read(object)
  }
}
