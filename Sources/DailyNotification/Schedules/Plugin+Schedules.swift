import CivilTime

extension Plugin {
  /// The enabled schedules that decode; a row that does not is quarantined and rebuilt.
  mutating func readSchedules(on platform: inout Family.System) -> [Schedule] {
    let perDayMax = configuration.maxNotificationsPerDay
    ledger.load(on: platform)
    if let known = schedules.known(ledger, perDayMax: perDayMax, on: platform) { return known }
    var read: [Schedule] = []
    for row in platform.scheduleRows where row.isEnabled {
      if let schedule = schedules.decoded(row, ledger, perDayMax: perDayMax, on: &platform) {
        read.append(schedule)
      } else if let schedule = rebuild(row, perDayMax: perDayMax, on: &platform) {
        read.append(schedule)
      }
    }
    schedules.remember(read, ledger, perDayMax: perDayMax, on: platform)
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
    guard let schedule = schedules.decoded(row, ledger, perDayMax: perDayMax, on: &platform),
      platform.store(row)
    else { return nil }
    return schedule
  }

  /// Re-plans what is stored, and stores how far it got.
  @discardableResult
  mutating func replanStored(on platform: inout Family.System) -> ReplanResult {
    replan(readSchedules(on: &platform), on: &platform)
  }

  /// Makes what is armed what schedules ask for, and writes what is armed now.
  mutating func replan(
    _ schedules: [Schedule], on platform: inout Family.System
  ) -> ReplanResult {
    let result = delivery.replan(schedules, ledger, &contents, on: &platform)
    noteArmed(result, schedules)
    flushLedger(on: &platform)
    storeProgress(of: schedules, on: &platform)
    return result
  }

  /// Takes over into the ledger what is armed now.
  mutating func noteArmed(_ result: ReplanResult, _ schedules: [Schedule]) {
    for (schedule, armed) in zip(schedules, result.armed) {
      guard let index = ledger.index(schedule.kind, schedule.row.id, schedule.row.revision) else {
        continue
      }
      ledger.arm(index, armed.occurrences, isRepeating: armed.repeatsFrom)
    }
  }

  /// Stores when schedules fire next where that has changed.
  ///
  /// Each stays at its occurrence by wall time: what has fired on a date does not fire on it again,
  /// wherever the phone is by then.
  func storeProgress(of schedules: [Schedule], on platform: inout Family.System) {
    for schedule in schedules {
      // What could not be written and reported is still due.
      let page = ledger.index(schedule.kind, schedule.row.id, schedule.row.revision)
      if let page, ledger.pages[page].isChanged { continue }
      guard let due = due(schedule),
        due.time != schedule.row.triggerTime || due.wallMinute != schedule.row.wallMinute
          || schedule.zone.identifier != schedule.row.plannedZone
      else { continue }
      var row = schedule.row
      let hasMoved = row.plannedZone != schedule.zone.identifier
      row.triggerTime = due.time
      row.wallMinute = due.wallMinute
      row.plannedZone = schedule.zone.identifier
      guard platform.store(row), hasMoved else { continue }
      platform.log(.zoneFollowed(id: row.id, zone: row.plannedZone, next: row.triggerTime))
    }
  }

  /// The earliest occurrence that is not accounted for; what is on its way comes first.
  func due(_ schedule: Schedule) -> Occurrence? {
    if schedule.recurrence.isOnce { return schedule.onlyOccurrence }
    let index = ledger.index(schedule.kind, schedule.row.id, schedule.row.revision)
    if let row = index.map({ ledger.pages[$0].row }),
      let first = row.armed.first(where: { !$0.isWithdrawn }),
      first.wallMinute <= row.settledThrough
    {
      return Occurrence(
        time: row.time(of: first, in: schedule.zone), wallMinute: first.wallMinute)
    }
    return schedule.firstUnsettled
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
