/// A button on the plugin's notifications; the raw value is its identifier.
public enum NotificationAction: String, Hashable, Sendable, CaseIterable {
  /// Opens the app, as a tap does.
  case open
  /// Shows the notification again in an hour, once.
  case later

  /// Whether the app comes to the screen; otherwise its code runs in the background.
  ///
  /// Source: Apple, UNNotificationActionOptions.foreground.
  public var opensApp: Bool {
    switch self {
    case .open: true
    case .later: false
    }
  }
}
