import CivilTime
import JSONText

extension Plugin {
  /// Call 30: a text that is shown at a time of day, whatever becomes of fetches.
  mutating func scheduleReminder(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .scheduleDailyReminder)
    let id = try reader.required("id", reader.identifier)
    var row = Schedules.newRow(id, .reminder, on: platform)
    row.priority = choices.reminderPriority.priority.rawValue
    if choices.reminderZone == .utc { row.timezone = Zone.utc.identifier }
    row.title = try reader.required("title", reader.text)
    row.body = try reader.required("body", reader.text)
    row.time = try reader.required("time", reader.time).text
    return try armReminder(row, reader, .scheduleDailyReminder, on: &platform)
  }

  /// Call 33: changes what is given of a reminder that exists.
  mutating func updateReminder(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .updateDailyReminder)
    let id = try reader.required("id", reader.identifier)
    guard var row = platform.scheduleRow(id, .reminder) else { throw .unknownReminder(id) }
    row.title = try reader.text("title") ?? row.title
    row.body = try reader.text("body") ?? row.body
    row.time = try reader.time()?.text ?? row.time
    return try armReminder(row, reader, .updateDailyReminder, on: &platform)
  }

  private mutating func armReminder(
    _ draft: ScheduleRow, _ reader: OptionReader, _ method: PluginMethod,
    on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    var row = draft
    row.timezone = try reader.timezone(&platform) ?? row.timezone
    try reader.readPresentation(into: &row, hasNormal: choices.reminderPriority == .normal)
    if let isRepeating = try reader.flag("repeatDaily") {
      row.repeatRule = (isRepeating ? RepeatRule.daily : .none).rawValue
    }
    if try needsAuthorization(method, arming: .reminder, on: &platform) {
      return .waiting(.authorization)
    }
    guard let arming = try arming(of: row, on: &platform) else { return .waiting(.removals) }
    do throws(Rejection) {
      try complete(arming, on: &platform)
      _ = tellOverruled(row, reader, on: &platform)
      return .reply([:])
    } catch {
      restore(on: &platform)
      throw error
    }
  }

  /// Call 31: cancels one reminder and nothing else.
  mutating func cancelReminder(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .cancelDailyReminder)
    let id = try reader.required("reminderId", reader.identifier)
    guard platform.scheduleRow(id, .reminder) != nil else { throw .unknownReminder(id) }
    platform.removeSchedule(id, kind: ScheduleKind.reminder.rawValue)
    delivery.withdraw(id, .reminder, on: &platform)
    withdrawPages(.reminder, id, on: &platform)
    flushLedger(on: &platform)
    delivery.replanAfterWithdrawals()
    platform.storeSnapshot()
    return .reply([:])
  }

  /// Call 32: every stored reminder, ordered by id.
  func scheduledReminders(on platform: Family.System) -> JSONValue {
    let rows = platform.scheduleRows.filter { $0.decodedKind == .reminder }
    return [
      "reminders": .array(
        rows.map { row in
          let isArmed = delivery.isArmed(row.id, .reminder, on: platform)
          let next = delivery.nextTime(of: .reminder, row.id, ledger, on: platform)
          return reminderValue(row, isScheduled: row.isEnabled && isArmed, next: next)
        })
    ]
  }

  private func reminderValue(_ row: ScheduleRow, isScheduled: Bool, next: Int64?) -> JSONValue {
    [
      "id": .string(row.id),
      "title": .string(row.title),
      "body": .string(row.body),
      "time": .string(row.time),
      "nextTriggerTime": JSONValue(
        integerOrNull: row.isEnabled ? next : nil),
      "isScheduled": .bool(isScheduled),
      "repeatDaily": .bool(row.repeatRule == RepeatRule.daily.rawValue),
      "sound": .bool(row.isSoundEnabled),
      "vibration": .bool(row.isVibrationEnabled),
      "priority": .string(row.priority),
      "timezone": row.timezone.map(JSONValue.string) ?? .null,
    ]
  }
}
