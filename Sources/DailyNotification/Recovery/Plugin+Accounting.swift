import CivilTime

/// An occurrence whose time has come, and how it was shown; nil when it was not.
private struct PassedOccurrence {
  let occurrence: Occurrence
  let delivery: HistoryRow?
}

extension Plugin {
  /// Goes through the occurrences that have passed since the last entry, each exactly once.
  ///
  /// The row goes first: what could not be stored is left to a later entry, so that nothing is
  /// reported twice.
  mutating func account(on platform: inout some Platform) -> Int {
    let now = platform.wallMilliseconds
    var missed = 0
    for stored in readSchedules(on: &platform) {
      guard let schedule = asPlanned(stored, on: &platform) else { continue }
      if schedule.isRepeatedBySystem { recordShown(schedule, on: &platform) }
      var row = schedule.row
      let occurrences = passedOccurrences(of: schedule, &row, now: now, platform)
      guard row != schedule.row, write(row, on: &platform) else { continue }
      for passed in occurrences {
        if let delivery = passed.delivery {
          record(delivery, on: &platform)
        } else if recordAbsence(of: schedule, passed.occurrence, on: &platform) {
          missed += 1
        }
      }
    }
    return missed
  }

  /// A schedule in the zone that it was planned in, where its stored occurrence is right.
  ///
  /// What has fired there has fired; nil where that zone cannot be made from its name.
  private func asPlanned(_ schedule: Schedule, on platform: inout some Platform) -> Schedule? {
    guard schedule.row.plannedZone != schedule.zone.identifier else { return schedule }
    return platform.zone(named: schedule.row.plannedZone).map { Schedule(schedule, zone: $0) }
  }

  /// The occurrences up to now with how they were shown; one on its way ends the list.
  private func passedOccurrences(
    of schedule: Schedule, _ row: inout ScheduleRow, now: Int64, _ platform: some Platform
  ) -> [PassedOccurrence] {
    if schedule.isRepeatedBySystem {
      return passedRepetitions(of: schedule, &row, now: now, platform)
    }
    var occurrences: [PassedOccurrence] = []
    while true {
      let occurrence = Occurrence(time: row.triggerTime, wallMinute: row.wallMinute)
      // What another zone or clock has shown already does not come again.
      let delivery = delivery(of: schedule, occurrence, platform)
      if delivery == nil, row.triggerTime > now { break }
      if delivery == nil, isPending(schedule, occurrence, platform) { break }
      if delivery != nil || schedule.isAllowed(occurrence) {
        occurrences.append(PassedOccurrence(occurrence: occurrence, delivery: delivery))
      }
      guard let next = schedule.occurrence(after: occurrence) else {
        // What fires once has fired.
        row.isEnabled = false
        break
      }
      row.triggerTime = next.time
      row.wallMinute = next.wallMinute
    }
    return occurrences
  }

  /// A reminder that the system repeats is missed only when its request is gone.
  ///
  /// While it is pending, the list of delivered notifications holds at most the latest showing, so
  /// that nothing can be said of the earlier ones; what is in it is recorded by `recordShown`.
  private func passedRepetitions(
    of schedule: Schedule, _ row: inout ScheduleRow, now: Int64, _ platform: some Platform
  ) -> [PassedOccurrence] {
    guard row.triggerTime <= now else { return [] }
    let isPending =
      platform.authorization.allowsNotifications
      && platform.pendingRequests.contains { schedule.owns($0.content.info) }
    var occurrences: [PassedOccurrence] = []
    while row.triggerTime <= now {
      let occurrence = Occurrence(time: row.triggerTime, wallMinute: row.wallMinute)
      let moved = movedTime(of: schedule, occurrence, platform)
      let wasShown = platform.historyRows.contains {
        $0.kind == .reminder && $0.scheduleID == row.id
          && ($0.plannedTime == occurrence.time || $0.plannedTime == moved)
      }
      if !isPending, !wasShown {
        occurrences.append(PassedOccurrence(occurrence: occurrence, delivery: nil))
      }
      guard let next = schedule.occurrence(after: occurrence) else { break }
      row.triggerTime = next.time
      row.wallMinute = next.wallMinute
    }
    return occurrences
  }

  /// Records the latest showing of a repeating reminder, if it has not been recorded.
  private func recordShown(_ schedule: Schedule, on platform: inout some Platform) {
    let shown = platform.deliveredNotifications.last { schedule.owns($0.request.content.info) }
    guard let shown else { return }
    let known = platform.historyRows.last {
      $0.kind == .reminder && $0.scheduleID == schedule.row.id
    }
    guard known.map({ $0.deliveredAt < shown.deliveredAt }) ?? true,
      shown.deliveredAt >= schedule.row.updatedAt,
      let planned = lastOccurrence(of: schedule, through: shown.deliveredAt, platform)
    else { return }
    let row = historyRow(schedule, planned, shown, platform)
    platform.appendHistory(row)
    guard platform.historyRows.last == row else {
      return platform.log(.persistFailed(what: "history"))
    }
    report(row, on: &platform)
  }

