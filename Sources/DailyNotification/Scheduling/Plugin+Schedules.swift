import CivilTime

extension Plugin {
  /// The enabled schedules that decode; a row that does not is quarantined and rebuilt.
  mutating func readSchedules(on platform: inout some Platform) -> [Schedule] {
    let rows = platform.scheduleRows
    let maximum = configuration.maxNotificationsPerDay
    if let last = lastSchedules, last.rows == rows, last.zone == platform.zone.identifier,
      last.maximum == maximum
    {
      return last.schedules
    }
    var schedules: [Schedule] = []
    for row in rows where row.isEnabled {
      if let schedule = decoded(row, on: &platform) {
        schedules.append(schedule)
      } else if let schedule = rebuild(row, on: &platform) {
        schedules.append(schedule)
      }
    }
    lastSchedules = (platform.scheduleRows, platform.zone.identifier, maximum, schedules)
    return schedules
  }

  /// A row as a schedule; nil when it does not decode.
  func decoded(_ row: ScheduleRow, on platform: inout some Platform) -> Schedule? {
    Schedule(row, perDay: perDay(row, on: platform), on: &platform)
  }

  /// Works out again when schedules fire that were planned in another zone.
  ///
  /// Each stays at the occurrence it stood at, by the wall: what has fired on a date does not fire
  /// on it again, wherever the phone is by then.
  mutating func followZone(on platform: inout some Platform) -> Bool {
    var hasMoved = false
    let schedules = readSchedules(on: &platform)
    for schedule in schedules where schedule.row.plannedZone != schedule.zone.identifier {
      var row = schedule.row
      let moved = schedule.due
      // What was armed has moved along, an hour more or less at a change of clocks.
      let slack: Int64 = row.armedThrough >= row.triggerTime ? 2 * 3_600_000 : 0
      row.armedThrough += moved.time - row.triggerTime + slack
      row.triggerTime = moved.time
      row.wallMinute = moved.wallMinute
      row.plannedZone = schedule.zone.identifier
      if write(row, on: &platform) {
        platform.log(.zoneFollowed(id: row.id, zone: row.plannedZone, next: row.triggerTime))
        hasMoved = true
      }
    }
    return hasMoved
  }

  /// Makes a schedule anew from what its pending request says of it.
  private func rebuild(_ broken: ScheduleRow, on platform: inout some Platform) -> Schedule? {
    platform.log(.quarantined(what: "schedule \(broken.id)"))
    let requests = platform.pendingRequests.filter {
      $0.content.info.scheduleID == broken.id
        && (ScheduleKind(rawValue: broken.kind) ?? $0.content.info.kind) == $0.content.info.kind
    }
    guard let request = requests.first(where: { $0.content.info.source == .default }),
      let row = row(of: broken, from: request, requests, on: platform)
    else {
      // Nothing is left to make it from.
      platform.removeSchedule(broken.id, kind: broken.kind)
      return nil
    }
    if row.kind != broken.kind { platform.removeSchedule(broken.id, kind: broken.kind) }
    guard let schedule = decoded(row, on: &platform), write(row, on: &platform) else { return nil }
    return schedule
  }

  private func row(
    of broken: ScheduleRow, from request: NotificationRequest, _ all: [NotificationRequest],
    on platform: some Platform
  ) -> ScheduleRow? {
    let info = request.content.info
    var row = broken
    switch (info.kind, request.trigger) {
    case (.daily, .calendar(let wall, let zone)), (.reminder, .calendar(let wall, let zone)):
      row.time = wall.timeOfDay.text
      row.timezone = zone
    case (.reminder, .daily(let time, let zone)):
      row.time = time.text
      row.timezone = zone
    // The cron expression is in the configuration of the dual schedule.
    case (.dual, _):
      guard let expression = dual?.configuration.userNotification?.schedule else { return nil }
      row.time = expression.text
    default: return nil
    }
    row.kind = info.kind.rawValue
    row.repeatRule = Plugin.repeatRule(info.kind, request.trigger).rawValue
    row.priority = request.content.priority.rawValue
    row.title = request.content.title
    row.body = request.content.body
    row.isSoundEnabled = request.content.hasSound
    row.payload = info.url.map(Schedule.payload)
    let first = all.min { $0.content.info.plannedTime < $1.content.info.plannedTime }
    row.triggerTime = first?.content.info.plannedTime ?? row.triggerTime
    row.wallMinute = first?.content.info.wallMinute ?? row.wallMinute
    row.updatedAt = platform.wallMilliseconds
    return row
  }

  static func repeatRule(_ kind: ScheduleKind, _ trigger: NotificationTrigger) -> RepeatRule {
    switch (kind, trigger) {
    case (.daily, _), (.reminder, .daily): .daily
    case (.reminder, _): .none
    case (.dual, _): .custom
    }
  }

  /// Writes a row and reads it back.
  func write(_ row: ScheduleRow, on platform: inout some Platform) -> Bool {
    platform.writeSchedule(row)
    guard platform.scheduleRows.contains(where: { $0.id == row.id && $0 == row }) else {
      platform.log(.persistFailed(what: "schedule \(row.id)"))
      return false
    }
    return true
  }

  /// Writes a value and reads it back.
  func store(
    _ value: StoredValue?, for key: StorageKey, on platform: inout some Platform
  ) -> Bool {
    guard platform.value(key) != value else { return true }
    platform.setValue(value, for: key)
    guard platform.value(key) == value else {
      platform.log(.persistFailed(what: key.name))
      return false
    }
    return true
  }

  /// A stored whole number.
  func integer(_ key: StorageKey, _ platform: some Platform) -> Int64? {
    guard case .integer(let number)? = platform.value(key) else { return nil }
    return number
  }

  /// A stored text.
  func text(_ key: StorageKey, _ platform: some Platform) -> String? {
    guard case .text(let text)? = platform.value(key) else { return nil }
    return text
  }
}
