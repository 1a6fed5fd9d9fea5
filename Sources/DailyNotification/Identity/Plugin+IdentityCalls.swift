import JSONText

extension Plugin {
  /// Makes an identity the active one; a change clears token, tags and content.
  private mutating func setIdentity(
    _ did: String, on platform: inout Family.System
  ) throws(Rejection) {
    guard did != activeDID else { return }
    var next = configuration
    next.activeDID = did
    try store(next, on: &platform)
    forgetIdentity(on: &platform)
  }

  /// The former identity's token, tags and content go, and the default text is armed again.
  mutating func forgetIdentity(on platform: inout Family.System) {
    identity.forgetToken()
    refreshConfiguration(on: &platform)
    if let fetcher = identity.fetcher, let did = activeDID, fetcher.activeDID != did {
      // The host's token was made for the former identity.
      let next = NativeFetcher(apiBaseURL: fetcher.apiBaseURL, activeDID: did, token: nil)
      _ = identity.storedFetcher.store(next, on: &platform)
      refreshConfiguration(on: &platform)
    }
    let cleared = dropContent(on: &platform)
    platform.log(.identityChanged(cleared: cleared))
    replanStored(on: &platform)
  }

  /// Forgets what was fetched and returns how much it was; a running fetch starts anew.
  private mutating func dropContent(on platform: inout Family.System) -> Int {
    let cleared = Contents.removeAll(on: &platform)
    platform.setValue(nil, for: .endpointTag)
    restartFetch(on: &platform)
    return cleared
  }

  /// Call 21: the host's user has changed.
  mutating func setActiveDID(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    try setIdentity(OptionReader(options).requiredDID(), on: &platform)
    return .reply([:])
  }

  /// Call 22: the identity and a new token for it.
  mutating func refreshAuthentication(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let did = try OptionReader(options).requiredDID()
    try setIdentity(did, on: &platform)
    identity.forgetToken()
    _ = identity.issuedToken(did, activeDID: activeDID, on: &platform)
    return .reply([:])
  }

  /// Call 23: forgets what was fetched.
  mutating func clearCache(on platform: inout Family.System) -> CallOutcome {
    let cleared = dropContent(on: &platform)
    replanStored(on: &platform)
    platform.storeSnapshot()
    return .reply(["cleared": .integer(Int64(cleared))])
  }

  /// Call 24: the pending work is submitted again, for this identity.
  mutating func updateTaskIdentity(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    try setIdentity(OptionReader(options).requiredDID(), on: &platform)
    if prefetch.work.pendingBeginDate(on: platform) != nil {
      prefetch.renew(demand(on: &platform), on: &platform)
    }
    return .reply([:])
  }

  /// Call 25: a token and what it says of itself.
  mutating func testToken(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    guard let did = try OptionReader(options).did() ?? activeDID else {
      throw .noIdentity
    }
    let token = identity.issuedToken(did, activeDID: activeDID, on: &platform)
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

  /// Call 42: which server the native fetcher asks, and as whom.
  mutating func configureNativeFetcher(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let next = try NativeFetcher(OptionReader(options))
    try setIdentity(next.activeDID, on: &platform)
    guard identity.storedFetcher.store(next, on: &platform) else {
      throw .notStored(StorageKey.nativeFetcher.name)
    }
    identity.forgetToken()
    refreshConfiguration(on: &platform)
    return .reply([:])
  }

  /// Call 43: the plans whose news the host wants.
  mutating func updateStarredPlans(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    guard let plans = try OptionReader(options).texts("planIds") else {
      throw .missing("planIds", expected: "an array of strings")
    }
    let stored = JSONValue.array(plans.map(JSONValue.string)).canonicalText
    guard platform.store(.text(stored), for: .starredPlans) else {
      throw .notStored(StorageKey.starredPlans.name)
    }
    return .reply(["count": .integer(Int64(plans.count))])
  }
}
