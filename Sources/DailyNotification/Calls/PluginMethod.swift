/// The plugin's methods, in the order of the contract; the raw value is the name on the wire.
public enum PluginMethod: String, Hashable, Sendable, CaseIterable {
  case configure
  case scheduleDailyNotification
  case getLastNotification
  case cancelAllNotifications
  case getNotificationStatus
  case updateSettings
  case checkPermissionStatus
  case requestNotificationPermissions
  case isChannelEnabled
  case openChannelSettings
  case getBatteryStatus
  case requestBatteryOptimizationExemption
  case setAdaptiveScheduling
  case getPowerState
  case maintainRollingWindow
  case getRollingWindowStats
  case getExactAlarmStatus
  case requestExactAlarmPermission
  case openExactAlarmSettings
  case getRebootRecoveryStatus
  case setActiveDidFromHost
  case refreshAuthenticationForNewIdentity
  case clearCacheForNewIdentity
  case updateBackgroundTaskIdentity
  case testJWTGeneration
  case testEndorserAPI
  case coordinateBackgroundTasks
  case handleAppLifecycleEvent
  case getCoordinationStatus
  case scheduleDailyReminder
  case cancelDailyReminder
  case getScheduledReminders
  case updateDailyReminder
  case scheduleContentFetch
  case scheduleUserNotification
  case scheduleDualNotification
  case getDualScheduleStatus
  case updateDualScheduleConfig
  case cancelDualSchedule
  case pauseDualSchedule
  case resumeDualSchedule
  case configureNativeFetcher
  case updateStarredPlans

  /// The number of the method in the contract, from 1.
  public var number: Int {
    (PluginMethod.allCases.firstIndex(of: self) ?? 0) + 1
  }

  /// Whether the method arms, changes or cancels schedules.
  var changesSchedules: Bool {
    switch self {
    case .scheduleDailyNotification, .cancelAllNotifications, .updateSettings,
      .scheduleDailyReminder, .cancelDailyReminder, .updateDailyReminder, .scheduleContentFetch,
      .scheduleUserNotification, .scheduleDualNotification, .updateDualScheduleConfig,
      .cancelDualSchedule, .pauseDualSchedule, .resumeDualSchedule:
      true
    default: false
    }
  }

  /// The option keys that the method knows; others are ignored with one warning.
  public var optionKeys: [String] {
    switch self {
    case .configure:
      [
        "dbPath", "storage", "ttlSeconds", "prefetchLeadMinutes", "maxNotificationsPerDay",
        "retentionDays", "permissionPolicy", "apiServer", "activeDid",
      ]
    case .scheduleDailyNotification:
      ["id", "time", "title", "body", "url", "sound", "vibration", "priority", "timezone"]
    case .updateSettings:
      ["id", "time", "sound", "vibration", "priority", "timezone", "title", "body"]
    case .isChannelEnabled, .openChannelSettings: ["channelId"]
    case .setAdaptiveScheduling: ["enabled"]
    case .setActiveDidFromHost, .refreshAuthenticationForNewIdentity,
      .updateBackgroundTaskIdentity, .testJWTGeneration:
      ["activeDid"]
    case .testEndorserAPI: ["activeDid", "apiServer"]
    case .handleAppLifecycleEvent: ["lifecycleEvent"]
    case .scheduleDailyReminder, .updateDailyReminder:
      [
        "id", "title", "body", "time", "sound", "vibration", "priority", "repeatDaily", "timezone",
      ]
    case .cancelDailyReminder: ["reminderId"]
    case .scheduleContentFetch:
      ["config", "enabled", "schedule", "url", "timeoutMs", "retryAttempts", "retryDelayMs"]
    case .scheduleUserNotification:
      ["config", "enabled", "schedule", "title", "body", "sound", "vibration", "priority"]
    case .scheduleDualNotification, .updateDualScheduleConfig: ["config"]
    case .configureNativeFetcher: ["apiBaseUrl", "activeDid", "jwtToken"]
    case .updateStarredPlans: ["planIds"]
    default: []
    }
  }
}
