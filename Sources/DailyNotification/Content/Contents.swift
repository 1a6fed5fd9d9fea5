import CivilTime

/// What a fetch left in the store.
struct StoredContent: Hashable {
  let status: Int
  let bytes: Int
  /// Whether it is for the occurrence it was fetched for.
  var isForTarget = true
  /// Whether the answer had no rows, and nothing is shown for it.
  var isEmpty = false
}

/// Why a fetch left nothing usable.
struct FetchFailure: Error, Hashable {
  let reason: FailureReason
  let status: Int?
  var retryAfterSeconds: Int64?
  /// Whether a 304 spoke of other content than what is held: without a tag it comes whole.
  var isValidatorUnknown = false
}

/// Fetched content: stores it, judges its age and puts it into notifications.
public struct Contents: Sendable {
  /// The rules as they are configured now.
  var rules: ContentRules
  /// The bytes of content read last, and what they say.
  private var lastPayload: (bytes: [UInt8], payload: ContentPayload)?

  /// Contents by the rules that hold while nothing is configured.
  init(_ choices: PluginChoices = PluginChoices()) {
    rules = ContentRules(PluginConfiguration(choices), nil, choices)
  }

  /// Whether something is stored that might be an occurrence's content; else it is the default.
  func mayHaveContent(
    for schedule: Schedule, _ occurrence: Occurrence, on platform: borrowing some StorageAccess
  ) -> Bool {
    guard schedule.kind == .daily || schedule.kind == .dual && rules.isDualLinked else {
      return false
    }
    return platform.content(for: occurrence.time, schedule.kind) != nil
  }

  /// The content of an occurrence: fetched content that is fresh at the trigger, or the default.
  ///
  /// What is stale or damaged is removed. `shownAt`: when it is shown, if that is now.
  mutating func best(
    for schedule: Schedule, _ occurrence: Occurrence, shownAt: Int64? = nil,
    on platform: inout some StorageAccess & LogAccess
  ) -> NotificationContent {
    let trigger = shownAt ?? occurrence.time
    guard schedule.kind == .daily || schedule.kind == .dual && rules.isDualLinked,
      let row = platform.content(for: occurrence.time, schedule.kind)
    else { return schedule.defaultContent(occurrence) }
    guard isFresh(row, at: trigger) else {
      platform.removeContent(scheduledFor: occurrence.time, schedule.kind)
      discarded(
        row.fetchedAt, for: trigger, shownAt: trigger, schedule.kind, on: &platform)
      return schedule.defaultContent(occurrence)
    }
    guard let payload = payload(of: row.bytes) else {
      platform.removeContent(scheduledFor: occurrence.time, schedule.kind)
      platform.log(.quarantined(what: "content for \(ISO8601.text(occurrence.time))"))
      return schedule.defaultContent(occurrence)
    }
    return schedule.content(
      title: payload.title, body: payload.body, occurrence, source: row.source,
      fetchedAt: row.source == .default ? nil : row.fetchedAt, url: payload.url ?? schedule.url)
  }

  /// Whether nothing is armed for an occurrence before its fetch has ended.
  func isAwaitingFetch(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: some StorageAccess
  ) -> Bool {
    schedule.kind == .dual && rules.isDualChained
      && !hasFresh(for: schedule, occurrence, on: platform)
  }

  /// Whether an occurrence has content that is fresh at its trigger, or when it is shown.
  func hasFresh(
    for schedule: Schedule, _ occurrence: Occurrence, shownAt: Int64? = nil,
    on platform: some StorageAccess
  ) -> Bool {
    guard let row = platform.content(for: occurrence.time, schedule.kind) else { return false }
    return isFresh(row, at: shownAt ?? occurrence.time) && isReadable(row.bytes)
  }

  /// The latest content of a dual notification before an occurrence, for one that has none itself.
  ///
  /// The content must have been for the notification it was fetched for, and be at most
  /// `contentTimeout` old at `time`. Nil while the latest answer had nothing new.
  /// Source: completion plan of the dual schedule, §1.3a (Android: the latest content of the cache,
  /// if it is within contentTimeout).
  private func earlierRow(
    before occurrence: Int64, at time: Int64, on platform: some StorageAccess
  ) -> ContentRow? {
    guard rules.isDualLinked, !rules.isDualChained, !DualStatistics(on: platform).isLatestEmpty
    else { return nil }
    var latest: ContentRow?
    for row in platform.contentRows
    where row.kind == .dual && row.scheduledFor < occurrence && row.isForTarget
      && row.source != .default && row.fetchedAt > latest?.fetchedAt ?? .min
    {
      latest = row
    }
    return latest.flatMap { isFresh($0, at: time) && isReadable($0.bytes) ? $0 : nil }
  }

  /// Whether a dual notification that has no content itself can show that of one before it.
  func hasEarlier(
    before occurrence: Int64, at time: Int64, on platform: some StorageAccess
  ) -> Bool {
    earlierRow(before: occurrence, at: time, on: platform) != nil
  }

