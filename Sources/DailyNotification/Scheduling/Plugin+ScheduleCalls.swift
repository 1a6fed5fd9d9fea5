import CivilTime
import JSONText

extension Plugin {
  /// Call 2: one notification a day and its prefetch; a second call of the same id replaces.
  mutating func scheduleDaily(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options)
    let id = try reader.identifier(default: "daily")
    var row = newRow(id, on: platform)
    guard let time = try reader.time() else { throw .missing("time", expected: "HH:mm") }
    row.time = time.text
    row.title = try reader.text("title") ?? DailySchedule.defaultTitle
    row.body = try reader.text("body") ?? DailySchedule.defaultBody
    row.payload = try reader.text("url").map(DailySchedule.payload)
    row.timezone = try reader.timezone(&platform)
    try readManners(reader, into: &row)
    return try arm(row, method: .scheduleDailyNotification, on: &platform)
  }

  /// Call 6: changes what is given and re-plans in place.
  mutating func updateSettings(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options)
    let id = try reader.identifier(default: "daily")
    guard var row = platform.scheduleRows.first(where: { $0.id == id }) else {
      throw .unknownSchedule(id)
    }
    row.time = try reader.time()?.text ?? row.time
    row.title = try reader.text("title") ?? row.title
    row.body = try reader.text("body") ?? row.body
    row.timezone = try reader.timezone(&platform) ?? row.timezone
    try readManners(reader, into: &row)
    return try arm(row, method: .updateSettings, on: &platform)
  }

  private func readManners(
    _ reader: OptionReader, into row: inout ScheduleRow
  ) throws(Rejection) {
    row.isSoundEnabled = try reader.flag("sound") ?? row.isSoundEnabled
    row.isVibrationEnabled = try reader.flag("vibration") ?? row.isVibrationEnabled
    row.priority =
      try reader.choice("priority", of: NotificationPriority.self)?.rawValue ?? row.priority
  }

  private func newRow(_ id: String, on platform: some Platform) -> ScheduleRow {
    let now = platform.wallMilliseconds
    let old = platform.scheduleRows.first { $0.id == id }
    return ScheduleRow(
      id: id, triggerTime: now, repeatRule: DailySchedule.kind, channelID: Plugin.defaultChannel,
      priority: NotificationPriority.default.rawValue, title: "", body: "", isSoundEnabled: true,
      isVibrationEnabled: true, payload: nil, createdAt: old?.createdAt ?? now, updatedAt: now,
      isEnabled: true, kind: DailySchedule.kind, time: "", timezone: nil, armedThrough: now)
  }

  /// Schedules request and task together, or leaves what was stored before.
  private mutating func arm(
    _ draft: ScheduleRow, method: PluginMethod, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    if try needsAuthorization(method, on: &platform) { return .waiting(.authorization) }
    guard let decoded = DailySchedule(draft, on: &platform),
      let next = decoded.nextOccurrence(after: platform.wallMilliseconds)
    else { throw .invalidTime(draft.time) }
    try checkRoom(for: draft.id, on: platform)
    let drifting = driftingRequest(of: draft.id, on: platform)
    let identifier =
      drifting?.identifier == decoded.identifier
      ? decoded.reserveIdentifier(decoded.zone.date(at: next)) : decoded.identifier
    if try needsRemovals(identifier, on: platform) { return .waiting(.removals) }

    var row = draft
    row.triggerTime = drifting?.content.info.plannedTime ?? next
    row.armedThrough = next
    row.updatedAt = platform.wallMilliseconds
    let schedule = DailySchedule(decoded, row: row)
    if method == .scheduleDailyNotification {
      platform.log(.dailyScheduled(notificationTime: next))
    }
    do throws(Rejection) {
      let isTaskPending = try planPrefetch(for: schedule, next: next, on: &platform)
      platform.log(.notificationPlanned(time: next))
      try addAndReadBack(identifier, schedule, next, on: &platform)
      try persist(schedule, next: next, on: &platform)
      return .reply(["warning": isTaskPending ? .null : .string(Plugin.taskWarning)])
    } catch {
      restore(on: &platform)
      throw error
    }
  }

  /// Arms the reserves and writes the row with the last of them.
  private mutating func persist(
    _ schedule: DailySchedule, next: Int64, on platform: inout some Platform
  ) throws(Rejection) {
    let id = schedule.row.id
    let others = readSchedules(on: &platform).filter { $0.row.id != id }
    let schedules = [schedule] + others
    let result = replan(schedules, on: &platform)
    var row = schedule.row
    row.armedThrough = max(next, result.armedThrough.first ?? next)
    guard write(row, on: &platform) else { throw .notStored("schedule \(id)") }
    storeProgress(
      of: others, armedThrough: Array(result.armedThrough.dropFirst()), on: &platform)
    platform.log(
      .schedulePersisted(
        id: id, kind: DailySchedule.kind, time: schedule.time.text, next: next))
    saveSnapshot(on: &platform)
  }

  /// Makes requests and task what the stored schedules ask for, after a call has failed.
  private mutating func restore(on platform: inout some Platform) {
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
  private mutating func needsAuthorization(
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

  private func checkRoom(for id: String, on platform: some Platform) throws(Rejection) {
    let rows = platform.scheduleRows.filter(\.isEnabled)
    guard !rows.contains(where: { $0.id == id }) else { return }
    // Each schedule takes its next occurrence and tomorrow's reserve.
    let maximum = min(Int(configuration.maxNotificationsPerDay), Plugin.plannedMax / 2)
    guard rows.count < maximum else { throw .pendingLimit(maximum) }
  }

  /// The request of a schedule whose trigger has passed and which the system has yet to show.
  ///
  /// It is left alone, whatever the schedule becomes: it is on its way.
  private func driftingRequest(
    of id: String, on platform: some Platform
  ) -> NotificationRequest? {
    let now = platform.wallMilliseconds
    guard let old = platform.scheduleRows.first(where: { $0.id == id }), old.triggerTime <= now
    else { return nil }
    return platform.pendingRequests.first {
      $0.content.info.scheduleID == id && $0.content.info.plannedTime == old.triggerTime
    }
  }

  private mutating func addAndReadBack(
    _ identifier: String, _ schedule: DailySchedule, _ next: Int64,
    on platform: inout some Platform
  ) throws(Rejection) {
    let request = NotificationRequest(
      identifier: identifier, trigger: schedule.trigger(at: next),
      content: identifier == schedule.identifier
        ? bestContent(for: schedule, next, on: &platform) : schedule.defaultContent(next))
    add(request, on: &platform)
    guard platform.pendingRequests.contains(request) else { throw .notRetained(identifier) }
    platform.log(.requestReadBack(identifier: identifier))
  }
}
