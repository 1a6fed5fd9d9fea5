import JSONText

extension Plugin {
  /// Call 15: the entry before this call has re-planned; this tells what that did.
  mutating func maintainWindow(on platform: inout some Platform) -> CallOutcome {
    let entry = lastReplan
    let schedules = readSchedules(on: &platform)
    let result = replan(schedules, on: &platform)
    storeProgress(of: schedules, armedThrough: result.armedThrough, on: &platform)
    return .reply([
      "scheduled": .integer(Int64(entry.added + result.added)),
      "removed": .integer(Int64(entry.removed + result.removed)),
      "pending": .integer(Int64(pendingCount(on: platform))),
    ])
  }

  /// Call 16: how full the window is, and when it should be looked at again.
  mutating func windowStats(on platform: inout some Platform) -> JSONValue {
    let now = platform.wallMilliseconds
    let schedules = readSchedules(on: &platform)
    let plan = plannedRequests(schedules, on: platform)
    let pending = pendingCount(on: platform)
    let isNeeded = isReplanOwed || plan.count > lastReplan.verified + lastReplan.added
    // Each notification that fires leaves a place for the day after the last one.
    let next = plan.map(\.occurrence.time).filter { $0 > now }.min()
    let wait = isNeeded ? 0 : next.map { $0 - now } ?? 0
    let evictions = platform.telemetry.requestsLost
    return [
      "stats": .string(
        "\(pending) of \(Plugin.windowCapacity) pending, \(schedules.count) schedules, "
          + "\(evictions) lost"),
      "pending": .integer(Int64(pending)),
      "capacity": .integer(Int64(Plugin.windowCapacity)),
      "evictions": .integer(Int64(evictions)),
      "maintenanceNeeded": .bool(isNeeded),
      "timeUntilNextMaintenance": .integer(wait),
    ]
  }

  /// How many requests are pending and not on their way out.
  func pendingCount(on platform: some Platform) -> Int {
    platform.pendingRequests.count { !removing.contains($0.identifier) }
  }
}
