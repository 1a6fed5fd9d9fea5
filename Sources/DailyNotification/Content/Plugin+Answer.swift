import CivilTime
import JSONText

extension Plugin {
  /// Stores what a fetch brought, or says why it brought nothing usable.
  mutating func storeContent(
    _ outcome: FetchOutcome, of running: RunningFetch, on platform: inout some Platform
  ) -> Result<StoredContent, FetchFailure> {
    switch outcome {
    case .unreachable: return .failure(FetchFailure(reason: .network, status: nil))
    case .timedOut: return .failure(FetchFailure(reason: .timeout, status: nil))
    case .oversized(let status):
      return .failure(FetchFailure(reason: .payload, status: status))
    case .response(304, _, _, _): return renew(running, on: &platform)
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

  private func store(
    _ payload: ContentPayload, bytes: [UInt8], etag: String?, of running: RunningFetch,
    on platform: inout some Platform
  ) -> Result<StoredContent, FetchFailure> {
    let row = ContentRow(
      kind: running.target.kind, scheduledFor: payload.scheduledFor, bytes: bytes,
      fetchedAt: platform.wallMilliseconds, etag: etag, identity: activeDID,
      source: running.purpose == .onDemand ? .live : .cache, address: running.address)
    platform.writeContent(row)
    guard platform.content(for: row.scheduledFor, row.kind) == row else {
      platform.log(.persistFailed(what: "content for \(ISO8601.text(payload.scheduledFor))"))
      return .failure(FetchFailure(reason: .payload, status: 200))
    }
    let isForTarget = payload.scheduledFor == running.scheduledFor
    if !isForTarget {
      platform.log(
        .contentIgnored(
          scheduledFor: payload.scheduledFor, notificationTime: running.scheduledFor))
    }
    return .success(
      StoredContent(status: 200, bytes: bytes.count, isForTarget: isForTarget))
  }

  /// Not modified: what is stored is as good as fetched now.
  ///
  /// Source: RFC 9110 §15.4.5. Without stored content the answer makes no sense and is a failure.
  private func renew(
    _ running: RunningFetch, on platform: inout some Platform
  ) -> Result<StoredContent, FetchFailure> {
    let stored = platform.content(for: running.scheduledFor, running.target.kind)
    guard var row = stored, row.identity == activeDID else {
      return .failure(FetchFailure(reason: .payload, status: 304))
    }
    platform.telemetry.notModified += 1
    row.fetchedAt = platform.wallMilliseconds
    platform.writeContent(row)
    guard platform.content(for: row.scheduledFor, row.kind) == row else {
      platform.log(.persistFailed(what: "content for \(ISO8601.text(row.scheduledFor))"))
      return .failure(FetchFailure(reason: .payload, status: 304))
    }
    return .success(StoredContent(status: 304, bytes: row.bytes.count))
  }

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
}
