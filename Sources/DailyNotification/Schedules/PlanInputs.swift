import CivilTime

/// What accounting and the plan depend on, beside what the system holds and has shown.
struct PlanInputs: Hashable, Sendable {
  let stored: StorageRevisions
  let zone: Zone
  let rules: ContentRules
  let perDayMax: Int64
}

/// The inputs of the latest plan, and the wall times between which time changes nothing.
struct PlannedSpan: Sendable {
  let inputs: PlanInputs
  let from: Int64
  let until: Int64
}

extension Plugin {
  /// Accounts for what has passed, re-plans, and returns how many were missed.
  ///
  /// While the inputs are equal and no occurrence has come, both find what they found last.
  mutating func bringUpToDate(
    on platform: inout Family.System
  ) -> (missed: Int, plan: ReplanResult) {
    if isPlanCurrent(on: platform), delivery.isUnchanged(on: platform) {
      lastReplan = lastReplan.repeated
      return (0, lastReplan)
    }
    var missed = account(on: &platform)
    if platform.authorization == .denied {
      withdrawWhileDenied(on: &platform)
      // What was on its way has no alarm any more.
      if Family.Delivery.withdrawsAtOnce { missed += account(on: &platform) }
    }
    let plan = replanStored(on: &platform)
    if plan.isExactTimeDenied {
      platform.log(.exactAlarmsDenied(schedules: readSchedules(on: &platform).count))
    }
    notePlanned(on: &platform)
    return (missed, plan)
  }

  /// What is being withdrawn is gone: arms what has waited for that.
  ///
  /// It was planned already, unless an input has changed since.
  mutating func armWaiting(on platform: inout Family.System) {
    if isPlanCurrent(on: platform), let armed = delivery.armWaiting(on: &platform) {
      lastReplan = lastReplan.repeated
      lastReplan.added = armed.count
      lastReplan.armed += armed
      noteReplan(readSchedules(on: &platform), on: &platform)
    } else {
      // What is armed now must not stand for what has passed.
      _ = account(on: &platform)
      replanStored(on: &platform)
    }
    notePlanned(on: &platform)
  }

  /// Notes what the plan was made from that has just been carried out.
  private mutating func notePlanned(on platform: inout Family.System) {
    let now = platform.wallMilliseconds
    planned = planInputs(on: platform).map { inputs in
      var until = Int64.max
      for schedule in readSchedules(on: &platform) {
        until = min(until, schedule.row.triggerTime)
        // From its time of day on a request may repeat whose dates have had one each.
        guard Family.Delivery.isRepeatedBySystem(schedule) else { continue }
        until = min(until, schedule.firstOccurrence(after: now)?.time ?? .max)
      }
      return PlannedSpan(inputs: inputs, from: now, until: until)
    }
  }

  /// Whether the inputs of the latest plan are the same, and no occurrence has come since.
  private func isPlanCurrent(on platform: Family.System) -> Bool {
    guard let planned else { return false }
    let now = platform.wallMilliseconds
    return planned.from <= now && now < planned.until
      && planInputs(on: platform) == planned.inputs
  }

  /// The inputs of a plan that is made now; nil where more than these decides.
  private func planInputs(on platform: Family.System) -> PlanInputs? {
    guard platform.authorization.allowsNotifications, ledger.isAtRest, unwrittenHistory.isEmpty,
      unwrittenMisses.isEmpty
    else { return nil }
    return PlanInputs(
      stored: platform.revisions, zone: platform.zone, rules: contents.rules, perDayMax: perDayMax)
  }
}
