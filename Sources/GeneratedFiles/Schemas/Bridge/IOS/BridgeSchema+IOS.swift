import DeviceModel

extension BridgeSchema {
  /// The switches that only an iPhone has, and whether a Focus is on.
  static let iPhone = Schema.object(
    Properties(
      NotificationSettings.Switch.allCases.map { ($0.rawValue, .boolean) }
        + [("focus", .boolean)]))
}
