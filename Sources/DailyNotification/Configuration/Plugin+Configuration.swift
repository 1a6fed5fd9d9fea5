import JSONText

extension Plugin {
  /// What is configured; the defaults while nothing is stored.
  var configuration: PluginConfiguration {
    storedConfiguration.value ?? PluginConfiguration(choices)
  }

  /// How many notifications a date may have, without a copy of all that is configured.
  var perDayMax: Int64 {
    storedConfiguration.value?.maxNotificationsPerDay
      ?? PluginConfiguration.defaultNotificationsPerDay
  }

  /// The identity in force; the native fetcher's is the same, since both are set together.
  var activeDID: String? { storedConfiguration.value?.activeDID }

  /// Reads what is configured again where the stored string has changed.
  mutating func refreshConfiguration(on platform: inout Family.System) {
    var isChanged = storedConfiguration.refresh(on: &platform)
    if dual.stored.refresh(on: &platform) { isChanged = true }
    _ = identity.storedFetcher.refresh(on: &platform)
    if isChanged { contents.rules = ContentRules(configuration, dual.configuration, choices) }
  }

  /// Stores a configuration; `refreshConfiguration` takes it over.
  func store(
    _ next: PluginConfiguration, on platform: inout Family.System
  ) throws(Rejection) {
    guard storedConfiguration.store(next, on: &platform) else { throw .notStored("configuration") }
  }

  /// Call 1: sets what is given, and re-plans and submits anew by it.
  mutating func configure(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    var next = configuration
    try next.apply(options)
    try next.checkLifetime(changedBy: options)
    let count = platform.scheduleRows.count(where: \.isEnabled)
    guard count <= Int(next.maxNotificationsPerDay) else {
      throw .invalid(
        "maxNotificationsPerDay", expected: "at least \(count), the stored schedules",
        got: String(next.maxNotificationsPerDay))
    }
    let before = configuration
    try store(next, on: &platform)
    refreshConfiguration(on: &platform)
    platform.log(.ready)
    delivery.configured(on: &platform)
    if before.activeDID != next.activeDID { followIdentity(on: &platform) }
    replanStored(on: &platform)
    if before.leadMilliseconds != next.leadMilliseconds { followLead(on: &platform) }
    fetchWhatLacks(on: &platform)
    return .reply([:])
  }

  /// Submits the pending work anew, by a lead that has changed.
  mutating func followLead(on platform: inout Family.System) {
    guard prefetch.work.pendingBeginDate(on: platform) != nil else { return }
    prefetch.followLead(demand(on: &platform), on: &platform)
  }
}
