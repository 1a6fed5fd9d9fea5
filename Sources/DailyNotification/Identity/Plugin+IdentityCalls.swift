import JSONText

extension Plugin {
  /// Makes an identity the active one; a change clears token, tags and content.
  private mutating func setIdentity(
    _ did: String, on platform: inout Family.System
  ) throws(Rejection) {
    guard did != activeDID else { return }
    try storeIdentity(did, on: &platform)
    followIdentity(on: &platform)
  }

  private mutating func storeIdentity(
    _ did: String, on platform: inout Family.System
  ) throws(Rejection) {
    var next = configuration
    next.activeDID = did
    try store(next, on: &platform)
  }

  /// The former identity's token, tags and content go, and the default text is armed again.
  mutating func followIdentity(on platform: inout Family.System) {
    identity.keep(nil)
    refreshConfiguration(on: &platform)
    if let fetcher = identity.fetcher, let did = activeDID, fetcher.activeDID != did {
      // The host's tokens were made for the former identity.
      let next = NativeFetcher(apiBaseURL: fetcher.apiBaseURL, activeDID: did)
      _ = identity.storedFetcher.store(next, on: &platform)
      refreshConfiguration(on: &platform)
    }
    let cleared = dropContent(on: &platform)
    platform.log(.identityChanged(cleared: cleared))
  }

  /// Forgets what was fetched and returns how much it was; a running fetch starts anew.
  ///
  /// What is lacking now is submitted again, or fetched at once where no work can bring it in time.
  mutating func dropContent(on platform: inout Family.System) -> Int {
    let cleared = Contents.removeAll(on: &platform)
    PlanCursor.forget(on: &platform)
    platform.setValue(nil, for: .endpointTag)
    restartFetch(on: &platform)
    replanStored(on: &platform)
    fetchWhatLacks(on: &platform)
    return cleared
  }

  /// Forgets a token that a server has refused, unless another one has taken its place.
  mutating func dropToken(_ token: String?, on platform: inout Family.System) {
    guard let token else { return }
    if let fetcher = identity.fetcher { keep(fetcher.without(token), on: &platform) }
    if identity.cachedToken?.text == token { identity.keep(nil) }
  }

  /// A request carries a token: one of the host's pool is for this date from now on.
  mutating func tokenSent(_ token: String?, on platform: inout Family.System) {
    guard let token, var fetcher = identity.fetcher else { return }
    fetcher.pool.sent(token, at: platform.wallMilliseconds)
    keep(fetcher, on: &platform)
  }

  private mutating func keep(_ fetcher: NativeFetcher, on platform: inout Family.System) {
    guard fetcher != identity.fetcher else { return }
    _ = identity.storedFetcher.store(fetcher, on: &platform)
    refreshConfiguration(on: &platform)
  }

  /// Call 21: the host's user has changed.
  mutating func setActiveDID(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .setActiveDidFromHost)
    try setIdentity(reader.required("activeDid", reader.did), on: &platform)
    return .reply([:])
  }

  /// Call 22: the identity and a new token for it; without its key nothing changes.
  mutating func refreshAuthentication(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .refreshAuthenticationForNewIdentity)
    let did = try reader.required("activeDid", reader.did)
    let token = try Identity.issue(did, on: &platform)
    try setIdentity(did, on: &platform)
    if let fetcher = identity.fetcher, fetcher.hasToken {
      guard identity.storedFetcher.store(fetcher.withoutTokens, on: &platform) else {
        throw .notStored(StorageKey.nativeFetcher.name)
      }
      refreshConfiguration(on: &platform)
    }
    identity.keep(token)
    return .reply([:])
  }

  /// Call 23: forgets what was fetched.
  mutating func clearCache(on platform: inout Family.System) -> CallOutcome {
    let cleared = dropContent(on: &platform)
    platform.storeSnapshot()
    return .reply(["cleared": .integer(Int64(cleared))])
  }

  /// Call 24: the pending work is submitted again, for this identity.
  mutating func updateTaskIdentity(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .updateBackgroundTaskIdentity)
    try setIdentity(reader.required("activeDid", reader.did), on: &platform)
    if prefetch.work.pendingBeginDate(on: platform) != nil {
      prefetch.renew(demand(on: &platform), on: &platform)
    }
    return .reply([:])
  }

  /// Call 25: a token and what it says of itself.
  mutating func testToken(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let did = try OptionReader(options, of: .testJWTGeneration).did() ?? activeDID
    guard let token = try identity.token(of: did, activeDID: activeDID, on: &platform) else {
      throw .noIdentity
    }
    return .reply([
      "success": true,
      "jwt": .string(token.text),
      "algorithm": "ES256K",
      "issuer": .string(token.issuer),
      "issuedAt": JSONValue(integerOrNull: token.issuedAt),
      "expiresAt": JSONValue(integerOrNull: token.expiresAt),
      "signer": .string(token.signer),
    ])
  }

  /// Call 42: which server the native fetcher asks, and as whom.
  mutating func configureNativeFetcher(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    if isFetcherMissing { throw .noFetcher }
    var next = try NativeFetcher(OptionReader(options, of: .configureNativeFetcher))
    if let fetcher = identity.fetcher { next.pool.take(over: fetcher.pool) }
    let isNewIdentity = next.activeDID != activeDID
    if isNewIdentity { try storeIdentity(next.activeDID, on: &platform) }
    let isStored = identity.storedFetcher.store(next, on: &platform)
    identity.keep(nil)
    refreshConfiguration(on: &platform)
    // What is fetched from now on comes from the new server.
    if isNewIdentity { followIdentity(on: &platform) }
    guard isStored else { throw .notStored(StorageKey.nativeFetcher.name) }
    return .reply([:])
  }

  /// Call 43: the plans whose news the host wants.
  mutating func updateStarredPlans(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .updateStarredPlans)
    let plans = try reader.required("planIds", reader.texts)
    let stored = JSONValue.array(plans.map(JSONValue.string)).canonicalText
    guard platform.store(.text(stored), for: .starredPlans) else {
      throw .notStored(StorageKey.starredPlans.name)
    }
    return .reply(["count": .integer(Int64(plans.count))])
  }

  /// Call 51: the plans that call 43 has stored.
  func starredPlans(on platform: Family.System) -> JSONValue {
    let plans = starredPlanIDs(on: platform)
    return [
      "planIds": .array(plans.map(JSONValue.string)), "count": .integer(Int64(plans.count)),
    ]
  }

  /// The plans that call 43 has stored, in the order of the call.
  func starredPlanIDs(on platform: Family.System) -> [String] {
    let stored = platform.string(.starredPlans).flatMap { try? JSONParser.parse($0) }
    return (stored?.arrayValue ?? []).compactMap(\.stringValue)
  }
}
