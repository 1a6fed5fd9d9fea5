extension Plugin {
  /// The enabled schedules that decode; a row that does not is quarantined and rebuilt.
  mutating func readSchedules(on platform: inout Family.System) -> [Schedule] {
    let perDayMax = configuration.maxNotificationsPerDay
    if let known = schedules.known(perDayMax: perDayMax, on: platform) { return known }
    var read: [Schedule] = []
    for row in platform.scheduleRows where row.isEnabled {
      if let schedule = Schedules.decoded(row, perDayMax: perDayMax, on: &platform) {
        read.append(schedule)
      } else if let schedule = rebuild(row, perDayMax: perDayMax, on: &platform) {
        read.append(schedule)
      }
    }
    schedules.remember(read, perDayMax: perDayMax, on: platform)
    return read
  }

  /// Makes a schedule anew from what is armed of it.
  private func rebuild(
    _ broken: ScheduleRow, perDayMax: Int64, on platform: inout Family.System
  ) -> Schedule? {
    platform.log(.quarantined(what: "schedule \(broken.id)"))
    let dualTime = dual.configuration?.userNotification?.schedule
    guard let row = delivery.rebuilt(broken, dualTime: dualTime, on: platform) else {
      // Nothing is left to make it from.
      platform.removeSchedule(broken.id, kind: broken.kind)
      return nil
    }
    if row.kind != broken.kind { platform.removeSchedule(broken.id, kind: broken.kind) }
    guard let schedule = Schedules.decoded(row, perDayMax: perDayMax, on: &platform),
      platform.store(row)
    else { return nil }
    return schedule
  }

  /// Re-plans what is stored, and stores how far it got.
  mutating func replanStored(on platform: inout Family.System) {
    let schedules = readSchedules(on: &platform)
    let result = delivery.replan(schedules, &contents, on: &platform)
    Schedules.storeProgress(of: schedules, armedThrough: result.armedThrough, on: &platform)
  }

  /// Gives the next notifications of a kind the content that a fetch has just brought.
  mutating func updateContent(_ kind: ScheduleKind, on platform: inout Family.System) {
    guard platform.authorization.allowsNotifications else { return }
    let schedules = readSchedules(on: &platform)
    if delivery.updateContent(kind, of: schedules, &contents, on: &platform) {
      replanStored(on: &platform)
    }
  }
}
