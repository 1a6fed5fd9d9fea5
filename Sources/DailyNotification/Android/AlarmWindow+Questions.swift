public import CivilTime

extension AlarmWindow {
  /// Other code's alarms cannot be seen.
  public func foreignCount(on platform: System) -> Int { 0 }

  public func armedCount(on platform: System) -> Int {
    guard canSet(on: platform) else { return 0 }
    let now = platform.wallMilliseconds
    return knownToSystem(on: platform).count {
      let isDoubtful = doubtful.contains($0.identifier) && $0.occurrence.time <= now
      return !isDoubtful && !isLongOverdue($0.identifier, $0.occurrence.time, on: platform)
    }
  }

  /// An alarm that has fired is held while its receiver waits for content.
  public func isHeld(
    _ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System
  ) -> Bool {
    if isWaiting(row, entry) { return true }
    // A withdrawal has taken effect.
    if entry.isWithdrawn { return false }
    let name = SetAlarm(row, entry).identifier
    guard canSet(on: platform) else { return false }
    // A call may have given the name to another revision meanwhile.
    guard platform.hasPendingIntent(name), isMine(name, row, entry) else {
      return isInLine(row, entry, on: platform)
    }
    return !isLongOverdue(name, entry.plannedTime, on: platform)
      || isInLine(row, entry, on: platform)
  }

  /// Whether its alarm is gone or has not fired; a receiver that waits for content will show it.
  public func isToBeArmedAgain(
    _ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System
  ) -> Bool {
    let name = SetAlarm(row, entry).identifier
    return !isHeld(row, entry, on: platform)
      || alarms.contains { $0.identifier == name && $0.isOf(row, entry) }
        && platform.hasPendingIntent(name) && !isWaiting(row, entry)
  }

  /// Whether the receiver of an armed occurrence waits for content.
  func isWaiting(_ row: LedgerRow, _ entry: ArmedOccurrence) -> Bool {
    waiting.contains {
      $0.payload.info.wallMinute == entry.wallMinute && row.owns($0.payload.info)
    }
  }

  /// A row that could not be written does not name its alarms, but they follow from the schedule.
  public mutating func held(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: System
  ) -> ArmedOccurrence? {
    let name = SetAlarm(schedule, occurrence).identifier
    let isWaiting = waiting.contains {
      schedule.owns($0.payload.info) && $0.payload.info.revision == schedule.row.revision
        && $0.payload.info.wallMinute == occurrence.wallMinute
    }
    if !isWaiting {
      guard isSet(name, on: platform), !hasGone(name, occurrence.time),
        !isLongOverdue(name, occurrence.time, on: platform)
      else { return nil }
    }
    return ArmedOccurrence(wallMinute: occurrence.wallMinute, plannedTime: occurrence.time)
  }

  public func holdsUnnamed(by row: LedgerRow, on platform: System) -> Bool { false }

  public func repeatingTrigger(_ row: LedgerRow, on platform: System) -> Int64? { nil }

  public func repeatingRequest(_ row: LedgerRow, on platform: System) -> Int64? { nil }

  public func isArmed(_ id: String, _ kind: ScheduleKind, on platform: System) -> Bool {
    canSet(on: platform) && knownToSystem(on: platform).contains { $0.isOf(id, kind) }
  }

  public func nextTime(
    of kind: ScheduleKind?, _ id: String?, _ ledger: Ledger, on platform: System
  ) -> Int64? {
    var next: Int64?
    for page in ledger.pages {
      let row = page.row
      guard kind == nil || row.kind == kind, id == nil || row.scheduleID == id else { continue }
      for entry in row.armed
      where !entry.isWithdrawn && entry.wallMinute > row.settledThrough
        && entry.plannedTime < next ?? .max
      {
        let name = SetAlarm(row, entry).identifier
        if isSet(name, on: platform), isMine(name, row, entry) { next = entry.plannedTime }
      }
    }
    return next
  }

