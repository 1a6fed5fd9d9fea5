/// How the lead of a prefetch follows the battery.
enum AdaptiveLead {
  /// At or below this level, in percent, an unplugged battery counts as low.
  static let lowBatteryLevel = 20
  /// By how much the lead widens while power is short and scheduling is adaptive.
  ///
  /// An assumption: the system postpones background work then, so it is submitted for earlier.
  static let factor: Int64 = 3

  /// Whether the system is likely to postpone background work.
  static func isPowerShort(on platform: some PowerAccess) -> Bool {
    let battery = platform.battery
    return platform.isPowerSavingOn
      || battery.level <= lowBatteryLevel && !battery.isCharging
  }
}

extension PluginConfiguration {
  /// The lead while power is short, in milliseconds: threefold, but no longer than `ttlSeconds`.
  var widenedLeadMilliseconds: Int64 {
    max(leadMilliseconds, min(leadMilliseconds * AdaptiveLead.factor, ttlSeconds * 1000))
  }

  /// How long before its notification a prefetch is due now, in milliseconds.
  func effectiveLeadMilliseconds(on platform: some PowerAccess) -> Int64 {
    guard isAdaptive, AdaptiveLead.isPowerShort(on: platform) else { return leadMilliseconds }
    return widenedLeadMilliseconds
  }
}
