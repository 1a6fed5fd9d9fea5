import JSONText
import PlainText

/// The plugin's methods, in the order of the contract; the raw value is the name on the wire.
///
/// A new method is a case and a line of `Plugin.outcome` in this file, a row of `CallDeclaration`
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
  case skipNext
  case undoSkip

  /// The number of the method in the contract, from 1.
  public var number: Int {
    (PluginMethod.allCases.firstIndex(of: self) ?? 0) + 1
  }

  private var declaration: CallDeclaration { CallDeclaration.all[number - 1] }

  /// What it does or is answered with, in a sentence.
  public var summary: String { declaration.summary }

  /// The options that the method knows; others are ignored with one warning.
  public var options: [CallOption] { declaration.options }

  /// The keys of its options.
  public var optionKeys: [String] { options.map(\.name) }

  /// What the method knows in an option that is an object; nil for any other option.
  ///
  /// - Parameter path: The option's name, after those of the options that it stands in.
  public func options(in path: [String]) -> [CallOption]? {
    var options = options
    for name in path {
      guard let parts = options.first(where: { $0.name == name })?.parts, !parts.isEmpty else {
        return nil
      }
      options = parts
    }
    return options
  }

  /// What a dual configuration has, which older hosts give without `config` around it.
  public static let dualParts = CallDeclaration.dual.map(\.name)

  /// Whether the method arms, changes or cancels schedules.
  var changesSchedules: Bool { declaration.access == .schedules }

  /// Whether the method acts on what earlier calls have armed without asking the person anything.
  var actsOnArmed: Bool {
    [
      .cancelAllNotifications, .cancelDailyReminder, .cancelDualSchedule, .pauseDualSchedule,
      .resumeDualSchedule,
    ].contains(self)
  }

  /// Whether the method reads or writes stored data; before the first unlock it is rejected.
  public var needsStoredData: Bool { declaration.access != .system }

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
    case .skipNext: try skipNext(options, on: &platform)
    case .undoSkip: try undoSkip(options, on: &platform)
    }
  }
}
