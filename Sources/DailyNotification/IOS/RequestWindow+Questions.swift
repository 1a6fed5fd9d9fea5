public import CivilTime
import JSONText

extension RequestWindow {
  public func foreignCount(on platform: System) -> Int {
    platform.pendingRequests.count { !$0.isOfPlugin }
  }

  public func armedCount(on platform: System) -> Int {
    platform.pendingRequests.count { $0.isOfPlugin && !isRemoving($0) }
  }

  public func isHeld(
    _ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System
  ) -> Bool {
    let pending = platform.pendingRequests
    for index in pending.indices {
      let info = pending[index].content.info
      guard row.owns(info) else { continue }
      if pending[index].trigger.isRepeating {
        if isAimed(index, at: entry, of: row, on: platform) { return true }
      } else if info.wallMinute == entry.wallMinute,
        row.index(of: info).map({ row.armed[$0] == entry }) ?? true
      {
        return true
      }
    }
    return false
  }

  /// Whether a repeating request shows an entry's date next, whichever date it was added for.
  private func isAimed(
    _ index: Int, at entry: ArmedOccurrence, of row: LedgerRow, on platform: System
  ) -> Bool {
    let aim = platform.triggerTime(ofPending: index)
    return row.timezone == nil
      ? platform.zone.wallMinute(at: aim) == entry.wallMinute : aim == entry.plannedTime
  }

  public func lastPerhapsShown(of row: LedgerRow, on platform: System) -> Int64? {
    row.armed.last { entry in
      !entry.isWithdrawn && entry.wallMinute > row.settledThrough
        && !row.settledBeyond.contains(entry.wallMinute) && !isHeld(row, entry, on: platform)
    }?.wallMinute
  }

  public func holdsUnnamed(by row: LedgerRow, on platform: System) -> Bool {
    platform.pendingRequests.contains { request in
      row.owns(request.content.info) && !request.trigger.isRepeating
        && row.index(of: request.content.info) == nil
    }
  }

  public func held(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: System
  ) -> ArmedOccurrence? {
    for request in platform.pendingRequests
    where schedule.isFor(request.content.info, occurrence) && !request.trigger.isRepeating {
      return ArmedOccurrence(
        wallMinute: occurrence.wallMinute, plannedTime: request.content.info.plannedTime)
    }
    return nil
  }

  public func repeatingTrigger(_ row: LedgerRow, on platform: System) -> Int64? {
    repeatingIndex(of: row, on: platform).map { platform.triggerTime(ofPending: $0) }
  }

  public func repeatingRequest(_ row: LedgerRow, on platform: System) -> Int64? {
    repeatingIndex(of: row, on: platform).map {
      platform.pendingRequests[$0].content.info.wallMinute
    }
  }

  /// The place of a revision's repeating request in the pending list.
  private func repeatingIndex(of row: LedgerRow, on platform: System) -> Int? {
    platform.pendingRequests.firstIndex { $0.trigger.isRepeating && row.owns($0.content.info) }
  }

  public func isArmed(_ id: String, _ kind: ScheduleKind, on platform: System) -> Bool {
    platform.pendingRequests.contains {
      $0.content.info.isOf(id, kind) && $0.content.info.purpose == .occurrence && !isRemoving($0)
    }
  }

  public func nextTime(
    of kind: ScheduleKind?, _ id: String?, _ ledger: Ledger, on platform: System
  ) -> Int64? {
    var next: Int64?
    let pending = platform.pendingRequests
    for index in pending.indices {
      let time = platform.triggerTime(ofPending: index)
      guard time < next ?? .max, !isDue(index, pending, on: platform) else { continue }
      let info = pending[index].content.info
      guard kind == nil || info.kind == kind, id == nil || info.scheduleID == id,
        info.purpose == .occurrence, !isRemoving(pending[index]),
        !isAccountedFor(pending[index], ledger, on: platform)
      else { continue }
      next = time
    }
    return next
  }

