/// The plugin's two background task identifiers, as `assets/Info.plist` permits them.
public enum TaskIdentifier {
  /// The refresh task that prefetches content.
  public static let fetch = "com.timesafari.dailynotification.fetch"
  /// The processing task for window maintenance: it has a handler and is never submitted.
  public static let notify = "com.timesafari.dailynotification.notify"
}

/// Why a task request was not accepted, with Apple's codes.
///
/// Source: BGTaskScheduler.h, `BGTaskSchedulerErrorCode`.
public enum TaskSubmissionError: Int, Error, Hashable, Sendable, CaseIterable {
  case unavailable = 1
  case tooManyPendingTaskRequests = 2
  case notPermitted = 3
}

/// A background task that the system has launched.
public struct LaunchedTask: Hashable, Sendable {
  /// The launch's number in its run.
  public let number: Int
  /// The task's identifier.
  public let identifier: String
  /// The lower bound that was asked for, in milliseconds since the Unix epoch; nil when nothing was
  /// pending (the simulator's debug launch).
  public let earliestBeginDate: Int64?

  /// Makes the record of a launch.
  public init(number: Int, identifier: String, earliestBeginDate: Int64?) {
    self.number = number
    self.identifier = identifier
    self.earliestBeginDate = earliestBeginDate
  }
}
