import CivilTime

/// A schedule that is about to be armed: nothing of it is armed or stored yet.
public struct Arming: Sendable {
  let schedule: Schedule
  let next: Occurrence
  let slot: DeliverySlot
}

extension Plugin {
  /// What a draft arms; nil while its slot, or room for it, waits for a withdrawal.
  func arming(
    of draft: ScheduleRow, on platform: inout Family.System
  ) throws(Rejection) -> Arming? {
    let perDayMax = configuration.maxNotificationsPerDay
    guard let decoded = Schedules.decoded(draft, perDayMax: perDayMax, on: &platform),
      let next = decoded.firstOccurrence(after: platform.wallMilliseconds)
    else {
      throw draft.decodedKind == .dual ? .neverFires(draft.time) : .invalidTime(draft.time)
    }
    try checkRoom(for: decoded, on: platform)
    guard let slot = try delivery.slot(for: decoded, next, on: platform) else { return nil }
    var row = draft
    row.isEnabled = true
    // What fires once has no earlier occurrence to wait for.
    let due = decoded.recurrence.isOnce ? next : slot.overdue ?? next
    row.triggerTime = due.time
    row.wallMinute = due.wallMinute
    row.plannedZone = decoded.zone.identifier
    row.armedThrough = next.time
    row.updatedAt = platform.wallMilliseconds
    return Arming(schedule: Schedule(decoded, row: row), next: next, slot: slot)
  }

  /// Whether one more schedule fits: by the host's limit, then by the system's.
  private func checkRoom(
    for schedule: Schedule, on platform: Family.System
  ) throws(Rejection) {
    let rows = platform.scheduleRows.filter(\.isEnabled)
    guard !rows.contains(where: { $0.isNamed(schedule.row.id, schedule.kind) }) else { return }
    let maximum = Int(configuration.maxNotificationsPerDay)
    if rows.count + 1 > maximum { throw .pendingLimit(maximum) }
    guard Family.Delivery.hasRoom(for: rows.map(\.decodedKind) + [schedule.kind]) else {
      throw .pendingLimit(rows.count)
    }
  }

  /// Arms the next occurrence and the reserves, and writes the row.
  mutating func complete(
    _ arming: Arming, on platform: inout Family.System
  ) throws(Rejection) {
    platform.log(.notificationPlanned(time: arming.next.time))
    if !isSkipped(arming, on: platform) {
      try delivery.arm(arming, &contents, on: &platform)
    }
    try persist(arming, on: &platform)
  }

  /// Whether a dual notification is not armed because it is skipped without fresh content.
  private func isSkipped(_ arming: Arming, on platform: Family.System) -> Bool {
    arming.schedule.kind == .dual && contents.rules.isDualSkippedWithoutContent
      && !contents.hasFresh(for: arming.schedule, arming.next, on: platform)
  }

  /// Arms the reserves and writes the row with the last of them.
  private mutating func persist(
    _ arming: Arming, on platform: inout Family.System
  ) throws(Rejection) {
    let schedule = arming.schedule
    let id = schedule.row.id
    let others = readSchedules(on: &platform).filter {
      !$0.row.isNamed(id, schedule.kind)
    }
    let result = delivery.replan([schedule] + others, &contents, on: &platform)
    var row = schedule.row
    let planned = result.armedThrough.first ?? arming.next.time
    // What is skipped without fresh content was never armed, so that it cannot be missed.
    row.armedThrough =
      isSkipped(arming, on: platform)
      ? min(planned, platform.wallMilliseconds) : max(arming.next.time, planned)
    guard platform.store(row) else { throw .notStored("schedule \(id)") }
    Schedules.storeProgress(
      of: others, armedThrough: Array(result.armedThrough.dropFirst()), on: &platform)
    platform.log(
      .schedulePersisted(
        id: id, kind: schedule.kind.rawValue, time: row.time, next: arming.next.time))
    platform.storeSnapshot()
  }

  /// Makes what is armed and submitted what the stored schedules ask for, after a call has failed.
  mutating func restore(on platform: inout Family.System) {
    replanStored(on: &platform)
    prefetch.cancel(on: &platform)
    prefetch.work.resume()
    prefetch.keep(demand(on: &platform), on: &platform)
  }

  /// Whether a call has to wait for the person's answer; throws while notifications are denied.
  ///
  /// Never asked, the person is asked now or the call fails, as configured. Denied, what is armed
  /// is withdrawn first, so that storage and system agree.
  mutating func needsAuthorization(
    _ method: PluginMethod, on platform: inout Family.System
  ) throws(Rejection) -> Bool {
    let status = platform.authorization
    platform.log(.settingsRead(status: status))
    if status.allowsNotifications { return false }
    if status == .notDetermined, configuration.permissionPolicy == .request {
      platform.requestAuthorization()
      return true
    }
    platform.log(.notificationsDenied(method: method.rawValue))
    for var row in platform.scheduleRows {
      row.armedThrough = min(row.armedThrough, platform.wallMilliseconds)
      _ = platform.store(row)
    }
    delivery.withdrawAll(on: &platform)
    prefetch.cancel(on: &platform)
    throw .notificationsDenied(status)
  }
}
