/// An event for the host app's listeners.
public enum HostEvent: Hashable, Sendable {
  /// A notification that should have been shown was not.
  case notificationMissed(MissedNotification)
  /// A notification was found to have been shown.
  ///
  /// `certainty`: whether `plannedTime` is known; a request that repeats names no date.
  case notificationDelivered(
    id: String, plannedTime: Int64, source: ContentSource, certainty: Certainty = .certain)
  /// A prefetch stored content.
  case prefetchCompleted(scheduledFor: Int64, bytes: Int)
  /// A prefetch failed.
  case prefetchFailed(reason: FailureReason, status: Int?)

  /// An event's name as listeners know it.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case notificationMissed
    case notificationDelivered
    case prefetchCompleted
    case prefetchFailed
  }

  /// The event's name.
  public var name: Name {
    switch self {
    case .notificationMissed: .notificationMissed
    case .notificationDelivered: .notificationDelivered
    case .prefetchCompleted: .prefetchCompleted
    case .prefetchFailed: .prefetchFailed
    }
  }
}

/// How sure the plugin is of what it reports.
public enum Certainty: String, Hashable, Sendable, CaseIterable {
  case certain
  /// The evidence leaves it open.
  case unknown
}

/// A notification that should have been shown and was not.
public struct MissedNotification: Hashable, Sendable {
  /// Why it is missing.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case notDelivered
    case noCodeRan
    case notificationsDenied
  }

  /// The kind of schedule it belongs to: two of different kinds may have the same id.
  ///
  /// Listeners do not get it.
  public let kind: ScheduleKind
  /// The schedule it belongs to.
  public let id: String
  /// The occurrence, ms since the Unix epoch.
  public let plannedTime: Int64
  /// What the wall clock of its zone showed then, in minutes since 1970-01-01 00:00.
  ///
  /// Listeners do not get it. After a journey it tells two wall times of one instant apart.
  public let wallMinute: Int64
  /// When the plugin noticed, ms since the Unix epoch.
  public let detectedTime: Int64
  /// How sure the plugin is: a request that was known pending may have been shown and dismissed.
  public let certainty: Certainty
  /// Why it is missing.
  public let reason: Reason

  /// Makes the report of a missed notification.
  public init(
    _ kind: ScheduleKind, id: String, plannedTime: Int64, wallMinute: Int64, detectedTime: Int64,
    certainty: Certainty, reason: Reason
  ) {
    self.kind = kind
    self.id = id
    self.plannedTime = plannedTime
    self.wallMinute = wallMinute
    self.detectedTime = detectedTime
    self.certainty = certainty
    self.reason = reason
  }
}
