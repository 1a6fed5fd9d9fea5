public import JSONText

/// What the scripted content API answers, once or several times.
public struct ScriptedResponse: Hashable, Sendable {
  /// What the answer carries.
  public enum Body: Hashable, Sendable {
    /// With status 200 proper content for the time that was asked for, nothing with any other.
    case proper
    /// A JSON value.
    case json(JSONValue)
    /// A text as it stands, JSON or not.
    case text(String)
  }

  /// The HTTP status, 100 to 599.
  public var status = 200
  /// The ETag as the server writes it, quotation marks included.
  public var etag: String?
  /// What the answer carries.
  public var body = Body.proper
  /// How much longer than the connection needs the answer takes, in milliseconds.
  public var delayMilliseconds: Int64 = 0
  /// Whether the request is never answered.
  public var isDropped = false
  /// Whether the body breaks off in the middle.
  public var isMalformed = false
  /// Whether the body is longer than anybody reads.
  public var isOversized = false
  /// The value of Retry-After, in seconds.
  public var retryAfterSeconds: Int64?
  /// Whether a request without a good token is answered with 401.
  public var requiresToken = false
  /// What proper content says it is for, in place of the time that was asked for.
  public var scheduledFor: String?
  /// How many requests get this answer before the next one's turn; the last one's never comes.
  public var times = 1

  /// How many responses a script has.
  public static let countMax = 100
  /// How many bytes a body has.
  public static let bytesMax = 1_048_576

  /// A proper answer.
  public init() {}
}

extension ScriptedResponse {
  /// The members that are not as in a proper answer, under the names that a script uses.
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
    if delayMilliseconds != 0 { json["delayMs"] = .integer(delayMilliseconds) }
    if isDropped { json["drop"] = true }
    if isMalformed { json["malformed"] = true }
    if isOversized { json["oversized"] = true }
    json["retryAfterSeconds"] = retryAfterSeconds.map(JSONValue.integer)
    if requiresToken { json["requireToken"] = true }
    json["scheduledFor"] = scheduledFor.map(JSONValue.string)
    if times != plain.times { json["times"] = .integer(Int64(times)) }
    return .object(json)
  }
}
