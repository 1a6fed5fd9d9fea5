import DailyNotification

extension CallSchema {
  /// The words of all rejections that a call can end with.
  static func rejections(of method: PluginMethod) -> [String] {
    let options = method.options.flatMap(withParts)
    var kinds: [Rejection.Kind] = [.unimplemented, .unavailable]
    if method.needsStoredData { kinds.append(.storageFailed) }
    if !options.isEmpty { kinds.append(.invalidParameter) }
    if options.contains(where: \.isRequired) { kinds.append(.missingParameter) }
    if options.contains(where: { $0.kind == .wallTime }) { kinds.append(.invalidTimeFormat) }
    if options.contains(where: { $0.kind == .zone }) { kinds.append(.invalidTimezone) }
    if options.contains(where: { $0.kind == .cron }) { kinds.append(.invalidCronExpression) }
    let words = (kinds + own(method)).map(\.rawValue) + planned(method).map(\.rawValue)
    return words.sorted()
  }

  private static func withParts(_ option: CallOption) -> [CallOption] {
    [option] + option.parts.flatMap(withParts)
  }

  /// What keeps a call from arming a notification.
  private static let arming: [Rejection.Kind] = [
    .notificationsDenied, .exactAlarmPermissionRequired, .channelDisabled, .schedulingFailed,
    .pendingLimitExceeded,
  ]

  /// What a call can be rejected for besides its options, the store and the plugin's state.
  private static func own(_ method: PluginMethod) -> [Rejection.Kind] {
    switch method {
    case .scheduleDailyNotification, .updateSettings, .maintainRollingWindow,
      .scheduleDailyReminder, .scheduleUserNotification:
      arming
    case .updateDailyReminder: arming + [.reminderNotFound]
    case .scheduleDualNotification, .updateDualScheduleConfig: arming + [.notConfigured]
    case .resumeDualSchedule: arming + [.notConfigured, .invalidParameter]
    case .createSchedule:
      arming + [.backgroundRefreshDisabled, .notConfigured, .taskSchedulingFailed]
    case .scheduleContentFetch:
      [
        .notificationsDenied, .backgroundRefreshDisabled, .notConfigured, .taskSchedulingFailed,
      ]
    case .pauseDualSchedule: [.notConfigured, .invalidParameter]
    case .requestExactAlarmPermission: [.exactAlarmPermissionRequired]
    case .refreshAuthenticationForNewIdentity, .testJWTGeneration, .testEndorserAPI:
      [.authenticationFailed, .notConfigured]
    case .cancelDailyReminder: [.reminderNotFound]
    case .configureNativeFetcher: [.notConfigured]
    case .configure, .getLastNotification, .cancelAllNotifications, .getNotificationStatus,
      .checkPermissionStatus, .requestNotificationPermissions, .isChannelEnabled,
      .openChannelSettings, .getBatteryStatus, .requestBatteryOptimizationExemption,
      .setAdaptiveScheduling, .getPowerState, .getRollingWindowStats, .getExactAlarmStatus,
      .openExactAlarmSettings, .getRebootRecoveryStatus, .setActiveDidFromHost,
      .clearCacheForNewIdentity, .updateBackgroundTaskIdentity, .coordinateBackgroundTasks,
      .handleAppLifecycleEvent, .getCoordinationStatus, .getScheduledReminders,
      .getDualScheduleStatus, .cancelDualSchedule, .updateStarredPlans, .checkStatus,
      .isAlarmScheduled, .getNextAlarmTime, .getContentCache, .clearContentCache,
      .getContentHistory, .getLatestContentCache, .getStarredPlans, .getSchedules,
      .registerCallback, .unregisterCallback, .getRegisteredCallbacks, .requestPermissions,
      .skipNext, .undoSkip:
      []
    }
  }

  /// What the contract reserves for a call.
  private static func planned(_ method: PluginMethod) -> [RejectionSchema.Planned] {
    let readers: [PluginMethod] = [
      .getLastNotification, .getNotificationStatus, .updateSettings, .updateDailyReminder,
      .getDualScheduleStatus, .updateDualScheduleConfig, .pauseDualSchedule, .resumeDualSchedule,
    ]
    if readers.contains(method) { return [.storageCorrupted] }
    guard [.refreshAuthenticationForNewIdentity, .testEndorserAPI].contains(method) else {
      return []
    }
    return [.networkFailed, .fetchTimeout, .serverError, .rateLimited, .invalidPayload]
  }
}
