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

  /// The word of the plugin's replies: unplugged, charging or full.
  ///
  /// Source: Apple, UIDevice.BatteryState; Android's BatteryManager knows the same three.
  public var powerState: String {
    guard isCharging else { return "unplugged" }
    return level == 100 ? "full" : "charging"
  }
}
