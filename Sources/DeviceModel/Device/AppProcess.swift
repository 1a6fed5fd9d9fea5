public import DailyNotification

/// The app's memory; it is gone when the process ends.
public struct AppProcess: Sendable {
  /// The plugin as loaded in this process.
  public var plugin = Plugin()

  init() {}

  mutating func run(
    _ body: (inout Plugin, inout OperatingSystem) -> Void, on os: inout OperatingSystem
  ) {
    body(&plugin, &os)
  }
}
