import CivilTime

/// What accounting and the plan depend on: change numbers, and what has none.
struct PlanInputs: Hashable, Sendable {
  let stored: StorageRevisions
  let delivery: DeliveryRevision
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
    if let planned, planned.from <= platform.wallMilliseconds,
      platform.wallMilliseconds < planned.until, planInputs(on: platform) == planned.inputs
    {
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
    notePlanned(on: &platform)
    return (missed, plan)
  }

  /// Notes what the plan was made from that has just been carried out.
  mutating func notePlanned(on platform: inout Family.System) {
    let now = platform.wallMilliseconds
    planned = planInputs(on: platform).map { inputs in
      let next = readSchedules(on: &platform).map {
        min($0.row.triggerTime, $0.firstOccurrence(after: now)?.time ?? .max)
      }
      return PlannedSpan(inputs: inputs, from: now, until: next.min() ?? .max)
    }
  }

  /// The inputs of a plan that is made now; nil where more than these decides.
  private func planInputs(on platform: Family.System) -> PlanInputs? {
    guard platform.authorization.allowsNotifications, ledger.isWritten, !ledger.isAnyOnItsWay,
      unwrittenHistory.isEmpty, unwrittenMisses.isEmpty,
      let delivery = delivery.revision(on: platform)
    else { return nil }
    return PlanInputs(
      stored: platform.revisions, delivery: delivery, zone: platform.zone, rules: contents.rules,
      perDayMax: perDayMax)
  }
}
