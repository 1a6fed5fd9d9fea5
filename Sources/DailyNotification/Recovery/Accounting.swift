import CivilTime

/// Accounts for occurrences that have passed: each was shown, missed or skipped, exactly once.
struct Accounting<Delivery: OccurrenceDelivery> {
  typealias System = Delivery.System

  let delivery: Delivery
  let rules: ContentRules

  /// An occurrence whose time has passed, and how it was shown; nil when it was not.
  private struct PassedOccurrence {
    let occurrence: Occurrence
    let delivery: HistoryRow?
  }

  /// Accounts for what has passed since the last entry; returns how many were missed.
  ///
  /// The row is written first: what could not be stored is left to a later entry, so that nothing
  /// is reported twice.
  func account(for schedules: [Schedule], on platform: inout System) -> Int {
    let now = platform.wallMilliseconds
    var missed = 0
    for stored in schedules {
      guard let schedule = asPlanned(stored, on: &platform) else { continue }
      if Delivery.isRepeatedBySystem(schedule) { recordShown(schedule, on: &platform) }
      var row = schedule.row
      let occurrences = passedOccurrences(of: schedule, &row, now: now, platform)
      guard row != schedule.row, platform.store(row) else { continue }
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
  /// What has fired there has fired; nil when that zone cannot be made from its name.
  private func asPlanned(_ schedule: Schedule, on platform: inout System) -> Schedule? {
    guard schedule.row.plannedZone != schedule.zone.identifier else { return schedule }
    return platform.zone(named: schedule.row.plannedZone).map { Schedule(schedule, zone: $0) }
  }

  /// The occurrences up to now with how they were shown; an overdue one ends the list.
  private func passedOccurrences(
    of schedule: Schedule, _ row: inout ScheduleRow, now: Int64, _ platform: System
  ) -> [PassedOccurrence] {
    if Delivery.isRepeatedBySystem(schedule) {
      return passedRepetitions(of: schedule, &row, now: now, platform)
    }
    var occurrences: [PassedOccurrence] = []
    while true {
      let occurrence = Occurrence(time: row.triggerTime, wallMinute: row.wallMinute)
      // What was shown in another zone, or by another clock, is not shown again.
      let shown = delivery.shown(schedule, occurrence, on: platform)
        .map { historyRow(schedule, occurrence.time, $0, platform) }
      if shown == nil, row.triggerTime > now { break }
      if shown == nil, delivery.isHeld(schedule, occurrence, on: platform) { break }
      if shown != nil || schedule.isAllowed(occurrence) {
        occurrences.append(PassedOccurrence(occurrence: occurrence, delivery: shown))
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

  /// A reminder that the system repeats is missed only when nothing of it is armed any more.
  ///
  /// While it is armed, the system knows at most the latest showing, so that nothing is known of
  /// the earlier ones; the latest is recorded by `recordShown`.
  private func passedRepetitions(
    of schedule: Schedule, _ row: inout ScheduleRow, now: Int64, _ platform: System
  ) -> [PassedOccurrence] {
    guard row.triggerTime <= now else { return [] }
    let isArmed =
      platform.authorization.allowsNotifications && delivery.isHeld(schedule, on: platform)
    var occurrences: [PassedOccurrence] = []
    while row.triggerTime <= now {
      let occurrence = Occurrence(time: row.triggerTime, wallMinute: row.wallMinute)
      let moved = movedTime(of: schedule, occurrence, platform)
      let wasShown = platform.historyRows.contains {
        $0.kind == .reminder && $0.scheduleID == row.id
          && ($0.plannedTime == occurrence.time || $0.plannedTime == moved)
      }
      if !isArmed, !wasShown {
        occurrences.append(PassedOccurrence(occurrence: occurrence, delivery: nil))
      }
      guard let next = schedule.occurrence(after: occurrence) else { break }
      row.triggerTime = next.time
      row.wallMinute = next.wallMinute
    }
    return occurrences
  }

  /// Records the latest showing of a repeating reminder, if it has not been recorded.
  private func recordShown(_ schedule: Schedule, on platform: inout System) {
    guard let shown = delivery.lastShown(schedule, on: platform) else { return }
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

  /// The occurrence that a showing stands for: the last one before it, in the old or new zone.
  private func lastOccurrence(
    of schedule: Schedule, through time: Int64, _ platform: System
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

  /// When an occurrence fires in the device's present zone, if it floats.
  private func movedTime(
    of schedule: Schedule, _ occurrence: Occurrence, _ platform: System
  ) -> Int64 {
    guard schedule.row.timezone == nil else { return occurrence.time }
    return platform.zone.instant(of: occurrence.wallTime) ?? occurrence.time
  }

  private func historyRow(
    _ schedule: Schedule, _ plannedTime: Int64, _ shown: ShownNotification, _ platform: System
  ) -> HistoryRow {
    let content = shown.content
    let info = content.info
    let occurrence = Occurrence(time: plannedTime, wallMinute: info.wallMinute)
    // After a change of zone it may have been armed for any of these.
    let candidates =
      Delivery.isRepeatedBySystem(schedule)
      ? [plannedTime]
      : [plannedTime, info.plannedTime, movedTime(of: schedule, occurrence, platform)]
    let nearest = candidates.min { abs($0 - shown.deliveredAt) < abs($1 - shown.deliveredAt) }
    return HistoryRow(
      kind: schedule.kind, scheduleID: schedule.row.id, plannedTime: nearest ?? plannedTime,
      deliveredAt: shown.deliveredAt, title: content.title, body: content.body,
      url: info.url, source: info.source)
  }

  private func record(_ delivery: HistoryRow, on platform: inout System) {
    platform.appendHistory(delivery)
    if platform.historyRows.last != delivery { platform.log(.persistFailed(what: "history")) }
    report(delivery, on: &platform)
  }

  private func report(_ delivery: HistoryRow, on platform: inout System) {
    platform.log(.notificationDelivered(id: delivery.scheduleID, source: delivery.source))
    let drift = delivery.deliveredAt - delivery.plannedTime
    if abs(drift) > AccountingLimits.toleranceMilliseconds {
      platform.log(.drifted(seconds: drift / 1000))
    }
    platform.telemetry.countDelivery(delivery.source)
    platform.telemetry.countDrift(drift)
    if delivery.source == .cache { platform.telemetry.cacheHits += 1 }
    platform.notifyHost(
      .notificationDelivered(
        id: delivery.scheduleID, plannedTime: delivery.plannedTime, source: delivery.source))
  }

  /// Records why an occurrence was not shown; false when it was skipped on purpose.
  private func recordAbsence(
    of schedule: Schedule, _ occurrence: Occurrence, on platform: inout System
  ) -> Bool {
    // A repeating request stands for every day from its first on.
    let needed =
      Delivery.isRepeatedBySystem(schedule) ? schedule.row.triggerTime : occurrence.time
    let wasArmed = needed <= schedule.row.armedThrough
    if !wasArmed, schedule.kind == .dual, rules.isDualSkippedWithoutContent {
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

/// The rules of accounting.
enum AccountingLimits {
  /// How late a notification may be shown before that is worth a line, in milliseconds.
  static let toleranceMilliseconds: Int64 = 180_000
}
