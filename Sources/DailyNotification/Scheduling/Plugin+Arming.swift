import CivilTime

/// A schedule that is about to be armed: nothing of it is pending or stored yet.
struct Arming {
  let schedule: Schedule
  let next: Occurrence
  /// The identifier of its first request; a reserve's while the schedule's own one is taken.
  let identifier: String
}

extension Plugin {
  /// What a draft arms; nil while room or the identifier for it is on its way out.
  func arming(
    of draft: ScheduleRow, on platform: inout some Platform
  ) throws(Rejection) -> Arming? {
    guard let decoded = decoded(draft, on: &platform),
      let next = decoded.firstOccurrence(after: platform.wallMilliseconds)
    else {
      throw draft.kind == ScheduleKind.dual.rawValue
        ? .neverFires(draft.time) : .invalidTime(draft.time)
    }
    try checkRoom(for: decoded, on: platform)
    let drifting = driftingRequest(of: decoded, on: platform)
    let identifier =
      drifting?.identifier == decoded.identifier
      ? decoded.reserveIdentifier(next) : decoded.identifier
    if try needsRemovals(identifier, on: platform) { return nil }
    var row = draft
    row.isEnabled = true
    // What fires once has no earlier occurrence to wait for.
    let due = decoded.recurrence.isOnce ? nil : drifting?.content.info
    row.triggerTime = due?.plannedTime ?? next.time
    row.wallMinute = due?.wallMinute ?? next.wallMinute
    row.plannedZone = decoded.zone.identifier
    row.armedThrough = next.time
    row.updatedAt = platform.wallMilliseconds
    return Arming(
      schedule: Schedule(decoded, row: row), next: next, identifier: identifier)
  }

  /// Adds the request, reads it back, arms the reserves and writes the row.
  mutating func complete(
    _ arming: Arming, on platform: inout some Platform
  ) throws(Rejection) {
    platform.log(.notificationPlanned(time: arming.next.time))
    if !isLeftOut(arming, on: platform) { try addAndReadBack(arming, on: &platform) }
    try persist(arming, on: &platform)
  }

  /// Whether a dual notification is not armed because it is skipped without fresh content.
  private func isLeftOut(_ arming: Arming, on platform: some Platform) -> Bool {
    arming.schedule.kind == .dual && dual?.configuration.isSkippedWithoutContent == true
      && !hasFreshContent(for: arming.schedule, arming.next, on: platform)
  }

  private mutating func addAndReadBack(
    _ arming: Arming, on platform: inout some Platform
  ) throws(Rejection) {
    let schedule = arming.schedule
    let request = NotificationRequest(
      identifier: arming.identifier,
      trigger: schedule.trigger(at: arming.next, now: platform.wallMilliseconds),
      content: arming.identifier == schedule.identifier
        ? bestContent(for: schedule, arming.next, on: &platform)
        : schedule.defaultContent(arming.next))
    add(request, on: &platform)
    guard platform.pendingRequests.contains(request) else {
      throw .notRetained(arming.identifier)
    }
    platform.log(.requestReadBack(identifier: arming.identifier))
  }

  /// Arms the reserves and writes the row with the last of them.
  private mutating func persist(
    _ arming: Arming, on platform: inout some Platform
  ) throws(Rejection) {
    let schedule = arming.schedule
    let id = schedule.row.id
    let others = readSchedules(on: &platform).filter {
      !$0.row.isNamed(id, schedule.kind)
    }
    let result = replan([schedule] + others, on: &platform)
    var row = schedule.row
    let planned = result.armedThrough.first ?? arming.next.time
    // What is skipped without fresh content was never armed, so that it cannot be missed.
    row.armedThrough =
      isLeftOut(arming, on: platform)
      ? min(planned, platform.wallMilliseconds) : max(arming.next.time, planned)
    guard write(row, on: &platform) else { throw .notStored("schedule \(id)") }
    storeProgress(
      of: others, armedThrough: Array(result.armedThrough.dropFirst()), on: &platform)
    platform.log(
      .schedulePersisted(
        id: id, kind: schedule.kind.rawValue, time: row.time, next: arming.next.time))
    saveSnapshot(on: &platform)
  }

  /// Makes requests and task what the stored schedules ask for, after a call has failed.
  mutating func restore(on platform: inout some Platform) {
    replanStored(on: &platform)
    cancelPrefetch(on: &platform)
    isSubmissionSuspended = false
    keepPrefetch(readSchedules(on: &platform), on: &platform)
  }

  /// Whether the request has to wait: its identifier, or room for it, is on its way out.
  private func needsRemovals(
    _ identifier: String, on platform: some Platform
  ) throws(Rejection) -> Bool {
    if removing.contains(identifier) { return true }
    let pending = platform.pendingRequests
    guard pending.count >= Plugin.windowCapacity,
      !pending.contains(where: { $0.identifier == identifier })
    else { return false }
    guard !removing.isEmpty else { throw .pendingLimit(Plugin.windowCapacity) }
    return true
  }

  /// Reads the settings first: denied heals and rejects, never asked asks or fails fast.
  mutating func needsAuthorization(
    _ method: PluginMethod, on platform: inout some Platform
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
      _ = write(row, on: &platform)
    }
    removeAllRequests(on: &platform)
    cancelPrefetch(on: &platform)
    throw .notificationsDenied(status)
  }

  /// Each schedule takes its next occurrence and tomorrow's reserve; a reminder takes one place.
  private func checkRoom(for schedule: Schedule, on platform: some Platform) throws(Rejection) {
    let rows = platform.scheduleRows.filter(\.isEnabled)
    guard !rows.contains(where: { $0.isNamed(schedule.row.id, schedule.kind) }) else { return }
    let kinds = rows.map(\.kind) + [schedule.kind.rawValue]
    let places = kinds.reduce(0) { $0 + ($1 == ScheduleKind.reminder.rawValue ? 1 : 2) }
    let maximum = Int(configuration.maxNotificationsPerDay)
    if kinds.count > maximum { throw .pendingLimit(maximum) }
    if places > Plugin.plannedMax { throw .pendingLimit(rows.count) }
  }

  /// The request of a schedule whose trigger has passed and which the system has yet to show.
  ///
  /// It is left alone, whatever the schedule becomes: it is on its way.
  private func driftingRequest(
    of schedule: Schedule, on platform: some Platform
  ) -> NotificationRequest? {
    let now = platform.wallMilliseconds
    let stored = platform.scheduleRows.first { $0.isNamed(schedule.row.id, schedule.kind) }
    guard let old = stored, old.triggerTime <= now, !schedule.isRepeatedBySystem else {
      return nil
    }
    return platform.pendingRequests.first {
      schedule.owns($0.content.info) && $0.content.info.plannedTime == old.triggerTime
    }
  }
}
