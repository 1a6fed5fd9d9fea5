import JSONText

extension Plugin {
  /// Call 5: what is scheduled, what came and what did not.
  mutating func notificationStatus(_ platform: inout some Platform) -> JSONValue {
    let now = platform.wallMilliseconds
    let rows = platform.scheduleRows.filter(\.isEnabled)
    let next = platform.pendingRequests.compactMap { nextTime(of: $0, rows) }
      .filter { $0 > now }.min()
    let daily = rows.filter { $0.kind == ScheduleKind.daily.rawValue }
    let settings = daily.min { ($0.triggerTime, $0.id) < ($1.triggerTime, $1.id) }
    return [
      "isEnabled": .bool(platform.authorization.allowsNotifications),
      "isScheduled": .bool(next != nil),
      "lastNotificationTime": integerOrNull(platform.historyRows.last?.deliveredAt),
      "nextNotificationTime": integerOrNull(next),
      "pending": .integer(Int64(platform.pendingRequests.count)),
      "missed": .integer(Int64(platform.telemetry.notificationsMissed)),
      "settings": settings.map(settingsValue) ?? .null,
      "error": standingProblem(rows, &platform).map(JSONValue.string) ?? .null,
    ]
  }

  /// When a request of a stored schedule fires next; a repeating one knows only its first time.
  private func nextTime(of request: NotificationRequest, _ rows: [ScheduleRow]) -> Int64? {
    let info = request.content.info
    guard let row = rows.first(where: { $0.isNamed(info.scheduleID, info.kind) }) else {
      return nil
    }
    if case .daily = request.trigger { return row.triggerTime }
    return info.plannedTime
  }

  private func settingsValue(_ row: ScheduleRow) -> JSONValue {
    [
      "id": .string(row.id),
      "time": .string(row.time),
      "timezone": row.timezone.map(JSONValue.string) ?? .null,
      "title": .string(row.title),
      "body": .string(row.body),
      "sound": .bool(row.isSoundEnabled),
      "vibration": .bool(row.isVibrationEnabled),
      "priority": .string(row.priority),
    ]
  }

  /// What keeps the schedules from working now: a denied permission or a refused task.
  private mutating func standingProblem(
    _ rows: [ScheduleRow], _ platform: inout some Platform
  ) -> String? {
    guard !rows.isEmpty else { return nil }
    if !platform.authorization.allowsNotifications {
      return Rejection.Kind.notificationsDenied.rawValue
    }
    guard platform.pendingTask(TaskIdentifier.fetch) == nil, fetch == nil else { return nil }
    let lacking = nextPrefetch(readSchedules(on: &platform), on: platform)
    return lacking == nil ? nil : Plugin.taskWarning
  }

  private func integerOrNull(_ number: Int64?) -> JSONValue {
    number.map(JSONValue.integer) ?? .null
  }

  /// The warning of a schedule whose notification stands and whose prefetch does not.
  static let taskWarning = "task_scheduling_failed"
}
