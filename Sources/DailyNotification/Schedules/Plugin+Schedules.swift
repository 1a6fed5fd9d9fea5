import CivilTime

extension Plugin {
  /// The enabled schedules that decode; a row that does not is quarantined and rebuilt.
  mutating func readSchedules(on platform: inout Family.System) -> [Schedule] {
    let perDayMax = perDayMax
    ledger.load(on: &platform)
    if let known = schedules.known(ledger, perDayMax: perDayMax, on: &platform) { return known }
    var read: [Schedule] = []
    let rows = platform.scheduleRows
    read.reserveCapacity(rows.count)
    for index in rows.indices where rows[index].isEnabled {
      let row = rows[index]
      var decoded = schedules.decoded(
        row, ledger, perDayMax: perDayMax, near: read.count, on: &platform)
      if let schedule = decoded, let before = schedules.lastRead(withOtherShareThan: schedule) {
        decoded = passOver(schedule, before, on: &platform)
      }
      if let schedule = decoded ?? rebuild(row, perDayMax: perDayMax, on: &platform) {
        read.append(schedule)
      }
    }
    schedules.remember(read, ledger, perDayMax: perDayMax, on: platform)
    return read
  }

  /// Notices that a schedule which can fire often has another share of the dates than before.
  ///
  /// At the end of each entry, since a change that the next one noticed would be taken for older
  /// than what has passed until then.
  mutating func settleShares(on platform: inout Family.System) {
    guard platform.isProtectedDataAvailable else { return }
    let rows = platform.scheduleRows
    for index in rows.indices where rows[index].isEnabled && rows[index].firesOften {
      let revision = ledger.revision
      _ = readSchedules(on: &platform)
      if ledger.revision != revision { flushLedger(on: &platform) }
      return
    }
  }

  /// A schedule whose share of the dates has changed: of what has passed nothing is due any more.
  ///
  /// The earlier share has accounted for everything in this entry, except a notification that was
  /// withdrawn on its way. What it left out was never meant to come, even where the new one allows
  /// it.
  /// `before`: the schedule as it was read with the earlier share.
  private mutating func passOver(
    _ schedule: Schedule, _ before: Schedule, on platform: inout Family.System
  ) -> Schedule {
    guard let page = ledger.index(of: schedule) else { return schedule }
    let now = platform.wallMilliseconds
    let earlier = Schedule(
      schedule.row, perDay: before.perDay, settled: ledger.mark(page), on: &platform)
    if let left = earlier?.firstUnsettled, left.time <= now {
      // Only that one is left; what the new share adds since is passed over.
      var added: [Int64] = []
      var next = schedule.occurrence(after: left)
      while let later = next, later.time <= now, added.count < AccountingLimits.beyondMax {
        added.append(later.wallMinute)
        next = schedule.occurrence(after: later)
      }
      ledger.passOver(
        page, Occurrence(time: left.time - 1, wallMinute: left.wallMinute - 1), beyond: added)
    } else {
      ledger.passOver(
        page, Occurrence(time: now, wallMinute: schedule.zone.wallMinute(at: now)))
    }
    return Schedule(schedule, row: schedule.row, settled: ledger.mark(page))
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
    lastReplan = delivery.replan(schedules, ledger, &contents, on: &platform)
    noteReplan(schedules, on: &platform)
    return lastReplan
  }

  /// Writes what the latest re-planning of schedules has left armed, and how far each got.
  mutating func noteReplan(_ schedules: [Schedule], on platform: inout Family.System) {
    noteArmed(lastReplan, schedules, on: &platform)
    flushLedger(on: &platform)
    storeProgress(of: schedules, on: &platform)
  }

  /// Takes over into the ledger what is armed now.
  mutating func noteArmed(
    _ result: ReplanResult, _ schedules: [Schedule], on platform: inout Family.System
  ) {
    guard result.isArmedKnown else { return }
    for gone in result.gone {
      guard let index = ledger.index(of: schedules[gone.schedule], near: gone.schedule) else {
        continue
      }
      ledger.notePerhapsShown(index, through: gone.wallMinute)
    }
    for place in schedules.indices {
      guard let index = ledger.index(of: schedules[place], near: place) else { continue }
      if ledger.isArmed(index, as: result.armed, of: place) { continue }
      let list = ArmedSchedule(result.armed, of: place)
      let request =
        list.repeatsFrom == nil
        ? nil : delivery.repeatingRequest(ledger.pages[index].row, on: platform)
      ledger.arm(
        index, list, request: request,
        origin: platform.wallMilliseconds - platform.uptimeMilliseconds)
    }
  }

  /// Stores when schedules fire next where that has changed.
  ///
  /// Each stays at its occurrence by wall time: what has fired on a date does not fire on it again,
  /// wherever the phone is by then.
  mutating func storeProgress(of schedules: [Schedule], on platform: inout Family.System) {
    let isAnyOnItsWay = ledger.isAnyOnItsWay
    for place in schedules.indices {
      // Mostly all but one are stored as they are.
      if !isAnyOnItsWay, schedules[place].isNextStored { continue }
      let schedule = schedules[place]
      let page = ledger.index(of: schedule, near: place)
      // What could not be written and reported is still due.
      if let page, ledger.pages[page].isChanged { continue }
      // Mostly nothing is on its way, and asking what is copies the platform.
      let isPlain =
        !schedule.isOnce && page.flatMap { ledger.firstOnItsWay($0) } == nil
      let next = isPlain ? schedule.firstUnsettled : due(schedule, page, on: platform)
      guard let due = next, !schedule.isStored(with: due) else { continue }
      var row = schedule.row
      let hasMoved = !schedule.isWherePlanned
      row.triggerTime = due.time
      row.wallMinute = due.wallMinute
      if hasMoved { row.plannedZone = schedule.zone.identifier }
      guard platform.store(row), hasMoved else { continue }
      platform.log(.zoneFollowed(id: row.id, zone: row.plannedZone, next: row.triggerTime))
    }
  }

  /// The earliest occurrence that is not accounted for; what is on its way comes first.
  func due(_ schedule: Schedule, on platform: Family.System) -> Occurrence? {
    due(schedule, ledger.index(of: schedule), on: platform)
  }

  /// The same, with the place of the schedule's page.
  ///
  /// Apart, so that a caller copies the platform only where it asks.
  @inline(never)
  private func due(
    _ schedule: Schedule, _ page: Int?, on platform: Family.System
  ) -> Occurrence? {
    if schedule.isOnce { return schedule.onlyOccurrence }
    // What was on its way when the clock went back may have been shown and cleared since.
    if let page, let first = ledger.firstOnItsWay(page),
      delivery.isHeld(ledger.pages[page].row, first, on: platform)
    {
      return Occurrence(
        time: first.time(in: schedule.zone), wallMinute: first.wallMinute)
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
