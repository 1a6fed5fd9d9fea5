/// One request that should be pending.
struct PlannedRequest: Hashable {
  /// The schedule's place in the list that is planned.
  let schedule: Int
  let occurrence: Occurrence
  let isReserve: Bool
}

extension RequestWindow {
  /// The requests that should be pending, nearest first, as many as the window holds.
  func plannedRequests(
    _ schedules: [Schedule], _ contents: Contents, on platform: System
  ) -> [PlannedRequest] {
    let now = platform.wallMilliseconds
    var plan: [PlannedRequest] = []
    plan.reserveCapacity(schedules.count * (RequestWindowLimits.reserveDays + 1))
    for index in schedules.indices {
      let schedule = schedules[index]
      let pending = platform.pendingRequests
      switch schedule.kind {
      case .daily:
        let isHeld = schedule.isNextHeld(now: now, pending)
        appendDays(of: schedule, index, now: now, isHeld: isHeld, to: &plan)
      case .reminder:
        // One request: the system repeats it, or it fires once.
        guard let next = schedule.nextOccurrence(after: now) else { continue }
        let isHeld = !schedule.hasRepeatingRequest && schedule.isNextHeld(now: now, pending)
        plan.append(PlannedRequest(schedule: index, occurrence: next, isReserve: isHeld))
      case .dual:
        let isHeld = schedule.isNextHeld(now: now, pending)
        guard contents.rules.isDualSkippedWithoutContent else {
          appendDays(of: schedule, index, now: now, isHeld: isHeld, to: &plan)
          continue
        }
        // What is skipped without fresh content has its next occurrence armed at most.
        guard let next = schedule.nextOccurrence(after: now),
          contents.hasFresh(for: schedule, next, on: platform)
        else { continue }
        plan.append(PlannedRequest(schedule: index, occurrence: next, isReserve: isHeld))
      }
    }
    guard schedules.count > 1 else { return plan }
    return nearest(plan, schedules)
  }

  /// The next occurrence and the reserves after it.
  private func appendDays(
    of schedule: Schedule, _ index: Int, now: Int64, isHeld: Bool, to plan: inout [PlannedRequest]
  ) {
    var occurrence = schedule.nextOccurrence(after: now)
    for offset in 0...RequestWindowLimits.reserveDays {
      guard let time = occurrence else { break }
      plan.append(
        PlannedRequest(schedule: index, occurrence: time, isReserve: offset > 0 || isHeld))
      occurrence = schedule.occurrence(after: time)
    }
  }

  /// Repeating requests first, then the nearest, as many as there is room for.
  private func nearest(_ plan: [PlannedRequest], _ schedules: [Schedule]) -> [PlannedRequest] {
    func rank(_ planned: PlannedRequest) -> (Int64, Int) {
      let isRepeating = schedules[planned.schedule].hasRepeatingRequest
      return (isRepeating ? .min : planned.occurrence.time, planned.schedule)
    }
    let sorted = plan.sorted { rank($0) < rank($1) }
    return Array(sorted.prefix(RequestWindowLimits.plannedMax))
  }
}