  public func audit(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: Contents, on platform: System
  ) -> DeliveryAudit {
    var (expected, count) = (0, 0)
    var next: Int64?
    var isExact = true
    for schedule in schedules {
      let armed = ledger.index(of: schedule).map { ledger.pages[$0].row.armed } ?? []
      forEachWanted(schedule, contents, on: platform) { wanted in
        expected += 1
        next = min(next ?? .max, wanted.time)
        let isThere = isSet(SetAlarm(schedule, wanted).identifier, on: platform)
        if isThere { count += 1 }
        let isNamed = armed.contains {
          $0.wallMinute == wanted.wallMinute && $0.plannedTime == wanted.time
        }
        if !isThere || !isNamed { isExact = false }
      }
    }
    return DeliveryAudit(
      expected: expected, nextTime: next, isAnyAhead: count > 0, isComplete: count == expected,
      isExact: isExact && armedCount(on: platform) == expected)
  }

  /// An alarm that has fired carries its text; otherwise the ledger knows the time of day, and the
  /// text is lost.
  public func rebuilt(
    _ broken: ScheduleRow, dualTime: CronExpression?, on platform: System
  ) -> ScheduleRow? {
    let rows = platform.ledgerRows.filter {
      $0.scheduleID == broken.id && (broken.decodedKind ?? $0.kind) == $0.kind
    }
    guard let ledger = rows.max(by: { $0.revision < $1.revision }),
      let first = ledger.armed.first(where: { !$0.isWithdrawn })
    else { return nil }
    let occurrence = Occurrence(time: first.plannedTime, wallMinute: first.wallMinute)
    var row = broken
    row.kind = ledger.kind.rawValue
    row.timezone = ledger.timezone
    row.revision = ledger.revision
    row.triggerTime = first.plannedTime
    row.wallMinute = first.wallMinute
    row.updatedAt = platform.wallMilliseconds
    switch ledger.kind {
    case .daily, .reminder:
      // With an interval the alarm has another time than the first one had.
      if row.rollover == nil || TimeOfDay(row.time) == nil { row.time = occurrence.timeOfDayText }
      if RepeatRule(rawValue: row.repeatRule) == nil { row.repeatRule = RepeatRule.daily.rawValue }
    case .dual:
      guard let dualTime else { return nil }
      row.time = dualTime.text
      row.repeatRule = RepeatRule(dualTime).rawValue
    }
    if NotificationPriority(rawValue: row.priority) == nil {
      row.priority = NotificationPriority.default.rawValue
    }
    row.payload = nil
    return row
  }

  // MARK: What was shown

  /// Of an earlier process the shade tells, of this one what it has shown itself.
  public mutating func takeShown(on platform: System) -> [ShownNotification] {
    defer { shown.removeAll() }
    guard !hasReadShade else { return shown }
    hasReadShade = true
    defer { removed.removeAll() }
    return removed
      + platform.activeNotifications.map {
        ShownNotification(content: $0.content, deliveredAt: $0.shownAt)
      }
  }

  /// The plugin shows everything itself: what it has not shown is missed for certain, unless an
  /// earlier process could not write what it showed.
  public func absence(
    of occurrence: Occurrence, _ id: String, _ kind: ScheduleKind, _ arming: ArmingRecord,
    isSkipped: Bool, on platform: System
  ) -> Absence {
    let end = ended.last {
      $0.info.isOf(id, kind) && $0.info.wallMinute == occurrence.wallMinute
    }
    if let end { return end.absence }
    if arming == .incomplete { return .missed(.unknown, .notDelivered) }
    if isSkipped, platform.content(for: occurrence.time, kind) == nil { return .skipped }
    let hasDied = hasDiedReceiving(occurrence, id, kind, on: platform)
    return .missed(.certain, hasDied ? .processDied : reasonNotFired(on: platform))
  }
}
