import CivilTime
import JSONText

extension Plugin {
  /// Call 2: one notification a day and its prefetch; a second call of the same id replaces.
  mutating func scheduleDaily(
    _ call: PluginCall, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(call.options)
    let id = try reader.identifier(default: "daily")
    var row = newRow(id, .daily, on: platform)
    guard let time = try reader.time() else { throw .missing("time", expected: "HH:mm") }
    row.time = time.text
    row.title = try reader.text("title") ?? Schedule.defaultTitle
    row.body = try reader.text("body") ?? Schedule.defaultBody
    row.payload = try reader.text("url").map(Schedule.payload)
    row.timezone = try reader.timezone(&platform)
    row.leadMinutes = shortLeadCalls.contains(call.number) ? 1 : nil
    try readManners(reader, into: &row)
    return try armDaily(row, .scheduleDailyNotification, on: &platform)
  }

  /// Call 6: changes what is given and re-plans in place.
  mutating func updateSettings(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options)
    let id = try reader.identifier(default: "daily")
    guard var row = platform.scheduleRows.first(where: { $0.isNamed(id, .daily) }) else {
      throw .unknownSchedule(id)
    }
    row.time = try reader.time()?.text ?? row.time
    row.title = try reader.text("title") ?? row.title
    row.body = try reader.text("body") ?? row.body
    row.timezone = try reader.timezone(&platform) ?? row.timezone
    try readManners(reader, into: &row)
    return try armDaily(row, .updateSettings, on: &platform)
  }

  func readManners(
    _ reader: OptionReader, into row: inout ScheduleRow
  ) throws(Rejection) {
    row.isSoundEnabled = try reader.flag("sound") ?? row.isSoundEnabled
    row.isVibrationEnabled = try reader.flag("vibration") ?? row.isVibrationEnabled
    row.priority =
      try reader.choice("priority", of: NotificationPriority.self)?.rawValue ?? row.priority
  }

  func newRow(_ id: String, _ kind: ScheduleKind, on platform: some Platform) -> ScheduleRow {
    let now = platform.wallMilliseconds
    let old = platform.scheduleRows.first { $0.isNamed(id, kind) }
    return ScheduleRow(
      id: id, triggerTime: now,
      repeatRule: (kind == .dual ? RepeatRule.custom : .daily).rawValue,
      channelID: kind == .reminder ? Plugin.reminderChannel : Plugin.defaultChannel,
      priority: NotificationPriority.default.rawValue, title: "", body: "", isSoundEnabled: true,
      isVibrationEnabled: true, payload: nil, createdAt: old?.createdAt ?? now, updatedAt: now,
      isEnabled: true, kind: kind.rawValue, time: "", timezone: nil, armedThrough: now,
      wallMinute: platform.zone.wallMinute(at: now), plannedZone: platform.zone.identifier,
      leadMinutes: nil)
  }

  private mutating func armDaily(
    _ draft: ScheduleRow, _ method: PluginMethod, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    if try needsAuthorization(method, on: &platform) { return .waiting(.authorization) }
    guard let arming = try arming(of: draft, on: &platform) else { return .waiting(.removals) }
    if method == .scheduleDailyNotification {
      platform.log(.dailyScheduled(notificationTime: arming.next.time))
    }
    do throws(Rejection) {
      let isTaskPending = try planPrefetch(for: arming.schedule, arming.next, on: &platform)
      try complete(arming, on: &platform)
      return .reply(["warning": isTaskPending ? .null : .string(Plugin.taskWarning)])
    } catch {
      restore(on: &platform)
      throw error
    }
  }
}
