import CivilTime
import JSONText

/// What has become of the dual schedule's fetches so far, as it is stored.
struct DualStatistics: Hashable {
  var successes: Int64 = 0
  var errors: Int64 = 0
  var lastFetchTime: Int64?
  var lastLinkTime: Int64?

  /// The statistics as canonical JSON.
  var stored: String {
    JSONValue.object([
      "errors": .integer(errors),
      "lastFetchTime": JSONValue(integerOrNull: lastFetchTime),
      "lastLinkTime": JSONValue(integerOrNull: lastLinkTime),
      "successes": .integer(successes),
    ]).canonicalText
  }

  init() {}

  /// Reads stored statistics; what does not decode begins anew.
  init(stored: String?) {
    guard let stored, let value = try? JSONParser.parse(stored) else { return }
    successes = value["successes"]?.integerValue ?? 0
    errors = value["errors"]?.integerValue ?? 0
    lastFetchTime = value["lastFetchTime"]?.integerValue
    lastLinkTime = value["lastLinkTime"]?.integerValue
  }
}

extension Plugin {
  /// Call 37: both parts, how they are linked, and how it went so far.
  func dualStatus(on platform: some Platform) -> JSONValue {
    let configuration = dual?.configuration ?? DualConfiguration()
    let statistics = DualStatistics(stored: text(.dualStatistics, platform))
    let next = nextDualNotification(on: platform)
    let isFetchScheduled =
      configuration.activeFetch != nil && platform.pendingTask(TaskIdentifier.fetch) != nil
    let shown = platform.historyRows.last { $0.kind == .dual }?.deliveredAt
    let tries = statistics.successes + statistics.errors
    return [
      "contentFetch": [
        "isEnabled": .bool(configuration.contentFetch?.isEnabled ?? false),
        "isScheduled": .bool(isFetchScheduled),
        "lastFetchTime": JSONValue(integerOrNull: statistics.lastFetchTime),
        "nextFetchTime": JSONValue(
          integerOrNull: isFetchScheduled ? nextDualFetchTime(on: platform) : nil),
      ],
      "userNotification": [
        "isEnabled": .bool(configuration.userNotification?.isEnabled ?? false),
        "isScheduled": .bool(next != nil),
        "lastNotificationTime": JSONValue(integerOrNull: shown),
        "nextNotificationTime": JSONValue(integerOrNull: next),
      ],
      "relationship": [
        "isLinked": .bool(configuration.isLinked),
        "contentAvailable": .bool(isDualContentAvailable(on: platform)),
        "lastLinkTime": JSONValue(integerOrNull: statistics.lastLinkTime),
      ],
      "overall": [
        "isActive": .bool(
          configuration.activeFetch != nil || configuration.activeNotification != nil),
        "lastActivity": JSONValue(
          integerOrNull: [statistics.lastFetchTime, shown].compactMap(\.self).max()),
        "errorCount": .integer(statistics.errors),
        "successRate": tries == 0
          ? 1 : .number(Double(statistics.successes) / Double(tries)),
      ],
    ]
  }

  /// When the next dual fetch is due: a retry, or the next by the expression.
  private func nextDualFetchTime(on platform: some Platform) -> Int64? {
    let isOwner = text(.taskOwner, platform) == PrefetchPlan.dualOwner
    let pending = isOwner ? platform.pendingTask(TaskIdentifier.fetch) : nil
    return pending ?? nextDualFetch(on: platform)?.beginDate
  }

  /// When the next pending dual notification fires.
  private func nextDualNotification(on platform: some Platform) -> Int64? {
    let now = platform.wallMilliseconds
    return platform.pendingRequests
      .filter { $0.content.info.kind == .dual && !removing.contains($0.identifier) }
      .map(\.content.info.plannedTime).filter { $0 > now }.min()
  }

  private func isDualContentAvailable(on platform: some Platform) -> Bool {
    guard let row = platform.contentRows.last(where: { $0.kind == .dual }) else { return false }
    return isFresh(row.fetchedAt, at: max(row.scheduledFor, platform.wallMilliseconds), .dual)
  }

  /// Counts the end of a dual fetch.
  mutating func countDualFetch(
    isSuccess: Bool, isLinked: Bool, on platform: inout some Platform
  ) {
    var statistics = DualStatistics(stored: text(.dualStatistics, platform))
    let now = platform.wallMilliseconds
    statistics.lastFetchTime = now
    if isSuccess { statistics.successes += 1 } else { statistics.errors += 1 }
    if isLinked { statistics.lastLinkTime = now }
    _ = store(.text(statistics.stored), for: .dualStatistics, on: &platform)
  }
}
