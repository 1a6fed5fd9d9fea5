import JSONText
import PlainText

/// The plugin's methods, in the order of the contract; the raw value is the name on the wire.
///
/// A new method is a case, a row of `declaration` and a line of `Plugin.outcome`, all in this file,
/// and a handler in the folder of its feature.
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
  case checkStatus
  case isAlarmScheduled
  case getNextAlarmTime
  case getContentCache
  case clearContentCache
  case getContentHistory
  case getLatestContentCache
  case getStarredPlans
  case getSchedules
  case createSchedule
  case registerCallback
  case unregisterCallback
  case getRegisteredCallbacks
  case requestPermissions

  /// The number of the method in the contract, from 1.
  public var number: Int {
    (PluginMethod.allCases.firstIndex(of: self) ?? 0) + 1
  }

  /// Whether the method arms, changes or cancels schedules.
  var changesSchedules: Bool { declaration.access == .schedules }

  /// The option keys that the method knows; others are ignored with one warning.
  public var optionKeys: [String] { declaration.optionKeys }

  /// The keys that the method knows in an option that is an object; nil for any other option.
  ///
  /// - Parameter path: The option's name, after those of the options that it stands in.
  public func optionKeys(in path: [String]) -> [String]? {
    guard let name = path.last else { return optionKeys }
    func without(_ method: PluginMethod) -> [String] {
      method.optionKeys.filter { $0 != "config" }
    }
    if self == .scheduleContentFetch || self == .scheduleUserNotification {
      return path == ["config"] ? without(self) : nil
    }
    guard self == .scheduleDualNotification || self == .updateDualScheduleConfig,
      path[0] == "config"
    else { return nil }
    if path.count == 1 { return PluginMethod.dualParts }
    let parts = [
      "contentFetch": without(.scheduleContentFetch),
      "userNotification": without(.scheduleUserNotification),
      "relationship": ["contentTimeout", "fallbackBehavior", "autoLink"],
    ]
    return path.count == 2 ? parts[name] : nil
  }

  /// What a dual configuration has, which older hosts give without `config` around it.
  public static let dualParts = ["contentFetch", "userNotification", "relationship"]

  /// Whether the method reads or writes stored data; before the first unlock it is rejected.
  public var needsStoredData: Bool { declaration.access != .system }

  /// What everybody needs to know of a method.
  private struct Declaration {
    /// What a method works with.
    enum Access {
      /// The system only: permissions, settings, battery.
      case system
      /// Stored data; nothing that is scheduled changes.
      case storedData
      /// The stored schedules, which it arms, changes or cancels.
      case schedules
    }

    var access: Access
    var optionKeys: [String]

    /// A method that asks the system and neither reads nor writes stored data.
    static func system(_ optionKeys: String...) -> Declaration {
      Declaration(access: .system, optionKeys: optionKeys)
    }

    /// A method that reads or writes stored data and changes nothing that is scheduled.
    static func stored(_ optionKeys: String...) -> Declaration {
      Declaration(access: .storedData, optionKeys: optionKeys)
    }

    /// A method that arms, changes or cancels schedules: such calls keep their order.
    static func scheduling(_ optionKeys: String...) -> Declaration {
      Declaration(access: .schedules, optionKeys: optionKeys)
    }
  }

  private var declaration: Declaration {
    switch self {
    case .configure:
      .stored(
        "dbPath", "storage", "ttlSeconds", "prefetchLeadMinutes", "maxNotificationsPerDay",
        "retentionDays", "permissionPolicy", "apiServer", "activeDid", "enableETagSupport")
    case .scheduleDailyNotification:
      .scheduling(
        "id", "time", "title", "body", "url", "sound", "vibration", "priority", "timezone",
        "rolloverIntervalMinutes")
    case .getLastNotification: .stored()
    case .cancelAllNotifications: .scheduling()
    case .getNotificationStatus: .stored()
    case .updateSettings:
      .scheduling(
        "id", "time", "sound", "vibration", "priority", "timezone", "title", "body",
        "rolloverIntervalMinutes")
    case .checkPermissionStatus: .system()
    case .requestNotificationPermissions: .system()
    case .isChannelEnabled: .system("channelId")
    case .openChannelSettings: .system("channelId")
    case .getBatteryStatus: .system()
    case .requestBatteryOptimizationExemption: .system()
    case .setAdaptiveScheduling: .stored("enabled")
    case .getPowerState: .system()
    case .maintainRollingWindow: .stored()
    case .getRollingWindowStats: .stored()
    case .getExactAlarmStatus: .system()
    case .requestExactAlarmPermission: .system()
    case .openExactAlarmSettings: .system()
    case .getRebootRecoveryStatus: .stored()
    case .setActiveDidFromHost: .stored("activeDid")
    case .refreshAuthenticationForNewIdentity: .stored("activeDid")
    case .clearCacheForNewIdentity: .stored()
    case .updateBackgroundTaskIdentity: .stored("activeDid")
    case .testJWTGeneration: .stored("activeDid")
    case .testEndorserAPI: .stored("activeDid", "apiServer")
    case .coordinateBackgroundTasks: .stored()
    case .handleAppLifecycleEvent: .stored("lifecycleEvent")
    case .getCoordinationStatus: .stored()
    case .scheduleDailyReminder:
      .scheduling(
        "id", "title", "body", "time", "sound", "vibration", "priority", "repeatDaily", "timezone")
    case .cancelDailyReminder: .scheduling("reminderId")
    case .getScheduledReminders: .stored()
    case .updateDailyReminder:
      .scheduling(
        "id", "title", "body", "time", "sound", "vibration", "priority", "repeatDaily", "timezone")
    case .scheduleContentFetch:
      .scheduling(
        "config", "enabled", "schedule", "url", "timeoutMs", "retryAttempts", "retryDelayMs")
    case .scheduleUserNotification:
      .scheduling(
        "config", "enabled", "schedule", "title", "body", "sound", "vibration", "priority")
    case .scheduleDualNotification: .scheduling("config")
    case .getDualScheduleStatus: .stored()
    case .updateDualScheduleConfig: .scheduling("config")
    case .cancelDualSchedule: .scheduling()
    case .pauseDualSchedule: .scheduling()
    case .resumeDualSchedule: .scheduling()
    case .configureNativeFetcher: .stored("apiBaseUrl", "activeDid", "jwtToken", "jwtTokens")
    case .updateStarredPlans: .stored("planIds")
    case .checkStatus: .stored()
    case .isAlarmScheduled: .stored("id", "triggerAtMillis")
    case .getNextAlarmTime: .stored()
    case .getContentCache: .stored()
    case .clearContentCache: .stored()
    case .getContentHistory: .stored("limit")
    case .getLatestContentCache: .stored()
    case .getStarredPlans: .stored()
    case .getSchedules: .stored("kind", "enabled")
    case .createSchedule:
      .scheduling(
        "kind", "cron", "clockTime", "id", "enabled", "title", "body", "url", "sound", "vibration",
        "priority", "timezone", "rolloverIntervalMinutes")
    case .registerCallback: .system("id")
    case .unregisterCallback: .system("id")
    case .getRegisteredCallbacks: .system()
    case .requestPermissions: .system()
    }
  }

  /// Whether it is a call of the dual schedule.
  public var isOfDual: Bool {
    [
      .scheduleDualNotification, .getDualScheduleStatus, .updateDualScheduleConfig,
      .cancelDualSchedule, .pauseDualSchedule, .resumeDualSchedule,
    ].contains(self)
  }

  /// The call with the options that the method reads.
  ///
  /// Older hosts wrap the options of call 2 in `options`, and give the dual configuration without
  /// `config` around it.
  func unwrapped(_ call: PluginCall) -> PluginCall {
    let options = call.options
    var inner: JSONObject?
    if self == .scheduleDailyNotification, options["time"] == nil {
      inner = options["options"]?.objectValue
    } else if self == .scheduleDualNotification || self == .updateDualScheduleConfig {
      let isBare =
        options["config"] == nil && PluginMethod.dualParts.contains { options[$0] != nil }
      inner = isBare ? ["config": .object(options)] : nil
    }
    guard let inner else { return call }
    return PluginCall(number: call.number, method: call.method, options: inner)
  }

  /// Logs a call, and once the option keys that its method does not know.
  func log(_ call: PluginCall, on platform: inout some LogAccess) {
    platform.log(.called(method: rawValue))
    let known = optionKeys
    let unknown = call.options.keys.filter { !known.contains($0) }
    if !unknown.isEmpty {
      let keys = unknown.sorted().prefix(8).map { Redaction.text($0.shortened()) }
        .joined(separator: ",")
      platform.log(.unknownOption(method: rawValue, keys: keys))
    }
  }
}

