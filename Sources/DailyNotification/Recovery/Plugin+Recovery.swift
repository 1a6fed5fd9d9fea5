import JSONText

extension Plugin {
  /// What a start found, before it changes anything; the first match wins.
  mutating func recoveryScenario(
    _ entry: PluginEntry, on platform: inout Family.System
  ) -> RecoveryScenario {
    let schedules = readSchedules(on: &platform)
    guard !schedules.isEmpty, platform.authorization.allowsNotifications else { return .none }
    if delivery.hasBooted(entry, on: platform) { return .boot }
    let now = platform.wallMilliseconds
    let audit = delivery.audit(schedules, ledger, contents, on: platform)
    if audit.expected > 0, !audit.isAnyAhead { return .termination }
    let hasPassed = schedules.contains {
      !Family.Delivery.isRepeatedBySystem($0) && $0.row.triggerTime <= now
    }
    // What lacks since an earlier entry waits for a removal in flight was found by that entry.
    let isLacking = !audit.isExact && !delivery.isReplanOwed
    return hasPassed || isLacking ? .coldStart : .warmStart
  }

  /// Logs what recovery found and did, and remembers it.
  ///
  /// A boot that reaches an app which has just recovered finds nothing more: what was found stays.
  /// So does what an earlier start has found whose recovery still waits for a removal
  /// (`isContinued`).
  func finishRecovery(
    _ scenario: RecoveryScenario, _ plan: ReplanResult, missed: Int, _ entry: PluginEntry,
    isContinued: Bool, on platform: inout Family.System
  ) {
    platform.log(
      .recovered(
        scenario: scenario, missed: missed, verified: plan.verified, rescheduled: plan.added))
    platform.telemetry.countRecovery(scenario)
    let record = RecoveryRecord(
      time: platform.wallMilliseconds, scenario: scenario, missed: missed, rescheduled: plan.added)
    let before = entry == .boot || isContinued ? RecoveryRecord(on: platform) : nil
    if let before, record.isRepetition(of: before) {
      before.store(on: &platform)
    } else {
      record.store(on: &platform)
    }
  }

  /// Call 20: what the last launch or resume found.
  mutating func recoveryStatus(on platform: inout Family.System) -> JSONValue {
    let record = RecoveryRecord(on: platform)
    let schedules = readSchedules(on: &platform)
    let isOwed = delivery.isReplanOwed
    let isObstructed =
      !platform.authorization.allowsNotifications
      || delivery.obstacle(to: platform.scheduleRows, on: platform) != nil
    let isNeeded = !schedules.isEmpty && isObstructed || isOwed
    return [
      "inProgress": .bool(isOwed),
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
