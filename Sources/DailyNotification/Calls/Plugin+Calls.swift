import JSONText

extension Plugin {
  /// Runs a method's handler; it changes nothing before it waits.
  mutating func outcome(
    of call: PluginCall, _ method: PluginMethod, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    switch method {
    case .configure: try configure(call.options, on: &platform)
    case .scheduleDailyNotification: try scheduleDaily(call, on: &platform)
    case .getLastNotification: .reply(lastNotification(platform))
    case .cancelAllNotifications: cancelAll(on: &platform)
    case .getNotificationStatus: .reply(notificationStatus(&platform))
    case .updateSettings: try updateSettings(call.options, on: &platform)
    case .checkPermissionStatus: .reply(permissionStatus(platform))
    case .requestNotificationPermissions: requestPermissions(on: &platform)
    case .isChannelEnabled: .reply(try channelStatus(call.options, platform))
    case .openChannelSettings: .reply(try openChannelSettings(call.options, on: &platform))
    case .getBatteryStatus: .reply(batteryStatus(on: platform))
    case .requestBatteryOptimizationExemption: .reply(requestExemption(on: &platform))
    case .setAdaptiveScheduling: try setAdaptiveScheduling(call.options, on: &platform)
    case .getPowerState: .reply(powerState(on: platform))
    case .maintainRollingWindow: maintainWindow(on: &platform)
    case .getRollingWindowStats: .reply(windowStats(on: &platform))
    case .getExactAlarmStatus: .reply(exactAlarmStatus(on: platform))
    case .requestExactAlarmPermission: requestExactAlarm(on: &platform)
    case .openExactAlarmSettings: .reply(openExactAlarmSettings(on: &platform))
    case .getRebootRecoveryStatus: .reply(recoveryStatus(on: &platform))
    default: try laterOutcome(of: call, method, on: &platform)
    }
  }

  /// The handlers of identity, coordination, reminders and the dual schedule.
  private mutating func laterOutcome(
    of call: PluginCall, _ method: PluginMethod, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let options = call.options
    return switch method {
    case .setActiveDidFromHost: try setActiveDID(options, on: &platform)
    case .refreshAuthenticationForNewIdentity: try refreshAuthentication(options, on: &platform)
    case .clearCacheForNewIdentity: clearCache(on: &platform)
    case .updateBackgroundTaskIdentity: try updateTaskIdentity(options, on: &platform)
    case .testJWTGeneration: try testToken(options, on: &platform)
    case .testEndorserAPI: try testEndpoint(call, on: &platform)
    case .coordinateBackgroundTasks: coordinate(on: &platform)
    case .handleAppLifecycleEvent: try handleLifecycle(options, on: &platform)
    case .getCoordinationStatus: .reply(coordinationStatus(on: &platform))
    case .scheduleDailyReminder: try scheduleReminder(options, on: &platform)
    case .cancelDailyReminder: try cancelReminder(options, on: &platform)
    case .getScheduledReminders: .reply(scheduledReminders(on: platform))
    case .updateDailyReminder: try updateReminder(options, on: &platform)
    case .scheduleContentFetch: try scheduleContentFetch(options, on: &platform)
    case .scheduleUserNotification: try scheduleUserNotification(options, on: &platform)
    case .scheduleDualNotification, .updateDualScheduleConfig:
      try scheduleDual(options, method, on: &platform)
    case .getDualScheduleStatus: .reply(dualStatus(on: platform))
    case .cancelDualSchedule: cancelDual(on: &platform)
    case .pauseDualSchedule: try setDualPaused(true, method, on: &platform)
    case .resumeDualSchedule: try setDualPaused(false, method, on: &platform)
    case .configureNativeFetcher: try configureNativeFetcher(options, on: &platform)
    case .updateStarredPlans: try updateStarredPlans(options, on: &platform)
    default: throw .unimplemented(method.rawValue)
    }
  }

  private mutating func configure(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    var next = configuration
    try next.apply(options)
    let count = platform.scheduleRows.count(where: \.isEnabled)
    guard count <= Int(next.maxNotificationsPerDay) else {
      throw .invalid(
        "maxNotificationsPerDay", expected: "at least \(count), the stored schedules",
        got: String(next.maxNotificationsPerDay))
    }
    guard store(.text(next.stored), for: .configuration, on: &platform) else {
      throw .notStored("configuration")
    }
    let isLeadChanged = configuration.leadMilliseconds != next.leadMilliseconds
    let isIdentityChanged = configuration.activeDID != next.activeDID
    refreshConfiguration(on: &platform)
    platform.log(.ready)
    if isIdentityChanged { forgetIdentity(on: &platform) }
    replanStored(on: &platform)
    if isLeadChanged { askAgain(on: &platform) }
    return .reply([:])
  }

  private func lastNotification(_ platform: some Platform) -> JSONValue {
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

  private mutating func cancelAll(on platform: inout some Platform) -> CallOutcome {
    let hasSchedules = !platform.scheduleRows.isEmpty
    for row in platform.scheduleRows { platform.removeSchedule(row.id, kind: row.kind) }
    forgetDual(on: &platform)
    removeAllRequests(on: &platform)
    cancelPrefetch(on: &platform)
    if hasSchedules { saveSnapshot(on: &platform) }
    return .reply([:])
  }

  private func permissionStatus(_ platform: some Platform) -> JSONValue {
    let status = platform.authorization
    return [
      "notifications": .string(status.replyWord),
      // iOS has no exact-alarm permission; nothing stands in the way of a calendar trigger.
      "exactAlarm": true,
      "backgroundRefresh": .string(platform.backgroundRefresh.rawValue),
      "channel": .bool(status.allowsNotifications),
    ]
  }

  private func requestPermissions(on platform: inout some Platform) -> CallOutcome {
    let status = platform.authorization
    guard status != .notDetermined else {
      platform.requestAuthorization()
      return .waiting(.authorization)
    }
    platform.log(.permissionsRequested(answer: status.replyWord))
    return .reply([
      "granted": .bool(status.allowsNotifications),
      "notifications": .string(status.replyWord),
    ])
  }

  private func channelStatus(
    _ options: JSONObject, _ platform: some Platform
  ) throws(Rejection) -> JSONValue {
    let channel = try OptionReader(options).text("channelId") ?? Plugin.defaultChannel
    let isEnabled = platform.authorization.allowsNotifications
    return [
      "enabled": .bool(isEnabled),
      "channelId": .string(channel),
      "importance": .integer(isEnabled ? Plugin.importanceHigh : 0),
    ]
  }

  private func openChannelSettings(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> JSONValue {
    _ = try OptionReader(options).text("channelId")
    return ["opened": .bool(platform.openSettings(.app)), "target": .string(Plugin.settingsTarget)]
  }

  /// The channel of daily notifications; iOS has none and answers for the whole app.
  static let defaultChannel = "timesafari.daily"
  /// Android's IMPORTANCE_HIGH, the importance that the channel is created with.
  static let importanceHigh: Int64 = 4
}
