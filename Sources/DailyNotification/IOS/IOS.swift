/// The plugin on iOS: requests in a window of 64, and one refresh task.
public enum IOS<System: IOSPlatform>: PlatformFamily {
  public typealias Delivery = RequestWindow<System>
  public typealias Work = RefreshTask<System>
  public typealias Settings = IOSSettings<System>

  public static var name: String { "ios" }
}

/// What iOS answers about channels, exact alarms and battery exemptions, which it lacks.
///
/// The permission to notify stands for channels and exact alarms, Background App Refresh for the
/// exemption.
public enum IOSSettings<System: IOSPlatform>: SystemSettings {
  public static func channel(
    _ identifier: String, on platform: System
  ) -> (isEnabled: Bool, importance: Int64) {
    let isEnabled = platform.authorization.allowsNotifications
    // Android's IMPORTANCE_HIGH, the importance that the channel is created with.
    return (isEnabled, isEnabled ? 4 : 0)
  }

  /// Calendar triggers need no permission of their own, only the one to notify.
  public static func allowsExactAlarms(on platform: System) -> Bool {
    platform.authorization.allowsNotifications
  }

  /// There is no such permission, so nothing stands in the way.
  public static func reportedExactAlarm(on platform: System) -> Bool { true }

  public static func isOptimizationExempt(on platform: System) -> Bool {
    platform.backgroundRefresh == .available
  }

  public static func backgroundRefresh(on platform: System) -> String {
    platform.backgroundRefresh.rawValue
  }

  public static func open(_ page: SystemPage, on platform: inout System) -> Bool {
    switch page {
    case .channel, .exactAlarms: platform.openSettings(.app)
    case .batteryOptimization: platform.openSettings(.backgroundRefresh)
    }
  }

  public static func address(of page: SystemPage) -> String { "app-settings:" }
}
