import JSONText

/// What Android answers about channels, exact alarms and battery optimization.
public enum AndroidSettings<System: AndroidPlatform>: SystemSettings {
  public static func channel(
    _ identifier: String, on platform: System
  ) -> (isEnabled: Bool, importance: Int64) {
    let importance = platform.channel(identifier)?.importance ?? 0
    return (platform.authorization.allowsNotifications && importance > 0, importance)
  }

  /// A channel decides all of it, as the person left it.
  ///
  /// Source: Android 8, NotificationChannel: the notification's own priority, sound and vibration
  /// are ignored.
  public static func overruled(_ row: ScheduleRow, on platform: System) -> [String] {
    guard let channel = platform.channel(row.channelID) else { return [] }
    let isHeard = channel.importance >= 3
    let rank = NotificationPriority(rawValue: row.priority)?.importance
    let differences = [
      ("sound", row.isSoundEnabled != (isHeard && channel.hasSound)),
      ("vibration", row.isVibrationEnabled != (isHeard && channel.vibrates)),
      ("priority", rank != channel.importance),
    ]
    return differences.filter(\.1).map(\.0)
  }

  public static func allowsExactAlarms(on platform: System) -> Bool {
    platform.canScheduleExactAlarms
  }

  /// What is not exact may fire an hour late; an exact alarm fires at its time.
  public static func toleranceMilliseconds(on platform: System) -> Int64 {
    let isExact = platform.exactAlarmCall.isExact && platform.canScheduleExactAlarms
    return isExact ? 0 : AlarmLimits.inexactMilliseconds
  }

  public static func reportedExactAlarm(on platform: System) -> Bool {
    platform.canScheduleExactAlarms
  }

  public static func isOptimizationExempt(on platform: System) -> Bool {
    platform.isBatteryExempt
  }

  /// There is no such switch; what holds work back is Doze and the standby bucket.
  public static func backgroundRefresh(on platform: System) -> String { "available" }

  public static func open(_ page: SystemPage, on platform: inout System) -> Bool {
    switch page {
    case .channel: platform.openSettings(.channel)
    case .exactAlarms: platform.openSettings(.exactAlarms)
    case .batteryOptimization: platform.requestBatteryExemption()
    }
  }

  /// Source: Android, android.provider.Settings: the actions of its pages and dialogs.
  public static func address(of page: SystemPage) -> String {
    switch page {
    case .channel: "android.settings.CHANNEL_NOTIFICATION_SETTINGS"
    case .exactAlarms: "android.settings.REQUEST_SCHEDULE_EXACT_ALARM"
    case .batteryOptimization: "android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS"
    }
  }
}

extension Rejection {
  /// The permission for exact alarms is missing; `isOpened`: its page was opened, and the app has
  /// not come back from it.
  static func exactAlarmPermissionRequired(isOpened: Bool) -> Rejection {
    Rejection(
      .exactAlarmPermissionRequired, exactAlarmMessage,
      action: isOpened ? "opened_settings" : "permission_denied")
  }

  /// What hosts show when the permission for exact alarms is missing.
  package static let exactAlarmMessage =
    "Exact alarm permission required. "
    + "Please grant 'Alarms & reminders' permission in Settings, then try again."

  /// The person has blocked a channel.
  static func channelDisabled(_ identifier: String) -> Rejection {
    Rejection(
      .channelDisabled,
      "The channel '\(identifier)' is blocked; allow it in the app's notification settings, "
        + "then try again",
      data: ["channelId": .string(identifier)])
  }
}

extension NotificationPriority {
  /// The importance of a channel that treats its notifications so, 1 min to 4 high.
  ///
  /// Source: Android, NotificationCompat priorities and NotificationManager importances.
  fileprivate var importance: Int64 {
    switch self {
    case .min: 1
    case .low: 2
    case .default, .normal: 3
    case .high, .max: 4
    }
  }
}
