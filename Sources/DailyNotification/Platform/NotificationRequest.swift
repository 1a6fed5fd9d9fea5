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

/// Where a notification's text came from.
public enum ContentSource: String, Hashable, Sendable, CaseIterable {
  /// Content that the prefetch stored before the notification.
  case cache
  /// The schedule's own default text.
  case `default`
  /// Content that was fetched at a plugin entry because no prefetch had run.
  case live
}

/// What the plugin attaches to a request so that the request explains itself.
public struct RequestInfo: Hashable, Sendable {
  /// What kind of schedule the request belongs to.
  public let kind: ScheduleKind
  /// The schedule that the request belongs to.
  public let scheduleID: String
  /// The occurrence it stands for, in milliseconds since the Unix epoch.
  public let plannedTime: Int64
  /// What the wall clock of the schedule's zone shows then, in minutes since 1970-01-01 00:00.
  public let wallMinute: Int64
  /// Where title and body came from.
  public let source: ContentSource
  /// When the content was fetched, in milliseconds since the Unix epoch; nil for default text.
  public let fetchedAt: Int64?
  /// A link to open, if any.
  public let url: String?

  /// Attaches a schedule's occurrence and the origin of its text.
  public init(
    kind: ScheduleKind, scheduleID: String, plannedTime: Int64, wallMinute: Int64,
    source: ContentSource, fetchedAt: Int64?, url: String?
  ) {
    self.kind = kind
    self.scheduleID = scheduleID
    self.plannedTime = plannedTime
    self.wallMinute = wallMinute
    self.source = source
    self.fetchedAt = fetchedAt
    self.url = url
  }
}

/// What a notification shows, and how it behaves when it arrives.
///
/// Immutable and shared, as UNNotificationContent is: requests are copied often, and each copy
/// would otherwise count up the references of five texts (see `docs/performance.md`).
public final class NotificationContent: Hashable, Sendable {
  /// The first line.
  public let title: String
  /// The text below it.
  public let body: String
  /// Whether it plays the default sound.
  public let hasSound: Bool
  /// Its rank: min, low, default, high or max.
  public let priority: NotificationPriority
  /// The category whose actions it offers.
  public let categoryIdentifier: String
  /// What the plugin attached.
  public let info: RequestInfo

  /// Makes the content of one request.
  public init(
    title: String, body: String, hasSound: Bool, priority: NotificationPriority,
    categoryIdentifier: String, info: RequestInfo
  ) {
    self.title = title
    self.body = body
    self.hasSound = hasSound
    self.priority = priority
    self.categoryIdentifier = categoryIdentifier
    self.info = info
  }

  /// Whether two contents show the same and carry the same.
  public static func == (left: NotificationContent, right: NotificationContent) -> Bool {
    left === right
      || left.info == right.info && left.title == right.title && left.body == right.body
        && left.hasSound == right.hasSound && left.priority == right.priority
        && left.categoryIdentifier == right.categoryIdentifier
  }

  /// Hashes what a notification shows and stands for.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(info)
    hasher.combine(title)
    hasher.combine(body)
  }
}

/// How much a notification asks for attention.
public enum NotificationPriority: String, Hashable, Sendable, CaseIterable {
  case min
  case low
  case `default`
  case high
  case max
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
