/// What is answered about permissions and settings that not every system has.
///
/// Channels and exact alarms come from Android, background refresh from iOS; the calls exist on
/// both, so that each platform answers for what it lacks with its nearest relative.
public protocol SystemSettings: Sendable {
  /// What the plugin runs on.
  associatedtype System: Platform

  /// Whether a channel shows notifications, and how prominently (Android's importance, 0 to 4).
  static func channel(
    _ identifier: String, on platform: System
  ) -> (isEnabled: Bool, importance: Int64)
  /// The options of a schedule's presentation that the system overrules: `sound`, `vibration`,
  /// `priority`.
  static func overruled(_ row: ScheduleRow, on platform: System) -> [String]
  /// Whether notifications may fire at exact times.
  static func allowsExactAlarms(on platform: System) -> Bool
  /// How late a notification may be that is in time, in milliseconds.
  static func toleranceMilliseconds(on platform: System) -> Int64
  /// The permission for exact times as `checkPermissionStatus` reports it.
  static func reportedExactAlarm(on platform: System) -> Bool
  /// Whether the system leaves this app's background work alone.
  static func isOptimizationExempt(on platform: System) -> Bool
  /// The word for whether background work is allowed.
  static func backgroundRefresh(on platform: System) -> String
  /// Opens the page on which the person decides; false when that is not possible.
  static func open(_ page: SystemPage, on platform: inout System) -> Bool
  /// The address of a page, for the host.
  static func address(of page: SystemPage) -> String
}

extension SystemSettings {
  public static func overruled(_ row: ScheduleRow, on platform: System) -> [String] { [] }

  public static func toleranceMilliseconds(on platform: System) -> Int64 {
    AccountingLimits.toleranceMilliseconds
  }
}

/// A page on which the person decides what the app may do.
public enum SystemPage: Hashable, Sendable, CaseIterable {
  case channel
  case exactAlarms
  case batteryOptimization
}
