import JSONText

/// What the last recovery found, as it is stored.
struct RecoveryRecord: Hashable {
  let time: Int64
  let scenario: RecoveryScenario
  let missed: Int
  let rescheduled: Int

  /// The record as canonical JSON.
  var stored: String {
    JSONValue.object([
      "missed": .integer(Int64(missed)),
      "rescheduled": .integer(Int64(rescheduled)),
      "scenario": .string(scenario.rawValue),
      "time": .integer(time),
    ]).canonicalText
  }

  init(time: Int64, scenario: RecoveryScenario, missed: Int, rescheduled: Int) {
    self.time = time
    self.scenario = scenario
    self.missed = missed
    self.rescheduled = rescheduled
  }

  /// Reads a stored record; nil when it does not decode.
  init?(stored: String) {
    guard let value = try? JSONParser.parse(stored), let time = value["time"]?.integerValue,
      let scenario = value["scenario"]?.stringValue.flatMap(RecoveryScenario.init),
      let missed = value["missed"]?.integerValue,
      let rescheduled = value["rescheduled"]?.integerValue
    else { return nil }
    self.init(time: time, scenario: scenario, missed: Int(missed), rescheduled: Int(rescheduled))
  }
}

extension Plugin {
  /// How long after the phone has started a launch still counts as the first one.
  ///
  /// Source: the plugin's recovery directive, boot detection.
  static let bootMilliseconds: Int64 = 60_000

  /// What a start found, before it changes anything; the first match wins.
  mutating func recoveryScenario(on platform: inout some Platform) -> RecoveryScenario {
    let schedules = readSchedules(on: &platform)
    guard !schedules.isEmpty, platform.authorization.allowsNotifications else { return .none }
    let now = platform.wallMilliseconds
    let uptime = platform.uptimeMilliseconds
    if let stored = integer(.lastUptime, platform),
      uptime < Plugin.bootMilliseconds || uptime < stored
    {
      return .boot
    }
    let pending = platform.pendingRequests
    let expected = plannedRequests(schedules, on: platform)
    let isAnyAhead = pending.indices.contains { isAhead($0, pending, schedules, now: now) }
    if !expected.isEmpty, !isAnyAhead { return .termination }
    let hasPassed = schedules.contains { !$0.isRepeatedBySystem && $0.row.triggerTime <= now }
    let isComplete = expected.allSatisfy { planned in
      let schedule = schedules[planned.schedule]
      guard let index = schedule.index(of: planned, in: pending, from: 0) else { return false }
      return schedule.isAimed(at: index, in: pending, planned.occurrence, now: now)
    }
    let isExact = isComplete && expected.count == pendingCount(on: platform)
    return hasPassed || !isExact ? .coldStart : .warmStart
  }

  /// Writes the summary and remembers it.
  mutating func finishRecovery(
    _ scenario: RecoveryScenario, _ plan: ReplanResult, missed: Int,
    on platform: inout some Platform
  ) {
    platform.log(
      .recovered(
        scenario: scenario, missed: missed, verified: plan.verified, rescheduled: plan.added))
    platform.telemetry.countRecovery(scenario)
    let record = RecoveryRecord(
      time: platform.wallMilliseconds, scenario: scenario, missed: missed, rescheduled: plan.added)
    _ = store(.text(record.stored), for: .lastRecovery, on: &platform)
    _ = store(.integer(platform.uptimeMilliseconds), for: .lastUptime, on: &platform)
  }

  /// Call 20: what the last launch or resume found.
  mutating func recoveryStatus(on platform: inout some Platform) -> JSONValue {
    let record = text(.lastRecovery, platform).flatMap(RecoveryRecord.init)
    let schedules = readSchedules(on: &platform)
    let isNeeded = !schedules.isEmpty && !platform.authorization.allowsNotifications || isReplanOwed
    return [
      "inProgress": .bool(isReplanOwed),
      "lastRecoveryTime": JSONValue(integerOrNull: record?.time),
      "timeSinceLastRecovery": JSONValue(
        integerOrNull: record.map { platform.wallMilliseconds - $0.time }),
      "recoveryNeeded": .bool(isNeeded),
      "lastScenario": .string((record?.scenario ?? .none).rawValue),
      "missedDetected": .integer(Int64(record?.missed ?? 0)),
      "rescheduled": .integer(Int64(record?.rescheduled ?? 0)),
    ]
  }
}
