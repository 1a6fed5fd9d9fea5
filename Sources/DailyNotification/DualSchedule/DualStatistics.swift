import JSONText

/// What has become of the dual schedule's fetches so far, as it is stored.
struct DualStatistics: Hashable {
  var successes: Int64 = 0
  var errors: Int64 = 0
  /// When a fetch ended last, ms since the Unix epoch.
  var lastFetchTime: Int64?
  /// When fetched content last went into a notification, ms since the Unix epoch.
  var lastLinkTime: Int64?

  /// Whether the latest answer had no rows.
  var isLatestEmpty = false

  /// The share of fetches that succeeded; 1 before the first.
  var successRate: JSONValue {
    let tries = successes + errors
    return tries == 0 ? 1 : .number(Double(successes) / Double(tries))
  }

  /// The statistics as canonical JSON.
  var stored: String {
    var object: JSONObject = [
      "errors": .integer(errors),
      "lastFetchTime": JSONValue(integerOrNull: lastFetchTime),
      "lastLinkTime": JSONValue(integerOrNull: lastLinkTime),
      "successes": .integer(successes),
    ]
    if isLatestEmpty { object["isLatestEmpty"] = true }
    return JSONValue.object(object).canonicalText
  }

  /// Reads stored statistics; what does not decode begins anew.
  init(on platform: some StorageAccess) {
    guard let stored = platform.string(.dualStatistics),
      let value = try? JSONParser.parse(stored)
    else { return }
    successes = value["successes"]?.integerValue ?? 0
    errors = value["errors"]?.integerValue ?? 0
    lastFetchTime = value["lastFetchTime"]?.integerValue
    lastLinkTime = value["lastLinkTime"]?.integerValue
    isLatestEmpty = value["isLatestEmpty"]?.boolValue ?? false
  }

  /// Counts the end of a dual fetch.
  static func countFetch(
    isSuccess: Bool, isLinked: Bool, isEmpty: Bool = false,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) {
    var statistics = DualStatistics(on: platform)
    let now = platform.wallMilliseconds
    statistics.lastFetchTime = now
    if isSuccess { statistics.successes += 1 } else { statistics.errors += 1 }
    if isLinked { statistics.lastLinkTime = now }
    statistics.isLatestEmpty = isEmpty
    _ = platform.store(.text(statistics.stored), for: .dualStatistics)
  }
}
