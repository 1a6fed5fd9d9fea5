import CivilTime

/// One request that should be pending.
struct PlannedRequest: Hashable {
  /// The schedule's place in the list that is planned.
  let schedule: Int
  let occurrence: Occurrence
  let isReserve: Bool
}

extension Plugin {
  /// The requests that should be pending, nearest first, as many as the window holds.
  func plannedRequests(
    _ schedules: [Schedule], on platform: some Platform
  ) -> [PlannedRequest] {
    let now = platform.wallMilliseconds
    var plan: [PlannedRequest] = []
    plan.reserveCapacity(schedules.count * (Plugin.reserveDays + 1))
    for index in schedules.indices {
      switch schedules[index].kind {
      case .daily:
        let isHeld = schedules[index].isNextHeld(now: now, platform.pendingRequests)
        appendRow(of: schedules[index], index, now: now, isHeld: isHeld, to: &plan)
      case .reminder: appendReminder(schedules[index], index, on: platform, to: &plan)
      case .dual: appendDual(schedules[index], index, on: platform, to: &plan)
      }
    }
    guard schedules.count > 1 else { return plan }
    return nearest(plan, schedules)
  }

  /// The next occurrence and the reserves after it.
  private func appendRow(
    of schedule: Schedule, _ index: Int, now: Int64, isHeld: Bool, to plan: inout [PlannedRequest]
  ) {
    var occurrence = schedule.nextOccurrence(after: now)
    for offset in 0...Plugin.reserveDays {
      guard let time = occurrence else { break }
      plan.append(
        PlannedRequest(schedule: index, occurrence: time, isReserve: offset > 0 || isHeld))
      occurrence = schedule.occurrence(after: time)
    }
  }

  /// One request: the system repeats it, or it fires once.
  private func appendReminder(
    _ schedule: Schedule, _ index: Int, on platform: some Platform,
    to plan: inout [PlannedRequest]
  ) {
    let now = platform.wallMilliseconds
    guard let next = schedule.nextOccurrence(after: now) else { return }
    let isHeld =
      !schedule.isRepeatedBySystem && schedule.isNextHeld(now: now, platform.pendingRequests)
    plan.append(PlannedRequest(schedule: index, occurrence: next, isReserve: isHeld))
  }

  /// As a daily one, unless it is skipped without fresh content: then the next one at most.
  private func appendDual(
    _ schedule: Schedule, _ index: Int, on platform: some Platform,
    to plan: inout [PlannedRequest]
  ) {
    let now = platform.wallMilliseconds
    let isHeld = schedule.isNextHeld(now: now, platform.pendingRequests)
    guard dual?.configuration.isSkippedWithoutContent == true else {
      return appendRow(of: schedule, index, now: now, isHeld: isHeld, to: &plan)
    }
    guard let next = schedule.nextOccurrence(after: now),
      hasFreshContent(for: schedule, next, on: platform)
    else { return }
    plan.append(PlannedRequest(schedule: index, occurrence: next, isReserve: isHeld))
  }

  /// Repeating requests first, then the nearest, as many as there is room for.
  private func nearest(_ plan: [PlannedRequest], _ schedules: [Schedule]) -> [PlannedRequest] {
    func rank(_ planned: PlannedRequest) -> (Int64, Int) {
      let isRepeating = schedules[planned.schedule].isRepeatedBySystem
      return (isRepeating ? .min : planned.occurrence.time, planned.schedule)
    }
    let sorted = plan.sorted { rank($0) < rank($1) }
    return Array(sorted.prefix(Plugin.plannedMax))
  }

  /// How many notifications of a date are left to a schedule that can fire often a day.
  ///
  /// Every other schedule has its one; `maxNotificationsPerDay` leaves at least one.
  func perDay(_ row: ScheduleRow, on platform: some Platform) -> Int {
    let others = platform.scheduleRows.count {
      $0.isEnabled && !($0.id == row.id && $0.kind == row.kind)
    }
    return max(1, Int(configuration.maxNotificationsPerDay) - others)
  }
}