  /// What a dual notification without content of its own shows of one before it; nil without any.
  mutating func earlier(
    for schedule: Schedule, _ occurrence: Occurrence, shownAt: Int64,
    on platform: some StorageAccess
  ) -> NotificationContent? {
    guard schedule.kind == .dual,
      let row = earlierRow(before: occurrence.time, at: shownAt, on: platform),
      let payload = payload(of: row.bytes)
    else { return nil }
    return schedule.content(
      title: payload.title, body: payload.body, occurrence, source: .cache,
      fetchedAt: row.fetchedAt, url: payload.url ?? schedule.url)
  }

  /// Whether a row is young enough at a trigger; the plugin's own text does not grow old.
  private func isFresh(_ row: ContentRow, at trigger: Int64) -> Bool {
    row.source == .default || isFresh(row.fetchedAt, at: trigger, row.kind)
  }

  /// Whether content is young enough at a trigger: `ttlSeconds`, or the dual schedule's timeout.
  func isFresh(_ fetchedAt: Int64, at trigger: Int64, _ kind: ScheduleKind) -> Bool {
    trigger - fetchedAt <= ageMax(kind)
  }

  /// Counts and logs that content was thrown away because it is stale at its trigger.
  ///
  /// The age is rounded up to whole seconds, so that it is always above the limit in the same line.
  func discarded(
    _ fetchedAt: Int64, for occurrence: Int64, shownAt: Int64, _ kind: ScheduleKind,
    on platform: inout some StorageAccess & LogAccess
  ) {
    platform.telemetry.cacheStale += 1
    platform.log(
      .contentDiscarded(
        notificationTime: occurrence, ageSeconds: (shownAt - fetchedAt + 999) / 1000,
        ttlSeconds: ageMax(kind) / 1000))
  }

  func ageMax(_ kind: ScheduleKind) -> Int64 {
    kind == .dual ? rules.dualTimeoutMilliseconds : rules.ttlMilliseconds
  }

  /// Whether a dual notification can show fetched content.
  func isDualAvailable(on platform: some StorageAccess & ClockAccess) -> Bool {
    guard let row = platform.contentRows.last(where: { $0.kind == .dual }) else { return false }
    return isFresh(row.fetchedAt, at: max(row.scheduledFor, platform.wallMilliseconds), .dual)
  }

  /// The plugin's own content for an occurrence.
  mutating func fixedBytes(for occurrence: Int64) -> [UInt8] {
    let bytes = FixedContent.bytes(for: occurrence)
    lastPayload = (bytes, FixedContent.payload(for: occurrence))
    return bytes
  }

  /// The content that was fetched last for a target from an address and has an entity tag.
  ///
  /// What depends on the occurrence (`Vary: DNP-Scheduled-For`) is held for that occurrence only.
  /// Source: RFC 9110 §8.8.3 (a tag holds for one resource only), RFC 9111 §4.1 (Vary).
  static func held(
    for target: FetchTarget, from address: String, identity: String?,
    on platform: some StorageAccess
  ) -> ContentRow? {
    var held: ContentRow?
    for row in platform.contentRows
    where row.kind == target.kind && row.etag != nil && row.identity == identity
      && row.address == address && row.fetchedAt >= held?.fetchedAt ?? .min
      && isSelected(row, for: target)
    {
      held = row
    }
    return held.flatMap { ContentPayload($0.bytes) == nil ? nil : $0 }
  }

  /// Whether a request for a target has the headers that content depends on.
  ///
  /// A token changes each minute; whom it names is compared by the identity. Every other header is
  /// the same in all requests.
  private static func isSelected(_ row: ContentRow, for target: FetchTarget) -> Bool {
    guard let vary = row.vary else { return true }
    let names = FetchResponse.names(vary)
    if names.contains("*") { return false }
    return !names.contains("dnp-scheduled-for") || row.scheduledFor == target.scheduledFor
  }

  /// Whether bytes are content; those read last are not read again.
  private func isReadable(_ bytes: [UInt8]) -> Bool {
    if let last = lastPayload, last.bytes == bytes { return true }
    return ContentPayload(bytes) != nil
  }

  /// Reads bytes; what the last ones said is remembered.
  mutating func payload(of bytes: [UInt8]) -> ContentPayload? {
    if let last = lastPayload, last.bytes == bytes { return last.payload }
    guard let payload = ContentPayload(bytes) else { return nil }
    lastPayload = (bytes, payload)
    return payload
  }

  /// Removes all content and returns how much it was.
  static func removeAll(on platform: inout some StorageAccess) -> Int {
    let rows = platform.contentRows
    for row in rows { platform.removeContent(scheduledFor: row.scheduledFor, row.kind) }
    return rows.count
  }

  /// Removes content and deliveries older than the retention.
  static func removeExpired(
    retentionDays: Int64, on platform: inout some StorageAccess & ClockAccess
  ) {
    let limit = platform.wallMilliseconds - retentionDays * 86_400_000
    platform.removeContent(before: limit, now: platform.wallMilliseconds)
    platform.removeHistory(before: limit)
    platform.removeMissed(before: limit)
  }
}
