import DailyNotification
import DeviceModel
import History

/// What a person sees after the app has opened a page of the system's settings.
enum SettingsScreen: Hashable, Sendable {
  /// The app's own page, on an iPhone.
  case app
  case backgroundRefresh
  /// On Android, all notifications of the app.
  case notifications
  /// On Android, a channel.
  case channel
  /// On Android, "Alarms & reminders".
  case exactAlarms

  /// What the page is about, in a few words.
  var title: String {
    switch self {
    case .app: "Settings: Daily Notification Test"
    case .backgroundRefresh: "Settings: Background App Refresh"
    case .notifications: "Settings: notifications"
    case .channel: "Settings: notification category"
    case .exactAlarms: "Settings: Alarms & reminders"
    }
  }

  /// The rows of the page: what is set, and the command that sets it otherwise.
  func rows(_ os: OperatingSystem) -> [String] {
    let isAllowed = os.authorization.allowsNotifications
    let notifications = SettingsScreen.switchRow(
      "Notifications", isAllowed, "setPermission", on: "granted", off: "denied")
    switch self {
    case .app: return [notifications]
    case .backgroundRefresh:
      return [
        SettingsScreen.switchRow(
          "Background App Refresh", os.backgroundRefresh == .available, "setBackgroundRefresh",
          on: "available", off: "denied")
      ]
    case .notifications, .channel:
      return [notifications]
        + os.android.channels.channels.flatMap { channel -> [String] in
          let isOn = channel.importance > 0
          return [
            "\(channel.identifier) \(ChannelWord.word(of: channel.importance))",
            ":setChannel \(channel.identifier) \(isOn ? "none" : "high")",
          ]
        }
    case .exactAlarms:
      return [
        SettingsScreen.switchRow(
          "Allowed", os.android.exactAlarms.isGranted, "setExactAlarm", on: "granted", off: "denied"
        )
      ]
    }
  }

  private static func switchRow(
    _ label: String, _ isOn: Bool, _ verb: String, on: String, off: String
  ) -> String {
    "\(label) \(isOn ? "on" : "off") :\(verb) \(isOn ? off : on)"
  }

  /// What leaves the page.
  static let wayBack = ":foreground goes back to the app"
}

extension SettingsScreen {
  /// The page that the app has opened.
  init(_ opened: SettingsOpened) {
    switch opened {
    case .ios(.app): self = .app
    case .ios(.backgroundRefresh): self = .backgroundRefresh
    case .android(.appNotifications): self = .notifications
    case .android(.channel): self = .channel
    case .android(.exactAlarms): self = .exactAlarms
    }
  }
}
