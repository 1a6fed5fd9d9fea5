import DailyNotification
import JSONText

/// What the person set for the app's notifications on an iPhone.
///
/// Source: Apple, UNNotificationSettings (alertSetting, soundSetting, badgeSetting,
/// lockScreenSetting, notificationCenterSetting, timeSensitiveSetting, scheduledDeliverySetting)
/// and "Change notification settings on iPhone".
/// Not modelled: critical notifications, previews, announcements, CarPlay.
public struct NotificationSettings: Hashable, Sendable {
  /// One of the switches on the app's page of the settings.
  public enum Switch: String, Hashable, Sendable, CaseIterable {
    case alert, sound, badge, lockScreen, notificationCenter, timeSensitive, scheduledDelivery

    /// What the settings call it.
    public var title: String {
      switch self {
      case .alert: "Banners"
      case .sound: "Sounds"
      case .badge: "Badges"
      case .lockScreen: "Lock screen"
      case .notificationCenter: "Notification Center"
      case .timeSensitive: "Time-sensitive"
      case .scheduledDelivery: "Scheduled summary"
      }
    }
  }

  /// The switches that are off; of a new app only that of the summary is.
  private var off: Set<Switch> = [.scheduledDelivery]
  /// Whether a Focus is on that lets nothing of the app through.
  ///
  /// Source: Apple, "Set up a Focus on iPhone": silenced notifications go to Notification Center.
  public var isFocusOn = false

  /// How a notification is presented that has come due.
  ///
  /// `isOnScreen`: the app is in front and its delegate has let it pass, with all options.
  /// `isUrgent`: the app may send time-sensitive ones; otherwise they are active.
  /// Source: Apple, UNAuthorizationOptions.provisional: "quietly", in Notification Center's history
  /// only, without a badge; UNNotificationInterruptionLevel.
  func presentation(
    of content: NotificationContent, _ authorization: AuthorizationStatus, isOnScreen: Bool,
    isUrgent: Bool
  ) -> Presentation {
    var shown = Presentation(decidedBy: isOnScreen ? .delegate : .settings)
    shown.interruption =
      content.interruption == .timeSensitive && !isUrgent ? .active : content.interruption
    shown.badge = isOn(.badge) ? content.badge : nil
    shown.list = isOn(.notificationCenter)
    shown.banner = isOn(.alert)
    shown.lockScreen = isOn(.lockScreen) && !isOnScreen
    shown.sound = isOn(.sound) && content.hasSound
    shown.vibration = shown.sound
    if !content.hasSound, shown.decidedBy == .settings { shown.decidedBy = .notification }
    if shown.interruption == .passive, !isOnScreen {
      let lockScreen = shown.lockScreen
      shown = shown.quiet(by: .notification)
      shown.lockScreen = lockScreen
    }
    switch authorization {
    case .provisional:
      // Provisional ones are listed whatever else is set.
      shown.list = true
      shown.badge = nil
      return shown.quiet(by: .provisional)
    case .authorized, .ephemeral, .denied, .notDetermined:
      return isFocusOn && shown.interruption != .timeSensitive ? shown.quiet(by: .focus) : shown
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
      guard let isOn = switches[name] else { continue }
      if isOn { off.remove(name) } else { off.insert(name) }
    }
  }

  /// The app was removed, and its switches with it; a Focus is the phone's.
  mutating func appRemoved() { off = [.scheduledDelivery] }

  /// Whether a switch is on.
  public func isOn(_ name: Switch) -> Bool { !off.contains(name) }
}
