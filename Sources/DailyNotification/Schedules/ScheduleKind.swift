/// What a schedule shows; the raw value is what is stored.
public enum ScheduleKind: String, Hashable, Sendable, CaseIterable {
  /// One notification a day, with fetched content where it arrived in time (call 2).
  case daily = "DAILY"
  /// A static text at a time of day (call 30).
  case reminder = "REMINDER"
  /// A content fetch and a notification, each by a cron expression (calls 34 to 36).
  case dual = "DUAL"

  /// Android's channel for this kind; stored on every platform, for parity.
  public var channelID: String {
    self == .reminder ? "daily_reminders" : ScheduleKind.defaultChannel
  }

  /// The channel of daily notifications.
  static let defaultChannel = "timesafari.daily"
}

/// When a schedule repeats; the raw value is the column `repeat_rule`.
public enum RepeatRule: String, Hashable, Sendable, CaseIterable {
  case none = "NONE"
  case daily = "DAILY"
  case weekly = "WEEKLY"
  case custom = "CUSTOM"
}
