/// What the plugin asks the platform to fetch.
public enum FetchRequest: Hashable, Sendable {
  /// The plugin's own fixed content for an occurrence; no network is involved.
  case fixed(body: [UInt8])
  /// `GET {url}`.
  case get(url: String)
}

/// How a fetch ended.
public enum FetchOutcome: Hashable, Sendable {
  /// An answer with its HTTP status and body.
  case response(status: Int, body: [UInt8], etag: String?, retryAfterSeconds: Int64?)
  /// No answer: the server could not be reached.
  case unreachable
  /// No answer in time.
  case timedOut
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

  /// Whether trying again soon can help.
  public var isRetried: Bool {
    switch self {
    case .network, .timeout, .server, .rateLimit: true
    case .authentication, .payload, .expired: false
    }
  }
}
