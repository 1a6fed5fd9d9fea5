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

  /// The number of the method in the contract, from 1.
  public var number: Int {
    (PluginMethod.allCases.firstIndex(of: self) ?? 0) + 1
  }

  /// Whether the method arms, changes or cancels schedules.
  var changesSchedules: Bool {
    switch self {
    case .scheduleDailyNotification, .cancelAllNotifications, .updateSettings: true
    case .configure, .getLastNotification, .getNotificationStatus, .checkPermissionStatus,
      .requestNotificationPermissions, .isChannelEnabled, .openChannelSettings:
      false
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
    case .getLastNotification, .cancelAllNotifications, .getNotificationStatus,
      .checkPermissionStatus, .requestNotificationPermissions:
      []
    }
  }
}

/// The contract's methods that are not built yet; calling one is rejected with `unimplemented`.
public enum PlannedMethod {
  /// Their names, in the order of the contract (11 to 43).
  public static let names: [String] = [
    "getBatteryStatus", "requestBatteryOptimizationExemption", "setAdaptiveScheduling",
    "getPowerState", "maintainRollingWindow", "getRollingWindowStats", "getExactAlarmStatus",
    "requestExactAlarmPermission", "openExactAlarmSettings", "getRebootRecoveryStatus",
    "setActiveDidFromHost", "refreshAuthenticationForNewIdentity", "clearCacheForNewIdentity",
    "updateBackgroundTaskIdentity", "testJWTGeneration", "testEndorserAPI",
    "coordinateBackgroundTasks", "handleAppLifecycleEvent", "getCoordinationStatus",
    "scheduleDailyReminder", "cancelDailyReminder", "getScheduledReminders",
    "updateDailyReminder", "scheduleContentFetch", "scheduleUserNotification",
    "scheduleDualNotification", "getDualScheduleStatus", "updateDualScheduleConfig",
    "cancelDualSchedule", "pauseDualSchedule", "resumeDualSchedule", "configureNativeFetcher",
    "updateStarredPlans",
  ]
}
