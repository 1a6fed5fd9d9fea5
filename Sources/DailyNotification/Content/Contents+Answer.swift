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
    case .response(304, _, _, _): return renew(running, identity: identity, on: &platform)
    case .response(200, let body, let etag, _):
      guard let payload = payload(of: body) else {
        return .failure(FetchFailure(reason: .payload, status: 200))
      }
      let row = ContentRow(
        kind: running.target.kind, scheduledFor: payload.scheduledFor, bytes: body,
        fetchedAt: platform.wallMilliseconds, etag: etag, identity: identity,
        source: running.purpose == .onDemand ? .live : .cache, address: running.address)
      return store(row, of: running, on: &platform)
    case .response(let status, let body, _, let retryAfter):
      return .failure(
        FetchFailure(
          reason: FailureReason(ofStatus: status, body), status: status,
          retryAfterSeconds: retryAfter))
    }
  }

  private func store(
    _ row: ContentRow, of running: RunningFetch, on platform: inout some StorageAccess & LogAccess
  ) -> Result<StoredContent, FetchFailure> {
    guard isKept(row, on: &platform) else {
      return .failure(FetchFailure(reason: .storage, status: 200))
    }
    let isForTarget = row.scheduledFor == running.scheduledFor
    if !isForTarget {
      platform.log(
        .contentIgnored(
          scheduledFor: row.scheduledFor, notificationTime: running.scheduledFor))
    }
    return .success(
      StoredContent(status: 200, bytes: row.bytes.count, isForTarget: isForTarget))
  }

  /// Not modified: what is held is as good as fetched now, and right for this occurrence too.
  ///
  /// Source: RFC 9110 §15.4.5. Held is the content whose tag was sent, or else what is stored for
  /// the occurrence. Without it the answer makes no sense and is a failure.
  private func renew(
    _ running: RunningFetch, identity: String?,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) -> Result<StoredContent, FetchFailure> {
    let held = platform.content(
      for: running.heldOccurrence ?? running.scheduledFor, running.target.kind)
    guard var row = held, row.identity == identity else {
      return .failure(FetchFailure(reason: .payload, status: 304))
    }
    platform.telemetry.notModified += 1
    row.scheduledFor = running.scheduledFor
    row.source = running.purpose == .onDemand ? .live : .cache
    row.fetchedAt = platform.wallMilliseconds
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
