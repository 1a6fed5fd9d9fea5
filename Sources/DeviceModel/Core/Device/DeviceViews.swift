public import DailyNotification

/// A notification that the system holds until its trigger fires.
public struct PendingNotification: Hashable, Sendable {
  /// The name that the system knows it by.
  public let identifier: String
  /// What it will show, and which occurrence of which schedule it stands for.
  public let content: NotificationContent
  /// When it fires, in milliseconds since the Unix epoch; in the past once it is overdue.
  public let triggerMilliseconds: Int64
  /// Whether its trigger has fired and it has not been shown.
  public let isOverdue: Bool
}

/// A notification that was shown and is still in Notification Center.
public struct VisibleNotification: Hashable, Sendable {
  /// The name that the system knows it by.
  public let identifier: String
  /// What it shows, and the schedule that it belongs to.
  public internal(set) var content: NotificationContent
  /// When it was shown, in milliseconds since the Unix epoch.
  public let deliveredAt: Int64
  /// The planned time that it stands for, in milliseconds since the Unix epoch.
  public let occurrence: Int64
  /// Whether the system shows it each day by itself.
  public let isRepeating: Bool
  /// The system that shows it.
  public let platform: DevicePlatform
  /// What is seen and heard of it.
  public internal(set) var presentation = Presentation(decidedBy: .settings)

  /// Describes a shown notification.
  public init(
    identifier: String, content: NotificationContent, deliveredAt: Int64, occurrence: Int64,
    isRepeating: Bool, platform: DevicePlatform = .ios
  ) {
    self.identifier = identifier
    self.content = content
    self.deliveredAt = deliveredAt
    self.occurrence = occurrence
    self.isRepeating = isRepeating
    self.platform = platform
  }
}

/// Background work that was submitted and has not begun.
public struct PendingWork: Hashable, Sendable {
  /// The name that it was submitted under.
  public let identifier: String
  /// The earliest time at which it may begin, in milliseconds since the Unix epoch.
  public let beginDate: Int64
  /// Whether the system would begin it as soon as its conditions hold.
  public let isReady: Bool
}

extension Device {
  /// The pending notifications, in the order they were added.
  public var pending: OperatingSystem.Pending { os.pending }
  /// What Notification Center shows, oldest first.
  public var delivered: OperatingSystem.Delivered { os.delivered }
  /// The background work that has not begun, in the order it was submitted.
  public var backgroundWork: OperatingSystem.BackgroundWork { os.backgroundWork }
}
