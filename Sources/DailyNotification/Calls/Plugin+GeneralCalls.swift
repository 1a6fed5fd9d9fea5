import JSONText

extension Plugin {
  /// Call 3: the notification that was delivered last.
  func lastNotification(on platform: Family.System) -> JSONValue {
    guard let row = platform.historyRows.last else { return .null }
    return [
      "id": .string(row.scheduleID),
      "title": .string(row.title),
      "body": .string(row.body),
      "timestamp": .integer(row.deliveredAt),
      "url": row.url.map(JSONValue.string) ?? .null,
      "fromCache": .bool(row.source == .cache),
    ]
  }

  /// Call 4: cancels every schedule.
  mutating func cancelAll(on platform: inout Family.System) -> CallOutcome {
    let hasSchedules = !platform.scheduleRows.isEmpty
    disarm(isCancelled: true, on: &platform)
    for row in platform.scheduleRows { platform.removeSchedule(row.id, kind: row.kind) }
    flushLedger(on: &platform)
    forgetDual(on: &platform)
    prefetch.cancel(on: &platform)
    if hasSchedules { platform.storeSnapshot() }
    return .reply([:])
  }

  /// Call 5: what is scheduled, what was shown and what was not.
  mutating func notificationStatus(on platform: inout Family.System) -> JSONValue {
    let rows = platform.scheduleRows.filter(\.isEnabled)
    let isAllowed = platform.authorization.allowsNotifications
    let next = isAllowed ? delivery.nextTime(of: nil, nil, ledger, on: platform) : nil
    let daily = rows.filter { $0.decodedKind == .daily }
    let settings = daily.min { ($0.triggerTime, $0.id) < ($1.triggerTime, $1.id) }
    return [
      "isEnabled": .bool(isAllowed),
      "isScheduled": .bool(next != nil),
      "lastNotificationTime": JSONValue(
        integerOrNull: platform.historyRows.last?.deliveredAt),
      "nextNotificationTime": JSONValue(integerOrNull: next),
      "pending": .integer(Int64(delivery.armedCount(on: platform))),
      "missed": .integer(Int64(platform.telemetry.missed(.certain))),
      "unaccounted": .integer(Int64(platform.telemetry.missed(.unknown))),
      "skipped": skippedValues(on: &platform),
      "settings": settings.map(settingsValue) ?? .null,
      "error": standingProblem(rows, on: &platform).map(JSONValue.string) ?? .null,
    ]
  }

  private func settingsValue(_ row: ScheduleRow) -> JSONValue {
    var settings: JSONObject = [
      "id": .string(row.id),
      "time": .string(row.time),
      "timezone": row.givenTimezone.map(JSONValue.string) ?? .null,
      "title": .string(row.title),
      "body": .string(row.body),
      "sound": .bool(row.isSoundEnabled),
      "vibration": .bool(row.isVibrationEnabled),
      "priority": .string(row.priority),
    ]
    if let rollover = row.rollover {
      settings["rolloverIntervalMinutes"] = .integer(rollover.minutes)
    }
    return .object(settings)
  }

  /// What keeps the schedules from working now: permissions, settings or refused background work.
  mutating func standingProblem(
    _ rows: [ScheduleRow], on platform: inout Family.System
  ) -> String? {
    guard !rows.isEmpty else { return nil }
    if !platform.authorization.allowsNotifications {
      return Rejection.Kind.notificationsDenied.rawValue
    }
    if let obstacle = delivery.obstacle(to: rows, on: platform) { return obstacle.rawValue }
    return isFetchLacking(on: &platform) ? PrefetchPlan.refusedWarning : nil
  }

  /// Whether something is to be fetched for which no work is pending, and no fetch runs.
  private mutating func isFetchLacking(on platform: inout Family.System) -> Bool {
    for scope in Family.Work.division.scopes {
      guard prefetch.work.pendingBeginDate(scope, on: platform) == nil,
        !prefetch.isFetching(scope)
      else { continue }
      if demand(on: &platform).next(scope, on: platform) != nil { return true }
    }
    return false
  }

  /// Call 7: what the person and the system allow.
  func permissionStatus(on platform: Family.System) -> JSONValue {
    let channel = Family.Settings.channel(ScheduleKind.defaultChannel, on: platform)
    return [
      "notifications": .string(platform.authorization.replyWord),
      "exactAlarm": .bool(Family.Settings.reportedExactAlarm(on: platform)),
      "backgroundRefresh": .string(Family.Settings.backgroundRefresh(on: platform)),
      "channel": .bool(channel.isEnabled),
    ]
  }

  /// Call 8: shows the permission dialog, unless the person's answer is final.
  func requestPermissions(on platform: inout Family.System) -> CallOutcome {
    let status = platform.authorization
    let isOpen = status == .notDetermined || status == .denied && platform.asksAfterDenial
    if isOpen, !isTellingAnswer {
      platform.requestAuthorization()
      return .waiting(.authorization)
    }
    platform.log(.permissionsRequested(answer: status.replyWord))
    return .reply([
      "granted": .bool(status.allowsNotifications),
      "notifications": .string(status.replyWord),
    ])
  }

  /// Call 9: whether a channel shows notifications.
  func channelStatus(
    _ options: JSONObject, on platform: Family.System
  ) throws(Rejection) -> JSONValue {
    let reader = OptionReader(options, of: .isChannelEnabled)
    let identifier = try reader.required("channelId", reader.text)
    let channel = Family.Settings.channel(identifier, on: platform)
    return [
      "enabled": .bool(channel.isEnabled),
      "channelId": .string(identifier),
      "importance": .integer(channel.importance),
    ]
  }

  /// Call 10: opens the page of a channel.
  mutating func openChannelSettings(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> JSONValue {
    _ = try OptionReader(options, of: .openChannelSettings).text("channelId")
    return openSettings(.channel, on: &platform)
  }
}
