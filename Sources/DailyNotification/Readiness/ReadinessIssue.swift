/// What keeps notifications from being shown, or from having fresh content.
package enum ReadinessIssue: String, Hashable, Sendable, CaseIterable {
  case notificationsNotAsked = "notifications_not_asked"
  case notificationsDenied = "notifications_denied"
  case channelDisabled = "channel_disabled"
  case exactAlarmPermissionRequired = "exact_alarm_permission_required"
  case noSchedule = "no_schedule"
  case nothingArmed = "nothing_armed"
  /// The dual schedule's notification is armed only after its fetch (choice `dualMode: chained`).
  case awaitingFetch = "awaiting_fetch"
  /// The latest answer had no rows, and nothing is shown for it (choice `emptyResult: skip`).
  case nothingNew = "nothing_new"
  /// The host has to register a fetcher, and has not in this process (choice `nativeFetcher`).
  case noNativeFetcher = "no_native_fetcher"
  case backgroundRefreshDisabled = "background_refresh_disabled"
  case taskSchedulingFailed = "task_scheduling_failed"
  case batteryOptimization = "battery_optimization"
  case powerSaving = "power_saving"

  /// Whether no notification is shown because of it; otherwise one may have the default text.
  package var isBlocking: Bool { row.isBlocking }
  /// What a person or the host can do.
  package var remedy: String { row.remedy }
  /// The call that helps; nil where none does.
  package var call: PluginMethod? { row.call }

  private var row: (isBlocking: Bool, remedy: String, call: PluginMethod?) {
    switch self {
    case .notificationsNotAsked:
      (true, "ask the person for the permission", .requestNotificationPermissions)
    case .notificationsDenied:
      (true, "allow notifications for this app in Settings", .openChannelSettings)
    case .channelDisabled:
      (true, "allow the channel in the app's notification settings", .openChannelSettings)
    case .exactAlarmPermissionRequired:
      (true, "allow 'Alarms & reminders' for this app in Settings", .requestExactAlarmPermission)
    case .noSchedule: (true, "schedule a notification", .scheduleDailyNotification)
    case .nothingArmed: (true, "arm the stored schedules again", .maintainRollingWindow)
    case .awaitingFetch:
      (false, "wait for the fetch: the notification is armed once that has ended", nil)
    case .nothingNew: (false, "wait for news: an answer without rows shows nothing", nil)
    case .noNativeFetcher:
      (false, "register the host's native fetcher whenever the app starts", nil)
    case .backgroundRefreshDisabled:
      (false, "turn Background App Refresh on", .requestBatteryOptimizationExemption)
    case .taskSchedulingFailed:
      (false, "open the app: content is fetched and work submitted then", nil)
    case .batteryOptimization:
      (
        false, "exempt the app from battery optimization, or expect fetches to be late",
        .requestBatteryOptimizationExemption
      )
    case .powerSaving: (false, "turn power saving off, or expect no fetch in the background", nil)
    }
  }
}