  /// The occurrence that a showing stands for: the last one before it, of both zones there were.
  private func lastOccurrence(
    of schedule: Schedule, through time: Int64, _ platform: some Platform
  ) -> Int64? {
    let planned = lastOccurrence(of: schedule, through: time)
    guard schedule.row.timezone == nil, schedule.zone != platform.zone else { return planned }
    let moved = lastOccurrence(of: Schedule(schedule, zone: platform.zone), through: time)
    return [planned, moved].compactMap { $0 }.max()
  }

  private func lastOccurrence(of schedule: Schedule, through time: Int64) -> Int64? {
    let dayAndMore: Int64 = 26 * 3_600_000
    guard var last = schedule.recurrence.first(after: time - dayAndMore, in: schedule.zone),
      last.time <= time
    else { return nil }
    while let next = schedule.occurrence(after: last), next.time <= time { last = next }
    return last.time
  }

  /// How late a notification may be shown before that is worth a line.
  static let toleranceMilliseconds: Int64 = 180_000

  private func isPending(
    _ schedule: Schedule, _ occurrence: Occurrence, _ platform: some Platform
  ) -> Bool {
    platform.pendingRequests.contains { schedule.isFor($0.content.info, occurrence) }
  }

  /// How an occurrence was shown, if it is in the delivered list.
  private func delivery(
    of schedule: Schedule, _ occurrence: Occurrence, _ platform: some Platform
  ) -> HistoryRow? {
    platform.deliveredNotifications
      .last { schedule.isFor($0.request.content.info, occurrence) }
      .map { historyRow(schedule, occurrence.time, $0, platform) }
  }

  /// When an occurrence comes where the phone is now, if it floats.
  private func movedTime(
    of schedule: Schedule, _ occurrence: Occurrence, _ platform: some Platform
  ) -> Int64 {
    guard schedule.row.timezone == nil else { return occurrence.time }
    return platform.zone.instant(of: occurrence.wallTime) ?? occurrence.time
  }

  private func historyRow(
    _ schedule: Schedule, _ plannedTime: Int64, _ shown: DeliveredNotification,
    _ platform: some Platform
  ) -> HistoryRow {
    let content = shown.request.content
    let info = content.info
    let occurrence = Occurrence(time: plannedTime, wallMinute: info.wallMinute)
    // After a change of zone the request may have been aimed at any of these.
    let aims =
      schedule.isRepeatedBySystem
      ? [plannedTime]
      : [plannedTime, info.plannedTime, movedTime(of: schedule, occurrence, platform)]
    let aim = aims.min { abs($0 - shown.deliveredAt) < abs($1 - shown.deliveredAt) }
    return HistoryRow(
      kind: schedule.kind, scheduleID: schedule.row.id, plannedTime: aim ?? plannedTime,
      deliveredAt: shown.deliveredAt, title: content.title, body: content.body,
      url: content.info.url, source: content.info.source)
  }

  private func record(_ delivery: HistoryRow, on platform: inout some Platform) {
    platform.appendHistory(delivery)
    if platform.historyRows.last != delivery { platform.log(.persistFailed(what: "history")) }
    report(delivery, on: &platform)
  }

  private func report(_ delivery: HistoryRow, on platform: inout some Platform) {
    platform.log(.notificationDelivered(id: delivery.scheduleID, source: delivery.source))
    let drift = delivery.deliveredAt - delivery.plannedTime
    if abs(drift) > Plugin.toleranceMilliseconds { platform.log(.drifted(seconds: drift / 1000)) }
    platform.telemetry.countDelivery(delivery.source)
    platform.telemetry.countDrift(drift)
    if delivery.source == .cache { platform.telemetry.cacheHits += 1 }
    platform.notifyHost(
      .notificationDelivered(
        id: delivery.scheduleID, plannedTime: delivery.plannedTime, source: delivery.source))
  }

  /// Records why an occurrence was not shown; false when it was not meant to be.
  private func recordAbsence(
    of schedule: Schedule, _ occurrence: Occurrence, on platform: inout some Platform
  ) -> Bool {
    // A repeating request stands for every day from its first on.
    let needed = schedule.isRepeatedBySystem ? schedule.row.triggerTime : occurrence.time
    let wasArmed = needed <= schedule.row.armedThrough
    if !wasArmed, schedule.kind == .dual, dual?.configuration.isSkippedWithoutContent == true {
      platform.log(.notificationSkipped(id: schedule.row.id, plannedTime: occurrence.time))
      return false
    }
    let reason: MissedNotification.Reason =
      if !platform.authorization.allowsNotifications {
        .notificationsDenied
      } else {
        wasArmed ? .notDelivered : .noCodeRan
      }
    let id = schedule.row.id
    platform.log(.notificationMissed(id: id, plannedTime: occurrence.time))
    platform.telemetry.notificationsMissed += 1
    platform.notifyHost(
      .notificationMissed(
        MissedNotification(
          id: id, plannedTime: occurrence.time, detectedTime: platform.wallMilliseconds,
          certainty: wasArmed ? .unknown : .certain, reason: reason)))
    return true
  }
}
