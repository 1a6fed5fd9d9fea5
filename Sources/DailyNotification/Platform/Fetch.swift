/// What the platform is to fetch.
public enum FetchRequest: Hashable, Sendable {
  /// The plugin's own fixed content for an occurrence; it needs the network like any other fetch.
  case fixed(body: [UInt8])
  /// `GET {url}` with its headers.
  case get(ContentRequest)
}

/// A request to the content API.
public struct ContentRequest: Hashable, Sendable {
  /// The whole address.
  public let url: String
  /// What `Authorization: Bearer` carries, if anything.
  public let token: String?
  /// What `If-None-Match` carries, if anything.
  public let etag: String?
  /// The occurrence in `DNP-Scheduled-For`, ms since the Unix epoch; nil where there is none.
  ///
  /// The address is the same every day, so that a server can answer that nothing has changed.
  public let scheduledFor: Int64?
  /// How long the plugin waits for the answer, in milliseconds.
  public let timeoutMilliseconds: Int64

  /// Makes a request.
  public init(
    url: String, token: String?, etag: String?, scheduledFor: Int64? = nil,
    timeoutMilliseconds: Int64
  ) {
    self.url = url
    self.token = token
    self.etag = etag
    self.scheduledFor = scheduledFor
    self.timeoutMilliseconds = timeoutMilliseconds
  }
}

/// How a fetch ended.
public enum FetchOutcome: Hashable, Sendable {
  /// An answer with its HTTP status and body.
  case response(status: Int, body: [UInt8], etag: String?, retryAfterSeconds: Int64?)
  /// No answer: the server could not be reached.
  case unreachable
  /// No answer in time.
  case timedOut
  /// The body grew past the limit and the rest was not read.
  case oversized(status: Int)
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
