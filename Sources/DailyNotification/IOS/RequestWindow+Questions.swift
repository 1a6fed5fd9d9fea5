public import CivilTime

extension RequestWindow {
  public func heldCount(on platform: System) -> Int { platform.pendingRequests.count }

  public func armedCount(on platform: System) -> Int {
    platform.pendingRequests.count { !isRemoving($0) }
  }

  public func isHeld(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: System
  ) -> Bool {
    platform.pendingRequests.contains { schedule.isFor($0.content.info, occurrence) }
  }

  public func isHeld(_ schedule: Schedule, on platform: System) -> Bool {
    platform.pendingRequests.contains { schedule.owns($0.content.info) }
  }

  public func isArmed(_ id: String, _ kind: ScheduleKind, on platform: System) -> Bool {
    platform.pendingRequests.contains { $0.content.info.isOf(id, kind) && !isRemoving($0) }
  }

  /// A repeating request knows only its first time, so that its row's is used.
  public func nextTime(of rows: [ScheduleRow], on platform: System) -> Int64? {
    let now = platform.wallMilliseconds
    let times = platform.pendingRequests.compactMap { request -> Int64? in
      let info = request.content.info
      guard let row = rows.first(where: { $0.isNamed(info.scheduleID, info.kind) }) else {
        return nil
      }
      if case .daily = request.trigger { return row.triggerTime }
      return info.plannedTime
    }
    return times.filter { $0 > now }.min()
  }

  public func nextTime(of kind: ScheduleKind, on platform: System) -> Int64? {
    let now = platform.wallMilliseconds
    return platform.pendingRequests
      .filter { $0.content.info.kind == kind && !isRemoving($0) }
      .map(\.content.info.plannedTime).filter { $0 > now }.min()
  }

  public func shown(
    _ schedule: Schedule, _ occurrence: Occurrence, on platform: System
  ) -> ShownNotification? {
    platform.deliveredNotifications
      .last { schedule.isFor($0.request.content.info, occurrence) }
      .map(ShownNotification.init)
  }

  public func lastShown(_ schedule: Schedule, on platform: System) -> ShownNotification? {
    platform.deliveredNotifications
      .last { schedule.owns($0.request.content.info) }
      .map(ShownNotification.init)
  }

  /// The request with the default text says what the row said.
  public func rebuilt(
    _ broken: ScheduleRow, dualTime: CronExpression?, on platform: System
  ) -> ScheduleRow? {
    let requests = platform.pendingRequests.filter {
      $0.content.info.scheduleID == broken.id
        && (broken.decodedKind ?? $0.content.info.kind) == $0.content.info.kind
    }
    guard let request = requests.first(where: { $0.content.info.source == .default }) else {
      return nil
    }
    let info = request.content.info
    var row = broken
    switch (info.kind, request.trigger) {
    case (.daily, .calendar(let wall, let zone)), (.reminder, .calendar(let wall, let zone)):
      row.time = wall.timeOfDay.text
      row.timezone = zone
    case (.reminder, .daily(let time, let zone)):
      row.time = time.text
      row.timezone = zone
    case (.dual, _):
      guard let dualTime else { return nil }
      row.time = dualTime.text
    case (.daily, .daily), (.daily, .interval), (.reminder, .interval): return nil
    }
    row.kind = info.kind.rawValue
    row.repeatRule = repeatRule(of: request).rawValue
    row.priority = request.content.priority.rawValue
    row.title = request.content.title
    row.body = request.content.body
    row.isSoundEnabled = request.content.hasSound
    row.payload = info.url.map(Schedule.payload)
    let first = requests.min { $0.content.info.plannedTime < $1.content.info.plannedTime }
    row.triggerTime = first?.content.info.plannedTime ?? row.triggerTime
    row.wallMinute = first?.content.info.wallMinute ?? row.wallMinute
    row.updatedAt = platform.wallMilliseconds
    return row
  }

  private func repeatRule(of request: NotificationRequest) -> RepeatRule {
    switch (request.content.info.kind, request.trigger) {
    case (.daily, _), (.reminder, .daily): .daily
    case (.reminder, .calendar), (.reminder, .interval): .none
    case (.dual, _): .custom
    }
  }
}

extension ShownNotification {
  fileprivate init(_ delivered: DeliveredNotification) {
    self.init(content: delivered.request.content, deliveredAt: delivered.deliveredAt)
  }
}
