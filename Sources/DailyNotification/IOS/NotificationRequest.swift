public import CivilTime

/// When a notification fires.
public enum NotificationTrigger: Hashable, Sendable {
  /// Once, at a wall time to the minute; without a zone it floats with the device's zone.
  case calendar(WallTime, zone: String?)
  /// Each day at a wall time, from now on; without a zone it floats with the device's zone.
  case daily(TimeOfDay, zone: String?)
  /// After an interval in milliseconds; a repeating one takes at least 60 s.
  case interval(milliseconds: Int64, repeats: Bool)
}

/// A request to show a notification, named so that a later one can replace it.
public struct NotificationRequest: Hashable, Sendable {
  /// The name; adding a request of the same name replaces the pending one.
  public let identifier: String
  /// When it fires.
  public let trigger: NotificationTrigger
  /// What it shows.
  public let content: NotificationContent

  /// Makes a request.
  public init(identifier: String, trigger: NotificationTrigger, content: NotificationContent) {
    self.identifier = identifier
    self.trigger = trigger
    self.content = content
  }
}

extension [NotificationRequest] {
  /// The place of the request of an identifier; it looks at the last ones first.
  public func index(of identifier: String) -> Int? {
    var index = count - 1
    while index >= 0, self[index].identifier != identifier { index -= 1 }
    return index < 0 ? nil : index
  }
}

/// A notification that has been shown and is still in Notification Center.
public struct DeliveredNotification: Hashable, Sendable {
  /// The request it came from.
  public let request: NotificationRequest
  /// When it was shown, in milliseconds since the Unix epoch.
  public let deliveredAt: Int64

  /// Makes the record of a shown notification.
  public init(request: NotificationRequest, deliveredAt: Int64) {
    self.request = request
    self.deliveredAt = deliveredAt
  }
}
