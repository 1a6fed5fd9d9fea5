import DailyNotification

/// Do Not Disturb on Android, which the person turns on.
///
/// Source: Android, NotificationManager.setInterruptionFilter and
/// NotificationChannel.setBypassDnd: a channel that bypasses it counts under "priority only" alone.
/// Not modelled: schedules of it, people and repeated callers that may pass.
public enum DoNotDisturb: String, Hashable, Sendable, CaseIterable {
  case off, priority, alarms, total

  /// Whether a channel's notifications are intercepted.
  func intercepts(_ channel: ChannelState) -> Bool {
    switch self {
    case .off: false
    case .priority: !channel.bypassesDnd
    case .alarms, .total: true
    }
  }
}

extension ChannelState {
  /// How a notification of the channel is presented, where it is shown at all.
  ///
  /// Source: Android, NotificationManager.IMPORTANCE_* and "Create and manage notification
  /// channels": from Android 8 the channel decides, and what the notification asks for is ignored.
  /// Not modelled: a notification that makes itself quieter or more private.
  func presentation(_ disturb: DoNotDisturb, _ visual: Knobs.DNDVisual) -> Presentation {
    var shown = Presentation(decidedBy: .channel)
    shown.banner = importance >= 4
    shown.lockScreen = importance >= 2
    shown.sound = importance >= 3 && hasSound
    shown.vibration = importance >= 3 && vibrates
    guard disturb.intercepts(self) else { return shown }
    var quiet = shown.quiet(by: .doNotDisturb)
    switch visual {
    case .muted: quiet.lockScreen = shown.lockScreen
    case .hidden: quiet.list = false
    }
    return quiet
  }
}
