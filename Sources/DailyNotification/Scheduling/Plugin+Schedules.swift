import CivilTime

extension Plugin {
  /// The enabled schedules that decode; a row that does not is quarantined and rebuilt.
  mutating func readSchedules(on platform: inout some Platform) -> [DailySchedule] {
    let rows = platform.scheduleRows
    if let last = lastSchedules, last.rows == rows, last.zone == platform.zone.identifier {
      return last.schedules
    }
    var schedules: [DailySchedule] = []
    for row in rows where row.isEnabled {
      if let schedule = DailySchedule(row, on: &platform) {
        schedules.append(schedule)
      } else if let schedule = rebuild(row, on: &platform) {
        schedules.append(schedule)
      }
    }
    lastSchedules = (platform.scheduleRows, platform.zone.identifier, schedules)
    return schedules
  }

  /// Makes a schedule anew from what its pending request says of it.
  private func rebuild(_ broken: ScheduleRow, on platform: inout some Platform) -> DailySchedule? {
    platform.log(.quarantined(what: "schedule \(broken.id)"))
    let requests = platform.pendingRequests.filter { $0.content.info.scheduleID == broken.id }
    guard let request = requests.first(where: { $0.content.info.source == .default }),
      case .calendar(let wall, let zone) = request.trigger,
      let time = TimeOfDay(hour: wall.hour, minute: wall.minute)
    else {
      // Nothing is left to make it from.
      platform.removeSchedule(broken.id)
      return nil
    }
    var row = broken
    row.kind = DailySchedule.kind
    row.repeatRule = DailySchedule.kind
    row.priority = request.content.priority.rawValue
    row.title = request.content.title
    row.body = request.content.body
    row.isSoundEnabled = request.content.hasSound
    row.payload = request.content.info.url.map(DailySchedule.payload)
    row.time = time.text
    row.timezone = zone
    row.triggerTime = requests.map(\.content.info.plannedTime).min() ?? row.triggerTime
    row.updatedAt = platform.wallMilliseconds
    guard let schedule = DailySchedule(row, on: &platform), write(row, on: &platform) else {
      return nil
    }
    return schedule
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
}
