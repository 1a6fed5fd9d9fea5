import DailyNotification

extension NotificationContent {
  /// Whether a due request with this content shows no alert and is not listed.
  ///
  /// Source: Apple's documentation of UNNotificationContent: an alert needs a title or a body. What
  /// a title alone does differs between reports; the knob says it.
  func hasNoText(_ knob: Knobs.TitleOnly) -> Bool {
    guard body.isEmpty else { return false }
    switch knob {
    case .shown: return title.isEmpty
    case .notShown: return true
    }
  }

  /// Whether the system does not retain a request with this content.
  ///
  /// Source: Apple's documentation of UNNotificationContent: an alert needs a title or a body. That
  /// a request without anything, or with a badge of 0 alone, is not retained is assumed; the knob
  /// says what a sound or another badge is worth.
  func showsNothing(_ knob: Knobs.EmptyContent) -> Bool {
    guard title.isEmpty, body.isEmpty else { return false }
    switch knob {
    case .badgeOnly: return !hasSound && badge ?? 0 == 0
    case .dropped: return true
    }
  }
}
