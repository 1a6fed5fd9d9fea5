/// The battery: how full it is and whether it is being charged.
public struct BatteryState: Hashable, Sendable {
  /// How full it is, in percent from 0 to 100.
  public var level: Int
  /// Whether the phone is on power.
  public var isCharging: Bool

  /// Makes a state of the battery.
  public init(level: Int, isCharging: Bool) {
    self.level = level
    self.isCharging = isCharging
  }

  /// Apple's word for the state: unplugged, charging or full.
  ///
  /// Source: Apple, UIDevice.BatteryState.
  public var powerState: String {
    guard isCharging else { return "unplugged" }
    return level == 100 ? "full" : "charging"
  }
}

/// A page of the Settings app that the plugin can open.
public enum SettingsPage: String, Hashable, Sendable, CaseIterable {
  /// The app's own page, with its notifications.
  case app
  /// The list of Background App Refresh.
  case backgroundRefresh
}
