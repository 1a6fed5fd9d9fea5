import CivilTime
public import JSONText

/// What the plugin asks of the starred plans: those that have changed after a row of an answer.
///
/// Source: the original plugin's document on polling starred projects (2025-10-06): `POST` with
/// `planIds`, `afterId` and `limit` (100 at most), rows in the order of `jwtId`, a key against
/// repeated requests. The first `afterId`, which the server demands, is our reading.
public struct PlansQuery: Hashable, Sendable {
  /// The plans, as the host gave them.
  public let planIDs: [String]
  /// The row after which the answer begins.
  public let afterID: String
  /// The row before which the answer ends; nil where it has no end.
  public let beforeID: String?
  /// How many rows the answer may have.
  public let limit: Int
  /// The same for a request and its repetitions, another one for each notification.
  public let idempotencyKey: String

  /// How many rows an answer may have at most.
  public static let limitMax = 100
  /// The cursor before the first answer.
  public static let start = "0"

  /// Asks for a notification's time, ms since the Unix epoch.
  init(planIDs: [String], afterID: String, scheduledFor: Int64) {
    self.planIDs = planIDs
    self.afterID = afterID
    beforeID = nil
    limit = PlansQuery.limitMax
    let asked: JSONValue = [
      "afterId": .string(afterID), "planIds": .array(planIDs.map(JSONValue.string)),
      "scheduledFor": .string(ISO8601.text(scheduledFor)),
    ]
    idempotencyKey = ContentHash.of(asked)
  }

  /// Reads the body of a request; nil where a member is missing that the server demands.
  public init?(body: JSONValue) {
    guard let ids = body["planIds"]?.arrayValue, let after = body["afterId"]?.stringValue,
      !after.isEmpty
    else { return nil }
    planIDs = ids.compactMap(\.stringValue)
    guard planIDs.count == ids.count else { return nil }
    afterID = after
    beforeID = body["beforeId"]?.stringValue
    let limit = body["limit"]?.integerValue ?? Int64(PlansQuery.limitMax)
    self.limit = Int(min(max(1, limit), Int64(PlansQuery.limitMax)))
    idempotencyKey = ""
  }

  /// The body of the request, as canonical JSON.
  public var body: [UInt8] {
    var members: JSONObject = [
      "afterId": .string(afterID), "limit": .integer(Int64(limit)),
      "planIds": .array(planIDs.map(JSONValue.string)),
    ]
    members["beforeId"] = beforeID.map(JSONValue.string)
    return JSONValue.object(members).canonicalBytes
  }
}
