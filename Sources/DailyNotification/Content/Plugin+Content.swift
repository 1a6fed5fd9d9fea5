import CivilTime
import JSONText

/// What a fetch left in the store.
struct StoredContent: Hashable {
  let status: Int
  let bytes: Int
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
    for schedule: DailySchedule, _ occurrence: Int64, on platform: inout some Platform
  ) -> NotificationContent {
    guard let row = platform.content(for: occurrence) else {
      return schedule.defaultContent(occurrence)
    }
    guard isFresh(row.fetchedAt, at: occurrence) else {
      platform.removeContent(scheduledFor: occurrence)
      platform.telemetry.cacheStale += 1
      return schedule.defaultContent(occurrence)
    }
    guard let payload = payload(of: row.bytes) else {
      platform.removeContent(scheduledFor: occurrence)
      platform.log(.quarantined(what: "content for \(ISO8601.text(occurrence))"))
      return schedule.defaultContent(occurrence)
    }
    return schedule.content(
      title: payload.title, body: payload.body,
      info: RequestInfo(
        scheduleID: schedule.row.id, plannedTime: occurrence, source: row.source,
        fetchedAt: row.fetchedAt, url: payload.url ?? schedule.url))
  }

  /// Reads bytes; what the last ones said is remembered.
  private mutating func payload(of bytes: [UInt8]) -> ContentPayload? {
    if let last = lastPayload, last.bytes == bytes { return last.payload }
    guard let payload = ContentPayload(bytes) else { return nil }
    lastPayload = (bytes, payload)
    return payload
  }

  /// Whether content is at most `ttlSeconds` old at a trigger.
  func isFresh(_ fetchedAt: Int64, at trigger: Int64) -> Bool {
    trigger - fetchedAt <= configuration.ttlSeconds * 1000
  }

  /// Forgets what was fetched for another identity; a fetch under way starts anew.
  mutating func dropContent(on platform: inout some Platform) {
    for row in platform.contentRows { platform.removeContent(scheduledFor: row.scheduledFor) }
    guard let running = fetch else { return }
    platform.cancelFetch(running.number)
    startFetch(for: running.scheduledFor, running.purpose, on: &platform)
  }

  mutating func startFetch(
    for occurrence: Int64, _ purpose: RunningFetch.Purpose, on platform: inout some Platform
  ) {
    let request: FetchRequest
    if let server = configuration.apiServer {
      request = .get(
        ContentRequest(
          url: "\(server)/content?for=\(ISO8601.text(occurrence))", token: nil, etag: nil,
          timeoutMilliseconds: Plugin.fetchTimeoutMilliseconds))
    } else {
      let bytes = FixedContent.bytes(for: occurrence)
      lastPayload = (bytes, FixedContent.payload(for: occurrence))
      request = .fixed(body: bytes)
    }
    let number = platform.startFetch(request)
    fetch = RunningFetch(number: number, scheduledFor: occurrence, purpose: purpose)
  }

  /// Fetches at an entry what no task will bring any more before the next notification.
  mutating func fetchOnDemand(_ schedules: [DailySchedule], on platform: inout some Platform) {
    let now = platform.wallMilliseconds
    guard fetch == nil, platform.authorization.allowsNotifications,
      let next = schedules.compactMap({ $0.nextOccurrence(after: now) }).min(),
      next - configuration.leadMilliseconds < now + Plugin.aheadMilliseconds,
      platform.content(for: next) == nil
    else { return }
    // The task that was asked for one lead before may still come.
    let due = next - configuration.leadMilliseconds
    if due > now, platform.pendingTask(TaskIdentifier.fetch) == due { return }
    startFetch(for: next, .onDemand, on: &platform)
  }

  mutating func storeContent(
    _ outcome: FetchOutcome, of running: RunningFetch, on platform: inout some Platform
  ) -> Result<StoredContent, FetchFailure> {
    switch outcome {
    case .unreachable: return .failure(FetchFailure(reason: .network, status: nil))
    case .timedOut: return .failure(FetchFailure(reason: .timeout, status: nil))
    case .oversized(let status):
      return .failure(FetchFailure(reason: .payload, status: status))
    case .response(200, let body, let etag, _):
      guard let payload = payload(of: body) else {
        return .failure(FetchFailure(reason: .payload, status: 200))
      }
      return store(payload, bytes: body, etag: etag, of: running, on: &platform)
    case .response(let status, let body, _, let retryAfter):
      return .failure(
        FetchFailure(
          reason: Plugin.reason(ofStatus: status, body), status: status,
          retryAfterSeconds: retryAfter))
    }
  }

  private mutating func store(
    _ payload: ContentPayload, bytes: [UInt8], etag: String?, of running: RunningFetch,
    on platform: inout some Platform
  ) -> Result<StoredContent, FetchFailure> {
    let row = ContentRow(
      scheduledFor: payload.scheduledFor, bytes: bytes, fetchedAt: platform.wallMilliseconds,
      etag: etag, identity: configuration.activeDID,
      source: running.purpose == .onDemand ? .live : .cache)
    platform.writeContent(row)
    guard platform.content(for: row.scheduledFor) == row else {
      platform.log(.persistFailed(what: "content for \(ISO8601.text(payload.scheduledFor))"))
      return .failure(FetchFailure(reason: .payload, status: 200))
    }
    if payload.scheduledFor != running.scheduledFor {
      platform.log(
        .contentIgnored(
          scheduledFor: payload.scheduledFor, notificationTime: running.scheduledFor))
    }
    return .success(StoredContent(status: 200, bytes: bytes.count))
  }

  /// How long the plugin waits for an answer, unless the host says otherwise.
  static let fetchTimeoutMilliseconds: Int64 = 15_000

  static func reason(ofStatus status: Int, _ body: [UInt8]) -> FailureReason {
    switch status {
    case 401, 403: return .authentication
    case 429: return .rateLimit
    case 400:
      let code = (try? JSONParser.parse(body))?["error"]?["code"]?.stringValue
      return code == "JWT_VERIFY_FAILED" ? .authentication : .server
    default: return .server
    }
  }

  /// Forgets content and deliveries older than the retention.
  func cleanUp(_ platform: inout some Platform) {
    let limit = platform.wallMilliseconds - configuration.retentionDays * 86_400_000
    platform.removeContent(before: limit)
    platform.removeHistory(before: limit)
  }
}
