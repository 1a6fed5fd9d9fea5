public import DailyNotification

/// A notification that was due and was not shown.
public struct UndeliveredNotification: Hashable, Sendable {
  /// The name that the system knows it by.
  public let identifier: String
  /// What it would have shown, and the schedule that it belongs to.
  public let content: NotificationContent
  /// The planned time that it stands for, in milliseconds since the Unix epoch.
  public let occurrence: Int64
  /// Why it was not shown.
  public let reason: NotDeliveredReason

  /// Describes a notification that was not shown.
  public init(
    identifier: String, content: NotificationContent, occurrence: Int64,
    reason: NotDeliveredReason
  ) {
    self.identifier = identifier
    self.content = content
    self.occurrence = occurrence
    self.reason = reason
  }
}
