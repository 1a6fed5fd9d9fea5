import JSONText

extension Plugin {
  /// The identity in force: the native fetcher's is the same, since both are set together.
  var activeDID: String? { configuration.activeDID }

  /// What a request to the API carries: the host's token, or one of the plugin's own.
  mutating func token(on platform: inout some Platform) -> String? {
    if let token = nativeFetcher?.token { return token }
    return activeDID.map { issuedToken($0, on: &platform).text }
  }

  /// A token of an identity, from memory while it can be used.
  mutating func issuedToken(_ did: String, on platform: inout some Platform) -> IssuedToken {
    let now = platform.wallMilliseconds
    if let token = cachedToken, token.issuer == did, token.isUsable(at: now) { return token }
    let token = StandInSigner.token(issuer: did, at: now)
    platform.log(.tokenIssued(expiresAt: token.expiresAt, signer: StandInSigner.name))
    if did == activeDID { cachedToken = token }
    return token
  }

  /// Makes an identity the active one; another one than before clears token, tags and content.
  mutating func setIdentity(_ did: String, on platform: inout some Platform) throws(Rejection) {
    guard did != activeDID else { return }
    var next = configuration
    next.activeDID = did
    guard store(.text(next.stored), for: .configuration, on: &platform) else {
      throw .notStored("configuration")
    }
    forgetIdentity(on: &platform)
  }

  /// Token, tags and content of the identity before go, and requests show the default text again.
  mutating func forgetIdentity(on platform: inout some Platform) {
    cachedToken = nil
    refreshConfiguration(on: &platform)
    if let fetcher = nativeFetcher, let did = activeDID, fetcher.activeDID != did {
      // A token of the host's was made for the identity before.
      let next = NativeFetcher(apiBaseURL: fetcher.apiBaseURL, activeDID: did, token: nil)
      _ = store(.text(next.stored), for: .nativeFetcher, on: &platform)
      refreshConfiguration(on: &platform)
    }
    let cleared = dropContent(on: &platform)
    platform.log(.identityChanged(cleared: cleared))
    replanStored(on: &platform)
  }

  /// Call 21: the host's user has changed.
  mutating func setActiveDID(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    try setIdentity(OptionReader(options).requiredDID(), on: &platform)
    return .reply([:])
  }

  /// Call 22: the identity and a new token for it.
  mutating func refreshAuthentication(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let did = try OptionReader(options).requiredDID()
    try setIdentity(did, on: &platform)
    cachedToken = nil
    _ = issuedToken(did, on: &platform)
    return .reply([:])
  }

  /// Call 23: forgets what was fetched.
  mutating func clearCache(on platform: inout some Platform) -> CallOutcome {
    let cleared = dropContent(on: &platform)
    replanStored(on: &platform)
    saveSnapshot(on: &platform)
    return .reply(["cleared": .integer(Int64(cleared))])
  }

  /// Call 24: the pending task is asked for again, for this identity.
  mutating func updateTaskIdentity(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    try setIdentity(OptionReader(options).requiredDID(), on: &platform)
    if platform.pendingTask(TaskIdentifier.fetch) != nil { renewTask(on: &platform) }
    return .reply([:])
  }

  /// Call 25: a token and what it says of itself.
  mutating func testToken(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    guard let did = try OptionReader(options).did() ?? activeDID else {
      throw .noIdentity
    }
    let token = issuedToken(did, on: &platform)
    return .reply([
      "success": true,
      "jwt": .string(token.text),
      "algorithm": "ES256K",
      "issuer": .string(token.issuer),
      "issuedAt": .integer(token.issuedAt),
      "expiresAt": .integer(token.expiresAt),
      "signer": .string(StandInSigner.name),
    ])
  }

  /// Call 42: where the native fetcher asks, and as whom.
  mutating func configureNativeFetcher(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let next = try NativeFetcher(OptionReader(options))
    try setIdentity(next.activeDID, on: &platform)
    guard store(.text(next.stored), for: .nativeFetcher, on: &platform) else {
      throw .notStored(StorageKey.nativeFetcher.name)
    }
    cachedToken = nil
    refreshConfiguration(on: &platform)
    return .reply([:])
  }

  /// Call 43: the plans whose news the host wants.
  mutating func updateStarredPlans(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    guard let plans = try OptionReader(options).texts("planIds") else {
      throw .missing("planIds", expected: "an array of strings")
    }
    let stored = JSONValue.array(plans.map(JSONValue.string)).canonicalText
    guard store(.text(stored), for: .starredPlans, on: &platform) else {
      throw .notStored(StorageKey.starredPlans.name)
    }
    return .reply(["count": .integer(Int64(plans.count))])
  }
}
