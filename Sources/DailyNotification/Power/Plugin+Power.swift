import JSONText

extension Plugin {
  /// At or below this level, in percent, an unplugged battery counts as low.
  static let lowBatteryLevel = 20
  /// By how much the lead widens while power is short and scheduling is adaptive.
  ///
  /// An assumption: the system postpones tasks then, so they are asked for earlier.
  static let adaptiveFactor: Int64 = 3

  /// How long before its notification a prefetch is due, in milliseconds.
  func leadMilliseconds(on platform: some Platform) -> Int64 {
    guard configuration.isAdaptive, isPowerShort(on: platform) else {
      return configuration.leadMilliseconds
    }
    return configuration.leadMilliseconds * Plugin.adaptiveFactor
  }

  private func isPowerShort(on platform: some Platform) -> Bool {
    let battery = platform.battery
    return platform.isLowPowerModeOn
      || battery.level <= Plugin.lowBatteryLevel && !battery.isCharging
  }

  /// Call 11: iOS has no exemption of its own; Background App Refresh stands for it.
  func batteryStatus(on platform: some Platform) -> JSONValue {
    [
      "level": .integer(Int64(platform.battery.level)),
      "isCharging": .bool(platform.battery.isCharging),
      "powerState": .string(platform.battery.powerState),
      "isOptimizationExempt": .bool(platform.backgroundRefresh == .available),
    ]
  }

  /// Call 12: to Background App Refresh, unless it is on.
  func requestExemption(on platform: inout some Platform) -> JSONValue {
    let isGranted = platform.backgroundRefresh == .available
    let isOpened = !isGranted && platform.openSettings(.backgroundRefresh)
    return [
      "granted": .bool(isGranted),
      "action": isGranted ? .null : isOpened ? "opened_settings" : "open_settings",
    ]
  }

  /// Call 13: the lead widens while power is short, or no longer does.
  mutating func setAdaptiveScheduling(
    _ options: JSONObject, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    var next = configuration
    next.isAdaptive = try OptionReader(options).requiredFlag("enabled")
    guard store(.text(next.stored), for: .configuration, on: &platform) else {
      throw .notStored("configuration")
    }
    let before = leadMilliseconds(on: platform)
    refreshConfiguration(on: &platform)
    let lead = leadMilliseconds(on: platform)
    platform.log(.adaptiveSet(isEnabled: next.isAdaptive, leadMinutes: lead / 60_000))
    if lead != before { askAgain(on: &platform) }
    return .reply([:])
  }

  /// Call 14.
  func powerState(on platform: some Platform) -> JSONValue {
    [
      "powerState": .string(platform.battery.powerState),
      "isLowPowerMode": .bool(platform.isLowPowerModeOn),
      "isOptimizationExempt": .bool(platform.backgroundRefresh == .available),
      "backgroundRefreshStatus": .string(platform.backgroundRefresh.rawValue),
    ]
  }

  /// Call 17: calendar triggers need no permission of their own, only the one to notify.
  func exactAlarmStatus(on platform: some Platform) -> JSONValue {
    let isAllowed = platform.authorization.allowsNotifications
    return [
      "supported": true,
      "enabled": .bool(isAllowed),
      "canSchedule": .bool(isAllowed),
      "toleranceSeconds": .integer(Plugin.toleranceMilliseconds / 1000),
    ]
  }

  /// Call 18: on iOS this is the permission to notify.
  func requestExactAlarm(on platform: inout some Platform) -> CallOutcome {
    let status = platform.authorization
    guard status != .notDetermined else {
      platform.requestAuthorization()
      return .waiting(.authorization)
    }
    let isAllowed = status.allowsNotifications
    let isOpened = !isAllowed && platform.openSettings(.app)
    return .reply([
      "granted": .bool(isAllowed),
      "action": isAllowed ? .null : isOpened ? "opened_settings" : "permission_denied",
    ])
  }

  /// Call 19.
  func openExactAlarmSettings(on platform: inout some Platform) -> JSONValue {
    ["opened": .bool(platform.openSettings(.app)), "target": .string(Plugin.settingsTarget)]
  }

  /// The address of the app's page in Settings.
  static let settingsTarget = "app-settings:"
}
