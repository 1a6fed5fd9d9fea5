import DailyNotification
import PlainText
import SimulationCore
import Tokens

/// The part of a request to the content API that the trace records; it contains no secret.
///
/// A class, so that records of fetches that need no network stay small.
public final class FetchSummary: Sendable {
  /// The address without user, password and query values.
  public let url: String
  /// Whether a token was sent.
  public let hasToken: Bool
  /// The ETag that was sent.
  public let etag: String?
  /// The occurrence that the content is for, ms since the Unix epoch; nil where there is none.
  public let scheduledFor: Int64?
  /// The request's timeout, in milliseconds.
  public let timeoutMilliseconds: Int64
  /// The row after which it asks for changes of plans, and of how many; nil where it asks for none.
  public let plans: (afterID: String, count: Int)?

  init(_ request: ContentRequest) {
    url = RequestAddress.shown(request.url)
    hasToken = request.token != nil
    etag = request.etag
    scheduledFor = request.scheduledFor
    timeoutMilliseconds = request.timeoutMilliseconds
    plans = request.plans.map { ($0.afterID.shortened(), $0.planIDs.count) }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("url", url)
    visitor.field("hasToken", hasToken)
    visitor.field("ifNoneMatch", etag ?? "")
    visitor.time("scheduledFor", scheduledFor)
    visitor.field("timeoutMilliseconds", timeoutMilliseconds)
    if let plans {
      visitor.field("afterId", plans.afterID)
      visitor.field("plans", Int64(plans.count))
    }
  }
}

/// The result of a fetch, without its content.
public struct FetchResult: Hashable, Sendable {
  /// The possible outcomes.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case response
    case unreachable
    case timedOut
    case oversized
  }

  /// The outcome.
  public let outcome: Outcome
  /// The HTTP status; nil without an answer.
  public let status: Int?
  /// The size of the body, in bytes.
  public let bytes: Int
  /// The ETag of the answer.
  public let etag: String?
  /// The duration, in milliseconds.
  public let durationMilliseconds: Int64
  /// By how much the server's clock was ahead of the phone's, in milliseconds, where it refused the
  /// request and its clock differed by more than it allows; nil otherwise.
  public let serverAheadMilliseconds: Int64?

  /// By how much the clocks may differ, in milliseconds, before a server refuses a token for it.
  public static let toleratedMilliseconds = TokenCheck().skewMilliseconds.magnitude

  init(_ end: FetchOutcome, durationMilliseconds: Int64, serverAheadMilliseconds ahead: Int64 = 0) {
    self.durationMilliseconds = durationMilliseconds
    switch end {
    case .response(let response):
      outcome = .response
      (status, bytes, etag) = (response.status, response.body.count, response.etag)
    case .oversized(let status):
      (self.outcome, self.status, bytes, etag) = (.oversized, status, 0, nil)
    case .unreachable: (self.outcome, status, bytes, etag) = (.unreachable, nil, 0, nil)
    case .timedOut: (self.outcome, status, bytes, etag) = (.timedOut, nil, 0, nil)
    }
    let isTolerated = ahead.magnitude <= FetchResult.toleratedMilliseconds
    serverAheadMilliseconds = status == 400 && !isTolerated ? ahead : nil
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    if let status { visitor.field("status", Int64(status)) }
    switch outcome {
    case .response:
      visitor.field("bytes", Int64(bytes))
      if let etag { visitor.field("etag", etag) }
    case .unreachable, .timedOut, .oversized: visitor.field("outcome", outcome.rawValue)
    }
    visitor.field("durationMilliseconds", durationMilliseconds)
    if let serverAheadMilliseconds {
      visitor.field("serverAheadMilliseconds", serverAheadMilliseconds)
    }
  }
}
