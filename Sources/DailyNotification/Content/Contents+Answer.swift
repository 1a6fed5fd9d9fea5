import CivilTime
import JSONText

extension Contents {
  /// Stores what a fetch brought, or says why it brought nothing usable.
  mutating func store(
    _ outcome: FetchOutcome, of running: RunningFetch, identity: String?,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) -> Result<StoredContent, FetchFailure> {
    switch outcome {
    case .unreachable: return .failure(FetchFailure(reason: .network, status: nil))
    case .timedOut: return .failure(FetchFailure(reason: .timeout, status: nil))
    case .oversized(let status):
      return .failure(FetchFailure(reason: .payload, status: status))
    case .response(let response) where response.status == 304:
      return renew(response, running, identity: identity, on: &platform)
    case .response(let response) where response.status == 200 && running.plans != nil:
      return storePlans(response, of: running, identity: identity, on: &platform)
    case .response(let response) where response.status == 200:
      guard response.isJSON, let payload = payload(of: response.body) else {
        return withoutRows(response, running, identity: identity, on: &platform)
          ?? .failure(FetchFailure(reason: .payload, status: 200))
      }
      let row = ContentRow(
        kind: running.target.kind, scheduledFor: payload.scheduledFor, bytes: response.body,
        fetchedAt: platform.wallMilliseconds, etag: response.usableTag, identity: identity,
        source: running.purpose.isLive ? .live : .cache, address: running.address,
        vary: response.vary, fetchedFor: running.scheduledFor)
      return store(row, of: running, on: &platform)
    case .response(let response):
      return .failure(
        FetchFailure(
          reason: FailureReason(ofStatus: response.status, response.body),
          status: response.status,
          retryAfterSeconds: response.retryAfterSeconds(at: platform.wallMilliseconds)))
    }
  }

  /// Stores one notification's content for all plans that have changed, and moves the cursor.
  private mutating func storePlans(
    _ response: FetchResponse, of running: RunningFetch, identity: String?,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) -> Result<StoredContent, FetchFailure> {
    guard response.isJSON, let query = running.plans, let answer = PlansAnswer(response.body) else {
      return .failure(FetchFailure(reason: .payload, status: 200))
    }
    guard let last = answer.lastID else {
      return withoutRows(response, running, identity: identity, on: &platform)
        ?? .failure(FetchFailure(reason: .payload, status: 200))
    }
    let row = ContentRow(
      kind: running.target.kind, scheduledFor: running.scheduledFor,
      bytes: answer.content(for: running.scheduledFor), fetchedAt: platform.wallMilliseconds,
      etag: nil, identity: identity, source: running.purpose.isLive ? .live : .cache,
      address: running.address)
    let stored = store(row, of: running, on: &platform)
    if case .success = stored {
      PlanCursor.advance(running.target.kind, from: query.afterID, to: last, on: &platform)
    }
    return stored
  }

  private func store(
    _ row: ContentRow, of running: RunningFetch, on platform: inout some StorageAccess & LogAccess
  ) -> Result<StoredContent, FetchFailure> {
    guard isKept(row, on: &platform) else {
      return .failure(FetchFailure(reason: .storage, status: 200))
    }
    if !row.isForTarget {
      platform.telemetry.contentForOtherTime += 1
      platform.log(
        .contentIgnored(
          scheduledFor: row.scheduledFor, notificationTime: running.scheduledFor))
    }
    return .success(
      StoredContent(status: 200, bytes: row.bytes.count, isForTarget: row.isForTarget))
  }

  /// What an answer without rows leaves; nil for an answer of another kind, and where it is one
  /// that brings nothing usable.
  private func withoutRows(
    _ response: FetchResponse, _ running: RunningFetch, identity: String?,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) -> Result<StoredContent, FetchFailure>? {
    guard rules.emptyResult != .fail, response.isJSON, EmptyResult.isEmpty(response.body) else {
      return nil
    }
    platform.log(
      .contentEmpty(notificationTime: running.scheduledFor, result: rules.emptyResult))
    let content = StoredContent(
      status: 200, bytes: response.body.count, isForTarget: false, isEmpty: true)
    switch rules.emptyResult {
    case .fail, .skip: return .success(content)
    case .synthetic:
      let row = ContentRow(
        kind: running.target.kind, scheduledFor: running.scheduledFor,
        bytes: EmptyResult.synthetic(for: running.scheduledFor),
        fetchedAt: platform.wallMilliseconds, etag: nil, identity: identity, source: .default,
        address: running.address)
      return store(row, of: running, on: &platform)
    }
  }

