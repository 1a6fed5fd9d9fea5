/// The channels of the plugin's notifications.
enum AndroidChannels {
  /// What is created: daily and dual notifications prominently, reminders as usual.
  ///
  /// Source: Android, NotificationManager.IMPORTANCE_HIGH and IMPORTANCE_DEFAULT.
  static let all = [
    ChannelRequest(
      identifier: ScheduleKind.defaultChannel, name: "Daily Notifications", importance: 4),
    ChannelRequest(
      identifier: ScheduleKind.reminder.channelID, name: "Daily Reminders", importance: 3),
  ]

  /// Whether the person has blocked a channel; one that does not exist yet is none.
  static func isBlocked(_ identifier: String, on platform: some ChannelAccess) -> Bool {
    platform.channel(identifier).map { $0.importance == 0 } ?? false
  }
}
