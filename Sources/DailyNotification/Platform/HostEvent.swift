/// An event for the host app's listeners.
public enum HostEvent: Hashable, Sendable {
  /// A notification that should have been shown was not.
  case notificationMissed(MissedNotification)
  /// A notification was found to have been shown.
  case notificationDelivered(ReportedDelivery)
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
    case exactAlarmDenied
    case channelBlocked
    /// The app's process ended before the receiver of its alarm had shown it.
    case processDied
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
  /// Listeners get its date, which tells two dates of one instant apart.
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

/// A notification that was found to have been shown.
public struct ReportedDelivery: Hashable, Sendable {
  /// The schedule it belongs to.
  public let id: String
  /// The occurrence, ms since the Unix epoch.
  public let plannedTime: Int64
  /// What the wall clock of its zone showed then, in minutes since 1970-01-01 00:00.
  ///
  /// Listeners get its date, which tells two dates of one instant apart.
  public let wallMinute: Int64
  /// Where its text came from.
  public let source: ContentSource
  /// Whether the occurrence is known: a request that the system repeats names no date.
  public let certainty: Certainty
  /// How many dates it stands for.
  ///
  /// Of a request that the system repeats only the latest showing is seen, and those before it are
  /// settled with it. 1 for every other notification.
  public let dateCount: Int64

  /// Makes the report of a delivery.
  public init(
    id: String, plannedTime: Int64, wallMinute: Int64, source: ContentSource,
    certainty: Certainty = .certain, dateCount: Int64 = 1
  ) {
    self.id = id
    self.plannedTime = plannedTime
    self.wallMinute = wallMinute
    self.source = source
    self.certainty = certainty
    self.dateCount = dateCount
  }
}
