import DailyNotification
public import JSONText

/// An answer of the scripted content API, given once or several times.
public struct ScriptedResponse: Hashable, Sendable {
  /// The body of an answer.
  public enum Body: Hashable, Sendable {
    /// With status 200 correct content for the requested time, nothing with any other status.
    case proper
    /// A JSON value.
    case json(JSONValue)
    /// A string, sent unchanged, whether or not it is JSON.
    case text(String)
  }

  /// The HTTP status, 100 to 599.
  public var status = 200
  /// The ETag as the server sends it, including quotation marks.
  public var etag: String?
  /// The body.
  public var body = Body.proper
  /// Other headers, in the order in which they are sent; one with a usual name replaces that one.
  public var headers: [RawResponse.Header] = []
  /// The delay in addition to the connection's, in milliseconds.
  public var delayMilliseconds: Int64 = 0
  /// Whether the request is never answered.
  public var isDropped = false
  /// Whether the server closes the connection instead of an answer.
  public var isReset = false
  /// Whether the connection breaks while the body arrives.
  public var isTruncated = false
  /// Whether the body breaks off in the middle, and says that it is complete.
  public var isMalformed = false
  /// Whether the body is longer than the limit of 1 MiB.
  public var isOversized = false
  /// The value of Retry-After, in seconds.
  public var retryAfterSeconds: Int64?
  /// Whether a request without a valid token is answered with 401.
  public var requiresToken = false
  /// Whether a token that was accepted on an earlier date (UTC) is refused with 400.
  ///
  /// Source: note on a pool of tokens for the original plugin (2026-03-27): a server may refuse the
  /// same token on another day.
  public var refusesReused = false
  /// The time for which correct content claims to be, instead of the requested time.
  public var scheduledFor: String?
  /// What the server's clock shows; nil for the true time.
  public var serverTime: ServerTime?
  /// The number of requests that get this answer; the last answer of a script is repeated.
  public var times = 1

  /// The maximum number of responses in a script.
  public static let countMax = 100
  /// The maximum number of headers of a response, and the bytes of one of their values.
  public static let headersMax = 16
  public static let headerBytesMax = 1024
  /// The maximum size of a body, in bytes.
  public static let bytesMax = 1_048_576

  /// A correct answer.
  public init() {}
}

extension ScriptedResponse {
  /// The response without secrets, for records.
  func redacted(_ secrets: SecretNumbers) -> ScriptedResponse {
    guard case .object(let json) = secrets.redacted(value: json) else { return self }
    var redacted = self
    redacted.etag = json["etag"]?.stringValue
    redacted.scheduledFor = json["scheduledFor"]?.stringValue
    switch body {
    case .proper: break
    case .json: redacted.body = json["body"].map { .json($0) } ?? body
    case .text: redacted.body = json["body"]?.stringValue.map { .text($0) } ?? body
    }
    redacted.headers = (json["headers"]?.objectValue?.members ?? []).map { name, value in
      RawResponse.Header(name: name, value: value.stringValue ?? "")
    }
    return redacted
  }

  /// The members that differ from a correct answer, by their names in scripts.
  var json: JSONValue {
    var json = JSONObject()
    let plain = ScriptedResponse()
    if status != plain.status { json["status"] = .integer(Int64(status)) }
    json["etag"] = etag.map(JSONValue.string)
    switch body {
    case .proper: break
    case .json(let value): json["body"] = value
    case .text(let text): json["body"] = .string(text)
    }
    if !headers.isEmpty {
      json["headers"] = .object(JSONObject(headers.map { ($0.name, .string($0.value)) }))
    }
    if delayMilliseconds != 0 { json["delayMs"] = .integer(delayMilliseconds) }
    if isDropped { json["drop"] = true }
    if isReset { json["reset"] = true }
    if isTruncated { json["truncate"] = true }
    if isMalformed { json["malformed"] = true }
    if isOversized { json["oversized"] = true }
    json["retryAfterSeconds"] = retryAfterSeconds.map(JSONValue.integer)
    if requiresToken { json["requireToken"] = true }
    if refusesReused { json["refuseReused"] = true }
    json["scheduledFor"] = scheduledFor.map(JSONValue.string)
    json["serverTime"] = serverTime.map { .string($0.text) }
    if times != plain.times { json["times"] = .integer(Int64(times)) }
    return .object(json)
  }
}