  /// Lets the default text stand for what a fetch did not bring; false where it was not kept.
  mutating func storeDefault(
    of schedule: Schedule, _ occurrence: Occurrence, identity: String?,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) -> Bool {
    let title = schedule.row.title.isEmpty ? Schedule.defaultTitle : schedule.row.title
    let row = ContentRow(
      kind: schedule.kind, scheduledFor: occurrence.time,
      bytes: ContentPayload.bytes(title: title, body: schedule.row.body, for: occurrence.time),
      fetchedAt: platform.wallMilliseconds, etag: nil, identity: identity, source: .default)
    return isKept(row, on: &platform)
  }

  /// Not modified: what is held is as good as fetched now, and right for this occurrence too.
  ///
  /// The stored content is the one whose tag was sent, else the one without a tag for the
  /// occurrence. The headers of the answer replace the stored ones. An answer that speaks of other
  /// content, or of none that is held, says nothing.
  /// Source: RFC 9110 §15.4.5, RFC 9111 §4.3.3 and §4.3.4. A 304 that names no tag speaks of the
  /// one that was sent, since a server must name it where a 200 would.
  private func renew(
    _ response: FetchResponse, _ running: RunningFetch, identity: String?,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) -> Result<StoredContent, FetchFailure> {
    let held = platform.content(
      for: running.heldOccurrence ?? running.scheduledFor, running.target.kind)
    guard var row = held, row.identity == identity,
      response.etag.map({ tag in row.etag.map { EntityTag.isSame($0, tag) } ?? false }) ?? true
    else {
      return .failure(
        FetchFailure(
          reason: .payload, status: 304, isValidatorUnknown: running.heldOccurrence != nil))
    }
    platform.telemetry.notModified += 1
    row.scheduledFor = running.scheduledFor
    row.fetchedFor = running.scheduledFor
    row.source = running.purpose.isLive ? .live : .cache
    row.fetchedAt = platform.wallMilliseconds
    if response.etag != nil { row.etag = response.usableTag }
    if let vary = response.vary { row.vary = vary }
    guard isKept(row, on: &platform) else {
      return .failure(FetchFailure(reason: .storage, status: 304))
    }
    return .success(StoredContent(status: 304, bytes: row.bytes.count))
  }

  /// Writes content and reads it back.
  private func isKept(
    _ row: ContentRow, on platform: inout some StorageAccess & LogAccess
  ) -> Bool {
    platform.writeContent(row)
    if platform.content(for: row.scheduledFor, row.kind) == row { return true }
    platform.log(.persistFailed(what: "content for \(ISO8601.text(row.scheduledFor))"))
    return false
  }
}

/// An answer of the content API that lists nothing: `[]`, or an object whose `data` is `[]`.
enum EmptyResult {
  /// Whether a body is such an answer.
  static func isEmpty(_ body: [UInt8]) -> Bool {
    guard let value = try? JSONParser.parse(body) else { return false }
    return (value["data"] ?? value).arrayValue?.isEmpty ?? false
  }

  /// The content that the plugin makes up for an occurrence.
  ///
  /// Source: report on Android 3.0.0 (2026-04-10), which quotes both texts.
  static func synthetic(for occurrence: Int64) -> [UInt8] {
    ContentPayload.bytes(title: "No updates", body: "No new content", for: occurrence)
  }
}

extension FailureReason {
  /// The reason for an HTTP status that brings no content.
  init(ofStatus status: Int, _ body: [UInt8]) {
    switch status {
    case 401, 403: self = .authentication
    case 429: self = .rateLimit
    case 400:
      let code = (try? JSONParser.parse(body))?["error"]?["code"]?.stringValue
      self = code == "JWT_VERIFY_FAILED" ? .authentication : .server
    default: self = .server
    }
  }
}
