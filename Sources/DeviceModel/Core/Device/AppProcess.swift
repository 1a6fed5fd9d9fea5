public import DailyNotification

/// The app's memory; it is gone when the process ends.
public struct AppProcess: Sendable {
  /// The plugin as loaded in this process.
  public var plugin = DevicePlugin()

  init() {}

  mutating func run(
    _ body: (inout DevicePlugin, inout OperatingSystem) -> Void, on os: inout OperatingSystem
  ) {
    body(&plugin, &os)
  }
}

extension OperatingSystem {
  /// The word for the platform: ios.
  public static var platformName: String { IOS<OperatingSystem>.name }
}
