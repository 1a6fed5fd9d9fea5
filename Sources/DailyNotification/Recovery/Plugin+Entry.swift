extension Plugin {
  /// What every entry does first: miss check, accounting, re-planning, fallback fetch.
  mutating func takeEntrySteps(
    _ entry: PluginEntry, on platform: inout some Platform
  ) {
    if entry == .launch || entry == .resume { isSubmissionSuspended = false }
    let isForTask = entry == .task || entry == .backgroundLaunch
    if !isForTask { detectMissedTask(on: &platform) }
    let schedules = readSchedules(on: &platform)
    let wasAnythingPending = !platform.pendingRequests.isEmpty
    let plan = replan(schedules, on: &platform)
    let accounted = account(for: schedules, armedThrough: plan.armedThrough, on: &platform)
    if !isForTask { keepPrefetch(schedules, on: &platform) }
    if entry == .launch || entry == .backgroundLaunch || entry == .resume {
      let scenario: RecoveryScenario =
        if schedules.isEmpty || !platform.authorization.allowsNotifications {
          .none
        } else if !wasAnythingPending {
          .termination
        } else {
          plan.added > 0 || accounted.passed > 0 ? .coldStart : .warmStart
        }
      platform.log(
        .recovered(
          scenario: scenario, missed: accounted.missed, verified: plan.verified,
          rescheduled: plan.added))
    }
    if !isForTask { fetchOnDemand(schedules, on: &platform) }
  }

  /// Goes through the occurrences that have passed since the last entry, each exactly once.
  ///
  /// The row goes first: what could not be stored is left to a later entry, so that nothing is
  /// reported twice.
  private func account(
    for schedules: [DailySchedule], armedThrough: [Int64], on platform: inout some Platform
  ) -> (passed: Int, missed: Int) {
    let now = platform.wallMilliseconds
    var passed = 0
    var missed = 0
    for index in schedules.indices {
      let armed =
        armedThrough.isEmpty ? schedules[index].row.armedThrough : armedThrough[index]
      let hasPassed = schedules[index].row.triggerTime <= now
      guard hasPassed || armed != schedules[index].row.armedThrough else { continue }
      var row = schedules[index].row
      let occurrences = passedOccurrences(of: schedules[index], &row, now: now, platform)
      row.armedThrough = armed
      guard row != schedules[index].row, write(row, on: &platform) else { continue }
      for (occurrence, delivery) in occurrences {
        if let delivery {
          record(delivery, on: &platform)
        } else {
          missed += 1
          recordMiss(of: schedules[index].row, occurrence, on: &platform)
        }
      }
      passed += occurrences.count
    }
    return (passed, missed)
  }

  /// The occurrences up to now with how they were shown; one on its way ends the list.
  private func passedOccurrences(
    of schedule: DailySchedule, _ row: inout ScheduleRow, now: Int64, _ platform: some Platform
  ) -> [(occurrence: Int64, delivery: HistoryRow?)] {
    var occurrences: [(occurrence: Int64, delivery: HistoryRow?)] = []
    while row.triggerTime <= now {
      let occurrence = row.triggerTime
      let delivery = delivery(of: row.id, occurrence, platform)
      if delivery == nil, isPending(row.id, occurrence, platform) { break }
      guard let next = schedule.nextOccurrence(after: occurrence) else { break }
      occurrences.append((occurrence, delivery))
      row.triggerTime = next
    }
    return occurrences
  }

  /// How late a notification may be shown before that is worth a line.
  static let toleranceMilliseconds: Int64 = 180_000

  private func isPending(_ id: String, _ occurrence: Int64, _ platform: some Platform) -> Bool {
    platform.pendingRequests.contains {
      $0.content.info.plannedTime == occurrence && $0.content.info.scheduleID == id
    }
  }

  /// How an occurrence was shown, if it is in the delivered list.
  private func delivery(
    of id: String, _ occurrence: Int64, _ platform: some Platform
  ) -> HistoryRow? {
    let shown = platform.deliveredNotifications.last {
      $0.request.content.info.plannedTime == occurrence
        && $0.request.content.info.scheduleID == id
    }
    guard let shown else { return nil }
    let content = shown.request.content
    return HistoryRow(
      scheduleID: id, plannedTime: occurrence, deliveredAt: shown.deliveredAt,
      title: content.title, body: content.body, url: content.info.url,
      source: content.info.source)
  }

  private func record(_ delivery: HistoryRow, on platform: inout some Platform) {
    platform.appendHistory(delivery)
    if platform.historyRows.last != delivery { platform.log(.persistFailed(what: "history")) }
    platform.log(.notificationDelivered(id: delivery.scheduleID, source: delivery.source))
    let drift = delivery.deliveredAt - delivery.plannedTime
    if drift > Plugin.toleranceMilliseconds { platform.log(.drifted(seconds: drift / 1000)) }
    platform.telemetry.countDelivery(delivery.source)
    if delivery.source == .cache { platform.telemetry.cacheHits += 1 }
    platform.notifyHost(
      .notificationDelivered(
        id: delivery.scheduleID, plannedTime: delivery.plannedTime, source: delivery.source))
  }

  private func recordMiss(
    of row: ScheduleRow, _ occurrence: Int64, on platform: inout some Platform
  ) {
    let wasArmed = occurrence <= row.armedThrough
    let reason: MissedNotification.Reason =
      if !platform.authorization.allowsNotifications {
        .notificationsDenied
      } else {
        wasArmed ? .notDelivered : .noCodeRan
      }
    platform.log(.notificationMissed(id: row.id, plannedTime: occurrence))
    platform.telemetry.notificationsMissed += 1
    platform.notifyHost(
      .notificationMissed(
        MissedNotification(
          id: row.id, plannedTime: occurrence, detectedTime: platform.wallMilliseconds,
          certainty: wasArmed ? .unknown : .certain, reason: reason)))
  }
}
