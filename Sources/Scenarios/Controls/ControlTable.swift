import DailyNotification
import JSONText

/// Every button, in the order of the page; scenarios, console and page share this table.
public enum ControlTable {
  /// The rows.
  public static let rows: [Control] =
    firstRows + reminderRows + activityRows + powerRows + identityRows + coordinationRows
    + developerRows

  /// The button with exactly that label or title.
  public static func control(labelled label: String) -> Control? {
    rows.first { $0.label == label || $0.title == label }
  }

  /// The button with that id.
  public static func control(id: String) -> Control? {
    rows.first { $0.id == id }
  }

  /// Whether a label is ambiguous or unclear without its group.
  static func needsGroup(_ label: String) -> Bool {
    ["Update", "Cancel", "List", "Turn On", "Edit Time", "Turn Off", "Status"].contains(label)
  }

  private static let firstRows: [Control] = [
    call("checkPluginStatus", "Check Plugin Status", .plugin, .configure),
    call("checkPermissions", "Check Permissions", .permissions, .checkPermissionStatus),
    call(
      "requestPermissions", "Request Permissions", .permissions, .requestNotificationPermissions),
    call("checkChannelStatus", "Check Channel Status", .channel, .isChannelEnabled),
    call("openChannelSettings", "Open Channel Settings", .channel, .openChannelSettings),
    call(
      "scheduleTestNotification", "Schedule Test Notification", .notifications,
      .scheduleDailyNotification, ["time": "{time}"]),
    call("showLastNotification", "Show Last Notification", .notifications, .getLastNotification),
    call(
      "cancelAllNotifications", "Cancel All Notifications", .notifications,
      .cancelAllNotifications),
    call(
      "getNotificationStatus", "Get Notification Status", .notifications, .getNotificationStatus),
    call("updateSettings", "Update Settings", .notifications, .updateSettings),
  ]

  private static let reminderRows: [Control] = [
    call(
      "scheduleReminder", "Schedule Daily Reminder", .reminders, .scheduleDailyReminder,
      reminder(title: "Daily Reminder", body: "Time for your daily check-in.")),
    call(
      "updateReminder", "Update", .reminders, .updateDailyReminder,
      reminder(title: "Daily Reminder, updated", body: "Time for your daily check-in, again.")),
    call(
      "cancelReminder", "Cancel", .reminders, .cancelDailyReminder,
      ["reminderId": .string(TestData.reminderID)]),
    call("listReminders", "List", .reminders, .getScheduledReminders),
  ]

  private static let activityRows: [Control] = [
    Control(
      id: "turnOnNewActivity", label: "Turn On", group: .newActivity,
      action: .calls([
        Control.Call(method: .configureNativeFetcher, options: TestData.fetcher),
        Control.Call(method: .updateStarredPlans, options: TestData.plans),
        Control.Call(method: .scheduleDualNotification, options: TestData.newActivity),
      ])),
    Control(
      id: "editNewActivityTime", label: "Edit Time", group: .newActivity,
      action: .calls([
        Control.Call(
          method: .updateDualScheduleConfig, options: TestData.newActivity,
          fallback: .scheduleDualNotification)
      ])),
    call("turnOffNewActivity", "Turn Off", .newActivity, .cancelDualSchedule),
    call("newActivityStatus", "Status", .newActivity, .getDualScheduleStatus),
  ]

  private static let powerRows: [Control] = [
    call("rebootRecoveryStatus", "Reboot Recovery Status", .power, .getRebootRecoveryStatus),
    call("batteryStatus", "Battery Status", .power, .getBatteryStatus),
    call("powerState", "Power State", .power, .getPowerState),
    call(
      "batteryExemption", "Battery Exemption", .power, .requestBatteryOptimizationExemption),
    call("exactAlarmStatus", "Exact Alarm Status", .power, .getExactAlarmStatus),
    call("requestExactAlarm", "Request Exact Alarm", .power, .requestExactAlarmPermission),
    call("rollingWindowStats", "Rolling Window Stats", .power, .getRollingWindowStats),
    call("maintainWindow", "Maintain Window", .power, .maintainRollingWindow),
  ]

  private static let identityRows: [Control] = [
    call(
      "setActiveDid", "Set Active DID", .identity, .setActiveDidFromHost, TestData.identity),
    call(
      "refreshAuthentication", "Refresh Authentication", .identity,
      .refreshAuthenticationForNewIdentity, TestData.identity),
    call("testJWT", "Test JWT", .identity, .testJWTGeneration, TestData.identity),
    call(
      "testEndorser", "Test Endorser API", .identity, .testEndorserAPI,
      ["activeDid": .string(TestData.did), "apiServer": .string(TestData.server)]),
    call("clearCache", "Clear Cache", .identity, .clearCacheForNewIdentity),
  ]

  private static let coordinationRows: [Control] = [
    call("coordinateTasks", "Coordinate Tasks", .coordination, .coordinateBackgroundTasks),
    call("coordinationStatus", "Coordination Status", .coordination, .getCoordinationStatus),
  ]

  private static let developerRows: [Control] = [
    verb("simulateTaskLaunch", "Simulate BGTask Now"),
    verb("simulateTaskExpiration", "Simulate Expiration"),
    verb("prefetchOnly", "Prefetch Only"),
    verb("scheduleInMinutes", "Schedule 1-min Notification", id: "scheduleInOneMinute", ["n": 1]),
    verb("scheduleInMinutes", "Schedule in 60 Minutes", ["n": 60]),
    verb("shiftDST", "Simulate DST Shift", id: "simulateDSTShift"),
    verb("timeWarp", "Time Warp +60 Minutes", ["minutes": 60]),
    verb("forceRescheduleAll", "Force Reschedule All"),
    verb("showCachedPayload", "Show Cached Payload"),
    verb("showRawResponse", "Show Raw API Response"),
    verb("showSnapshot", "Show Schedule Snapshot"),
    verb("dumpPrefetchStatus", "Dump Prefetch Status"),
    Control(
      id: "exportResults", label: "Export Test Results", group: .developer,
      action: .exportResults),
  ]

  private static func call(
    _ id: String, _ label: String, _ group: Control.Group, _ method: PluginMethod,
    _ options: JSONObject = [:]
  ) -> Control {
    Control(
      id: id, label: label, group: group,
      action: .calls([Control.Call(method: method, options: options)]))
  }

  private static func verb(
    _ name: String, _ label: String, id: String? = nil, _ parameters: JSONObject = [:]
  ) -> Control {
    Control(
      id: id ?? name, label: label, group: .developer, action: .verb(name, parameters))
  }

  private static func reminder(title: String, body: String) -> JSONObject {
    [
      "id": .string(TestData.reminderID), "title": .string(title), "body": .string(body),
      "time": "{time}",
    ]
  }
}
