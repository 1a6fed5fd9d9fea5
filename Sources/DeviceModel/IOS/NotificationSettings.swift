import DailyNotification
import JSONText

/// What the person set for the app's notifications on an iPhone.
///
/// Source: Apple, UNNotificationSettings (alertSetting, soundSetting, badgeSetting,
/// lockScreenSetting, notificationCenterSetting) and "Change notification settings on iPhone".
/// Not modelled: the scheduled summary, time-sensitive and critical notifications, previews,
/// announcements, CarPlay.
public struct NotificationSettings: Hashable, Sendable {
  /// One of the switches on the app's page of the settings.
  public enum Switch: String, Hashable, Sendable, CaseIterable {
    case alert, sound, badge, lockScreen, notificationCenter

    /// What the settings call it.
    public var title: String {
      switch self {
      case .alert: "Banners"
      case .sound: "Sounds"
      case .badge: "Badges"
      case .lockScreen: "Lock screen"
      case .notificationCenter: "Notification Center"
      }
    }
  }

  /// Whether banners are on.
  public var alert = true
  /// Whether sounds are on.
  public var sound = true
  /// Whether the app's icon may have a number.
  public var badge = true
  /// Whether a locked phone shows notifications.
  public var lockScreen = true
  /// Whether Notification Center keeps them.
  public var notificationCenter = true
  /// Whether a Focus is on that lets nothing of the app through.
  ///
  /// Source: Apple, "Set up a Focus on iPhone": silenced notifications go to Notification Center.
  public var isFocusOn = false

  /// How a notification is presented that has come due.
  ///
  /// `isOnScreen`: the app is in front and its delegate has let it pass, with all options.
  /// Source: Apple, UNAuthorizationOptions.provisional: "quietly", in Notification Center's history
  /// only.
  func presentation(
    of content: NotificationContent, _ authorization: AuthorizationStatus, isOnScreen: Bool
  ) -> Presentation {
    var shown = Presentation(decidedBy: isOnScreen ? .delegate : .settings)
    shown.list = notificationCenter
    shown.banner = alert
    shown.lockScreen = lockScreen && !isOnScreen
    shown.sound = sound && content.hasSound
    shown.vibration = shown.sound
    if !content.hasSound, shown.decidedBy == .settings { shown.decidedBy = .notification }
    switch authorization {
    case .provisional:
      // Provisional ones are listed whatever else is set.
      shown.list = true
      return shown.quiet(by: .provisional)
    case .authorized, .ephemeral, .denied, .notDetermined:
      return isFocusOn ? shown.quiet(by: .focus) : shown
    }
  }

  /// The settings as `{alert: true, …, focus: false}`.
  var stateValue: JSONValue {
    var value = JSONObject(Switch.allCases.map { ($0.rawValue, .bool(isOn($0))) })
    value["focus"] = .bool(isFocusOn)
    return .object(value)
  }

  /// Turns some switches on or off.
  mutating func set(_ switches: [Switch: Bool]) {
    for name in Switch.allCases {
      if let isOn = switches[name] { set(name, isOn) }
    }
  }

  private mutating func set(_ name: Switch, _ isOn: Bool) {
    switch name {
    case .alert: alert = isOn
    case .sound: sound = isOn
    case .badge: badge = isOn
    case .lockScreen: lockScreen = isOn
    case .notificationCenter: notificationCenter = isOn
    }
  }

  /// Whether a switch is on.
  public func isOn(_ name: Switch) -> Bool {
    switch name {
    case .alert: alert
    case .sound: sound
    case .badge: badge
    case .lockScreen: lockScreen
    case .notificationCenter: notificationCenter
    }
  }
}