  /// Whether a request was on its way already, though the clock has gone back since.
  ///
  /// Where its own time has passed here, and the system has it ahead, it will be shown then: one at
  /// the end of another zone's gap, and one that has kept its instant when the zone changed.
  private func isAccountedFor(
    _ request: NotificationRequest, _ ledger: Ledger, on platform: System
  ) -> Bool {
    let info = request.content.info
    guard request.trigger.isOneDate, let row = ledger.row(of: info),
      info.wallMinute <= row.settledThrough
    else { return false }
    guard row.timezone == nil else { return true }
    let own = Recurrence.instant(ofWallMinute: info.wallMinute, in: platform.zone)
    return own.map { $0 > platform.wallMilliseconds } ?? true
  }

  /// The request with the default text says what the row said.
  public func rebuilt(
    _ broken: ScheduleRow, dualTime: CronExpression?, on platform: System
  ) -> ScheduleRow? {
    let requests = platform.pendingRequests.filter {
      $0.content.info.scheduleID == broken.id && $0.content.info.purpose == .occurrence
        && (broken.decodedKind ?? $0.content.info.kind) == $0.content.info.kind
    }
    guard let request = requests.first(where: { $0.content.info.source == .default }) else {
      return nil
    }
    let info = request.content.info
    var row = broken
    switch (info.kind, request.trigger) {
    case (.daily, .calendar(let wall, let zone)), (.reminder, .calendar(let wall, let zone)):
      row.timezone = zone
      // With an interval the request has another time than the first one had.
      if row.rollover == nil || TimeOfDay(row.time) == nil { row.time = wall.timeOfDay.text }
    case (.reminder, .daily(let time, let zone)):
      row.time = time.text
      row.timezone = zone
    case (.dual, _):
      guard let dualTime else { return nil }
      row.time = dualTime.text
      row.repeatRule = RepeatRule(dualTime).rawValue
    case (.daily, .daily), (.daily, .interval), (.reminder, .interval): return nil
    }
    row.kind = info.kind.rawValue
    if row.rollover == nil, let rule = repeatRule(of: request) { row.repeatRule = rule.rawValue }
    row.priority = request.content.priority.rawValue
    row.title = request.content.title
    row.body = request.content.body
    row.isSoundEnabled = request.content.hasSound
    row.payload = info.url.map(Schedule.payload)
    let first = requests.min { $0.content.info.plannedTime < $1.content.info.plannedTime }
    row.triggerTime = first?.content.info.plannedTime ?? row.triggerTime
    row.wallMinute = first?.content.info.wallMinute ?? row.wallMinute
    row.revision = first?.content.info.revision ?? row.revision
    row.updatedAt = platform.wallMilliseconds
    return row
  }

  /// The permission to notify is requested; once denied, only Settings can change it.
  public mutating func requestExactTimes(on platform: inout System) -> CallOutcome {
    let status = platform.authorization
    guard status != .notDetermined else {
      platform.requestAuthorization()
      return .waiting(.authorization)
    }
    let isAllowed = status.allowsNotifications
    let isOpened = !isAllowed && platform.openSettings(.app)
    return .reply([
      "granted": .bool(isAllowed),
      "action": isAllowed ? .null : isOpened ? "opened_settings" : "permission_denied",
    ])
  }

  /// The rule that a request's trigger shows; nil for a dual one, whose expression has it.
  private func repeatRule(of request: NotificationRequest) -> RepeatRule? {
    switch (request.content.info.kind, request.trigger) {
    case (.daily, _), (.reminder, .daily): .daily
    case (.reminder, .calendar), (.reminder, .interval): RepeatRule.none
    case (.dual, _): nil
    }
  }
}

extension ShownNotification {
  init(_ delivered: DeliveredNotification) {
    self.init(
      content: delivered.request.content, deliveredAt: delivered.deliveredAt,
      isRepeating: delivered.request.trigger.isRepeating)
  }
}