extension Plugin {
  /// Runs a method's handler; it changes nothing before it waits.
  mutating func outcome(
    of call: PluginCall, _ method: PluginMethod, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let options = call.options
    return switch method {
    case .configure: try configure(options, on: &platform)
    case .scheduleDailyNotification: try scheduleDaily(call, on: &platform)
    case .getLastNotification: .reply(lastNotification(on: platform))
    case .cancelAllNotifications: cancelAll(on: &platform)
    case .getNotificationStatus: .reply(notificationStatus(on: &platform))
    case .updateSettings: try updateSettings(options, on: &platform)
    case .checkPermissionStatus: .reply(permissionStatus(on: platform))
    case .requestNotificationPermissions, .requestPermissions:
      requestPermissions(on: &platform)
    case .isChannelEnabled: .reply(try channelStatus(options, on: platform))
    case .openChannelSettings: .reply(try openChannelSettings(options, on: &platform))
    case .getBatteryStatus: .reply(batteryStatus(on: platform))
    case .requestBatteryOptimizationExemption: .reply(requestExemption(on: &platform))
    case .setAdaptiveScheduling: try setAdaptiveScheduling(options, on: &platform)
    case .getPowerState: .reply(powerState(on: platform))
    case .maintainRollingWindow: maintainWindow(on: &platform)
    case .getRollingWindowStats: .reply(windowStats(on: &platform))
    case .getExactAlarmStatus: .reply(exactAlarmStatus(on: platform))
    case .requestExactAlarmPermission: delivery.requestExactTimes(on: &platform)
    case .openExactAlarmSettings: .reply(openSettings(.exactAlarms, on: &platform))
    case .getRebootRecoveryStatus: .reply(recoveryStatus(on: &platform))
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
    case .checkStatus: .reply(readiness(on: &platform))
    case .isAlarmScheduled: .reply(try alarmStatus(options, on: &platform))
    case .getNextAlarmTime: .reply(nextAlarm(on: platform))
    case .getContentCache: .reply(contentCache(on: platform))
    case .clearContentCache: clearContentCache(on: &platform)
    case .getContentHistory: .reply(try contentHistory(options, on: platform))
    case .getLatestContentCache: .reply(latestContent(on: platform))
    case .getStarredPlans: .reply(starredPlans(on: platform))
    case .getSchedules: .reply(try storedSchedules(options, on: &platform))
    case .createSchedule: try createSchedule(call, on: &platform)
    case .registerCallback: try registerCallback(options)
    case .unregisterCallback: try unregisterCallback(options)
    case .getRegisteredCallbacks: .reply(registeredCallbacks())
    }
  }
}
