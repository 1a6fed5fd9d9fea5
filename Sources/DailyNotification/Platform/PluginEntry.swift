/// Why plugin code runs.
public enum PluginEntry: String, Hashable, Sendable, CaseIterable {
  /// The app was launched by a person.
  case launch
  /// The system launched the app in the background, for a task.
  case backgroundLaunch
  /// The app came back to the foreground.
  case resume
  /// The clock or the time zone changed while the app runs.
  case timeChange
  /// The host app made a call.
  case call
  /// The system launched the prefetch task.
  case task
  /// The system launched the task for window maintenance.
  case maintenance
  /// The task's time is up.
  case expiration
  /// A fetch ended.
  case fetch
  /// The person answered the permission dialog.
  case authorization
  /// Requests that were to be removed are gone.
  case removal
  /// A notification arrived while the app was in the foreground.
  case delegate
  /// The person tapped a notification.
  case tap
  /// A button of the test app that is no call.
  case harness

  /// Whether the steps of an entry (miss check, accounting, re-planning) come first.
  ///
  /// Answers to something that an earlier entry asked for go on where that entry stopped.
  public var hasEntrySteps: Bool {
    switch self {
    case .launch, .backgroundLaunch, .resume, .timeChange, .call, .task, .maintenance, .delegate,
      .tap, .harness:
      true
    case .expiration, .fetch, .authorization, .removal: false
    }
  }
}

/// An event for the host app's listeners.
public enum HostEvent: Hashable, Sendable {
  /// A notification that should have come has not.
  case notificationMissed(MissedNotification)
  /// A notification was seen to have come.
  case notificationDelivered(id: String, plannedTime: Int64, source: ContentSource)
  /// A prefetch stored content.
  case prefetchCompleted(scheduledFor: Int64, bytes: Int)
  /// A prefetch failed.
  case prefetchFailed(reason: FailureReason, status: Int?)

  /// The event's name as listeners know it.
  public var name: StaticString {
    switch self {
    case .notificationMissed: "notification_missed"
    case .notificationDelivered: "notificationDelivered"
    case .prefetchCompleted: "prefetchCompleted"
    case .prefetchFailed: "prefetchFailed"
    }
  }
}

/// A notification that should have come and has not.
public struct MissedNotification: Hashable, Sendable {
  /// How sure the plugin is.
  public enum Certainty: String, Hashable, Sendable {
    case certain
    case unknown
  }

  /// Why it is missing.
  public enum Reason: String, Hashable, Sendable {
    case notDelivered
    case noCodeRan
    case notificationsDenied
  }

  /// The schedule it belongs to.
  public let id: String
  /// The occurrence, ms since the Unix epoch.
  public let plannedTime: Int64
  /// When the plugin noticed, ms since the Unix epoch.
  public let detectedTime: Int64
  /// How sure the plugin is: a request that was known pending may have been shown and dismissed.
  public let certainty: Certainty
  /// Why it is missing.
  public let reason: Reason

  /// Makes the report of a missing notification.
  public init(
    id: String, plannedTime: Int64, detectedTime: Int64, certainty: Certainty, reason: Reason
  ) {
    self.id = id
    self.plannedTime = plannedTime
    self.detectedTime = detectedTime
    self.certainty = certainty
    self.reason = reason
  }
}
