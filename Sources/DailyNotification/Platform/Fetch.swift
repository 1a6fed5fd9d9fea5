/// What the platform is to fetch.
public enum FetchRequest: Hashable, Sendable {
  /// The plugin's own fixed content for an occurrence; it needs the network like any other fetch.
  ///
  /// `timeoutMilliseconds`: how long the plugin waits for it.
  case fixed(body: [UInt8], timeoutMilliseconds: Int64 = 15_000)
  /// `GET {url}` with its headers; `POST` where it asks for plans.
  case get(ContentRequest)
}

/// A request to the content API.
public struct ContentRequest: Hashable, Sendable {
  /// The whole address.
  public let url: String
  /// What `Authorization: Bearer` carries, if anything.
  public let token: String?
  /// The identity that makes the request; no header carries it, its token names it.
  public let identity: String?
  /// What `If-None-Match` carries, if anything.
  public let etag: String?
  /// The occurrence in `DNP-Scheduled-For`, ms since the Unix epoch; nil where there is none.
  ///
  /// The address is the same every day, so that a server can answer that nothing has changed.
  public let scheduledFor: Int64?
  /// How long the plugin waits for the answer, in milliseconds.
  public let timeoutMilliseconds: Int64
  /// What it asks of the starred plans, with `POST`; nil where it asks for content.
  public let plans: PlansQuery?

  /// Makes a request.
  public init(
    url: String, token: String?, identity: String? = nil, etag: String?,
    scheduledFor: Int64? = nil, timeoutMilliseconds: Int64, plans: PlansQuery? = nil
  ) {
    self.url = url
    self.token = token
    self.identity = identity
    self.etag = etag
    self.scheduledFor = scheduledFor
    self.timeoutMilliseconds = timeoutMilliseconds
    self.plans = plans
  }
}

/// How a fetch ended.
public enum FetchOutcome: Hashable, Sendable {
  /// An answer of a server; indirect, so that passing it on copies a reference.
  indirect case response(FetchResponse)
  /// No answer: the server could not be reached.
  case unreachable
  /// No answer in time.
  case timedOut
  /// The body grew past the limit and the rest was not read.
  case oversized(status: Int)
}

/// An answer with its HTTP status, its body and the headers that decide what becomes of it.
///
/// Source: RFC 9110 §8.3 (Content-Type), §8.8.3 (ETag), §10.2.3 (Retry-After), §12.5.5 (Vary); RFC
/// 9111 §5.2 (Cache-Control).
public struct FetchResponse: Hashable, Sendable {
  public var status: Int
  public var body: [UInt8]
  /// The headers as the server wrote them; nil where there is none.
  public var etag: String?
  public var retryAfter: String?
  public var contentType: String?
  public var vary: String?
  public var cacheControl: String?

  /// An answer without headers.
  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

extension FetchOutcome {
  /// An answer with the headers that are needed most.
  public static func response(
    status: Int, body: [UInt8], etag: String?, retryAfterSeconds: Int64?
  ) -> FetchOutcome {
    var response = FetchResponse(status: status, body: body)
    response.etag = etag
    response.retryAfter = retryAfterSeconds.map(String.init)
    return .response(response)
  }
}

/// Why a prefetch failed, as metrics and logs name it.
public enum FailureReason: String, Hashable, Sendable, CaseIterable {
  case authentication = "AUTH"
  case rateLimit = "RATE_LIMIT"
  case server = "SERVER"
  case network = "NETWORK"
  case timeout = "TIMEOUT"
  case expired = "EXPIRED"
  case payload = "PAYLOAD"
  case storage = "STORAGE"

  /// The word by which a call that fetches names the failure.
  var errorWord: String {
    switch self {
    case .authentication: "auth_failed"
    case .rateLimit: "rate_limited"
    case .server: "server_error"
    case .network: "network_failed"
    case .timeout, .expired: "fetch_timeout"
    case .payload: "invalid_payload"
    case .storage: "storage_failed"
    }
  }

  /// Whether trying again soon can help.
  public var isRetried: Bool {
    switch self {
    case .network, .timeout, .server, .rateLimit: true
    case .authentication, .payload, .expired, .storage: false
    }
  }
}
