import JSONText

extension Plugin {
  /// Call 15: the entry before this call has re-planned; the reply says what that did.
  mutating func maintainWindow(on platform: inout Family.System) -> CallOutcome {
    let entry = lastReplan
    let result = replanStored(on: &platform)
    return .reply([
      "scheduled": .integer(Int64(entry.added + result.added)),
      "removed": .integer(Int64(entry.removed + result.removed)),
      "pending": .integer(Int64(delivery.armedCount(on: platform))),
    ])
  }

  /// Call 16: how full the window is, and when it needs maintenance next.
  mutating func windowStats(on platform: inout Family.System) -> JSONValue {
    let schedules = readSchedules(on: &platform)
    let audit = delivery.audit(schedules, ledger, contents, on: platform)
    let pending = delivery.armedCount(on: platform)
    let last = lastReplan
    let isNeeded = delivery.isReplanOwed || audit.expected > last.verified + last.added
    // Each notification that fires leaves a place for the day after the last one.
    let wait = isNeeded ? 0 : audit.nextTime.map { $0 - platform.wallMilliseconds } ?? 0
    let evictions = platform.telemetry.requestsLost
    let capacity = Family.Delivery.capacity
    let foreign = delivery.foreignCount(on: platform)
    let others = foreign == 0 ? "" : "\(foreign) of other code, "
    let held = "\(pending) of \(capacity) pending, \(others)\(schedules.count) schedules"
    return [
      "stats": .string("\(held), \(evictions) lost"),
      "pending": .integer(Int64(pending)),
      "capacity": .integer(Int64(capacity)),
      "evictions": .integer(Int64(evictions)),
      "maintenanceNeeded": .bool(isNeeded),
      "timeUntilNextMaintenance": .integer(wait),
    ]
  }
}
