import CivilTime
import JSONText

/// What a fetch left in the store.
struct StoredContent: Hashable {
  let status: Int
  let bytes: Int
  /// Whether it is for the occurrence it was fetched for.
  var isForTarget = true
}

/// Why a fetch left nothing usable.
struct FetchFailure: Error, Hashable {
  let reason: FailureReason
  let status: Int?
  var retryAfterSeconds: Int64?
}

extension Plugin {
  /// The content of an occurrence: fetched content that is fresh at the trigger, or the default.
  mutating func bestContent(
    for schedule: Schedule, _ occurrence: Occurrence, on platform: inout some Platform
  ) -> NotificationContent {
    guard schedule.kind == .daily || schedule.kind == .dual && dual?.configuration.isLinked == true,
      let row = platform.content(for: occurrence.time, schedule.kind)
    else { return schedule.defaultContent(occurrence) }
    guard isFresh(row.fetchedAt, at: occurrence.time, schedule.kind) else {
      platform.removeContent(scheduledFor: occurrence.time, schedule.kind)
      platform.telemetry.cacheStale += 1
      return schedule.defaultContent(occurrence)
    }
    guard let payload = payload(of: row.bytes) else {
      platform.removeContent(scheduledFor: occurrence.time, schedule.kind)
      platform.log(.quarantined(what: "content for \(ISO8601.text(occurrence.time))"))
      return schedule.defaultContent(occurrence)
    }
    return schedule.content(
      title: payload.title, body: payload.body, occurrence, source: row.source,
      fetchedAt: row.fetchedAt, url: payload.url ?? schedule.url)
  }

  /// Whether an occurrence has content that will be fresh at its trigger.
  func hasFreshContent(
    for schedule: Schedule, _ occurrence: Occurrence, on platform: some Platform
  ) -> Bool {
    guard let row = platform.content(for: occurrence.time, schedule.kind) else { return false }
    return isFresh(row.fetchedAt, at: occurrence.time, schedule.kind)
      && ContentPayload(row.bytes) != nil
  }

  /// Reads bytes; what the last ones said is remembered.
  mutating func payload(of bytes: [UInt8]) -> ContentPayload? {
    if let last = lastPayload, last.bytes == bytes { return last.payload }
    guard let payload = ContentPayload(bytes) else { return nil }
    lastPayload = (bytes, payload)
    return payload
  }

  /// Whether content is young enough at a trigger: `ttlSeconds`, or the dual schedule's timeout.
  func isFresh(_ fetchedAt: Int64, at trigger: Int64, _ kind: ScheduleKind) -> Bool {
    let limit =
      kind == .dual
      ? dual?.configuration.relationship?.contentTimeoutMilliseconds ?? 0
      : configuration.ttlSeconds * 1000
    return trigger - fetchedAt <= limit
  }

  /// Forgets what was fetched for another identity; a fetch under way starts anew.
  @discardableResult
  mutating func dropContent(on platform: inout some Platform) -> Int {
    let rows = platform.contentRows
    for row in rows { platform.removeContent(scheduledFor: row.scheduledFor, row.kind) }
    platform.setValue(nil, for: .endpointTag)
    guard let running = fetch else { return rows.count }
    platform.cancelFetch(running.number)
    startFetch(for: running.target, running.purpose, on: &platform)
    fetch?.remaining = running.remaining
    fetch?.hasFailed = running.hasFailed
    fetch?.retry = running.retry
    return rows.count
  }

  mutating func startFetch(
    for target: FetchTarget, _ purpose: RunningFetch.Purpose, on platform: inout some Platform
  ) {
    let request: FetchRequest
    if let address = contentAddress(for: target) {
      request = .get(
        ContentRequest(
          url: address, token: token(on: &platform), etag: knownTag(of: target, on: platform),
          timeoutMilliseconds: fetchTimeout(target.kind)))
    } else {
      let bytes = FixedContent.bytes(for: target.scheduledFor)
      lastPayload = (bytes, FixedContent.payload(for: target.scheduledFor))
      request = .fixed(body: bytes)
    }
    let number = platform.startFetch(request)
    fetch = RunningFetch(
      number: number, target: target, purpose: purpose, address: contentAddress(for: target))
  }

  /// Where a target's content is; nil while neither a server nor a native fetcher is configured.
  private func contentAddress(for target: FetchTarget) -> String? {
    let time = ISO8601.text(target.scheduledFor)
    if target.kind == .dual, let url = dual?.configuration.contentFetch?.url {
      return url + (url.contains("?") ? "&" : "?") + "for=\(time)"
    }
    let base =
      target.kind == .dual
      ? nativeFetcher?.apiBaseURL ?? configuration.apiServer
      : configuration.apiServer ?? nativeFetcher?.apiBaseURL
    return base.map { "\($0)/content?for=\(time)" }
  }

  /// The entity tag of what is stored for the same address and identity.
  ///
  /// Source: RFC 9110 §8.8.3: a tag says something of one resource only.
  private func knownTag(of target: FetchTarget, on platform: some Platform) -> String? {
    guard let row = platform.content(for: target.scheduledFor, target.kind),
      row.identity == activeDID, row.address == contentAddress(for: target),
      ContentPayload(row.bytes) != nil
    else { return nil }
    return row.etag
  }

  private func fetchTimeout(_ kind: ScheduleKind) -> Int64 {
    (kind == .dual ? dual?.configuration.contentFetch?.timeoutMilliseconds : nil)
      ?? Plugin.fetchTimeoutMilliseconds
  }

  /// How long the plugin waits for an answer, unless the host says otherwise.
  static let fetchTimeoutMilliseconds: Int64 = 15_000

  /// Fetches at an entry what no task will bring any more before the next notification.
  mutating func fetchOnDemand(_ schedules: [Schedule], on platform: inout some Platform) {
    let now = platform.wallMilliseconds
    guard fetch == nil, platform.authorization.allowsNotifications else { return }
    if let (next, lead) = nextDaily(schedules, after: now, on: platform),
      next - lead < now + Plugin.aheadMilliseconds, platform.content(for: next, .daily) == nil
    {
      // The task that was asked for one lead before may still come.
      let due = next - lead
      if due <= now || platform.pendingTask(TaskIdentifier.fetch) != due {
        let target = FetchTarget(kind: .daily, scheduledFor: next)
        return startFetch(for: target, .onDemand, on: &platform)
      }
    }
    fetchDualOnDemand(on: &platform)
  }

  /// As for daily content: when the next dual notification comes before the next dual fetch.
  private mutating func fetchDualOnDemand(on platform: inout some Platform) {
    guard let dual = dual?.configuration, dual.activeFetch != nil, dual.activeNotification != nil,
      let fetch = nextDualFetch(on: platform)
    else { return }
    let next = dualOccurrence(after: platform.wallMilliseconds, on: platform)
    guard next <= fetch.beginDate, platform.content(for: next, .dual) == nil,
      platform.pendingTask(TaskIdentifier.fetch).map({ $0 > next }) ?? true
    else { return }
    startFetch(
      for: FetchTarget(kind: .dual, scheduledFor: next), .onDemand, on: &platform)
  }

  /// Forgets content and deliveries older than the retention.
  func cleanUp(_ platform: inout some Platform) {
    let limit = platform.wallMilliseconds - configuration.retentionDays * 86_400_000
    platform.removeContent(before: limit)
    platform.removeHistory(before: limit)
  }
}
