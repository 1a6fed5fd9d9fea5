import JSONText

extension Plugin {
  /// Call 11.
  func batteryStatus(on platform: Family.System) -> JSONValue {
    [
      "level": .integer(Int64(platform.battery.level)),
      "isCharging": .bool(platform.battery.isCharging),
      "powerState": .string(platform.battery.powerState),
      "isOptimizationExempt": .bool(Family.Settings.isOptimizationExempt(on: platform)),
    ]
  }

  /// Call 12: opens the page, or on Android the dialog, that exempts the app, unless it is exempt.
  func requestExemption(on platform: inout Family.System) -> JSONValue {
    let isGranted = Family.Settings.isOptimizationExempt(on: platform)
    let isOpened = !isGranted && Family.Settings.open(.batteryOptimization, on: &platform)
    return [
      "granted": .bool(isGranted),
      "action": isGranted ? .null : isOpened ? "opened_settings" : "open_settings",
    ]
  }

  /// Call 13: the lead widens while power is short, or no longer does.
  mutating func setAdaptiveScheduling(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    var next = configuration
    let reader = OptionReader(options, of: .setAdaptiveScheduling)
    next.isAdaptive = try reader.required("enabled", reader.flag)
    try store(next, on: &platform)
    let before = configuration.effectiveLeadMilliseconds(on: platform)
    refreshConfiguration(on: &platform)
    let lead = configuration.effectiveLeadMilliseconds(on: platform)
    platform.log(.adaptiveSet(isEnabled: next.isAdaptive, leadMinutes: lead / 60_000))
    if lead != before { followLead(on: &platform) }
    return .reply([:])
  }

  /// Call 14.
  func powerState(on platform: Family.System) -> JSONValue {
    [
      "powerState": .string(platform.battery.powerState),
      "isLowPowerMode": .bool(platform.isPowerSavingOn),
      "isOptimizationExempt": .bool(Family.Settings.isOptimizationExempt(on: platform)),
      "backgroundRefreshStatus": .string(Family.Settings.backgroundRefresh(on: platform)),
    ]
  }

  /// Call 17: whether notifications can fire at exact times.
  func exactAlarmStatus(on platform: Family.System) -> JSONValue {
    let isAllowed = Family.Settings.allowsExactAlarms(on: platform)
    return [
      "supported": true,
      "enabled": .bool(isAllowed),
      "canSchedule": .bool(isAllowed),
      "toleranceSeconds": .integer(
        Family.Settings.toleranceMilliseconds(on: platform) / 1000),
    ]
  }

  /// Calls 10 and 19: opens a page of the system's settings.
  mutating func openSettings(
    _ page: SystemPage, on platform: inout Family.System
  ) -> JSONValue {
    let isOpened = Family.Settings.open(page, on: &platform)
    if isOpened { delivery.opened(page) }
    return [
      "opened": .bool(isOpened),
      "target": .string(Family.Settings.address(of: page)),
    ]
  }
}
