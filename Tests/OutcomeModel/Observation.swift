/// What the phone was seen to do, or what was done to it; instants are ms since the run began.
public struct Observation: Hashable, Sendable {
  /// When.
  public let instant: Int64
  /// What.
  public let event: Event

  /// Makes an observation.
  public init(_ instant: Int64, _ event: Event) {
    self.instant = instant
    self.event = event
  }

  public enum Event: Hashable, Sendable {
    /// An act that is no call happened, and the phone did not refuse it.
    case did(Act)
    /// The plugin answered a call.
    case accepted(Act)
    /// The plugin rejected a call with the error's name.
    case rejected(Act, error: String)
    /// Plugin code that re-plans began to run.
    case entry
    /// A notification was shown; `planned` is the trigger that fired, ms since the Unix epoch.
    ///
    /// It takes the place of an earlier one with the same identifier in Notification Center.
    case shown(schedule: String, planned: Int64, identifier: String)
    /// A notification was due and not shown.
    case withheld(schedule: String, Withholding)
    /// The host was notified of a delivery.
    case reportedDelivered(schedule: String, planned: Int64)
    /// The host was notified of a miss.
    case reportedMissed(schedule: String, planned: Int64, isCertain: Bool)
    /// The app's process ended.
    case processEnded
    /// A write did not succeed.
    case writeFailed
    /// What the plugin answered about itself, and what the phone holds at that moment.
    case status(StatusAnswer)
    /// What is pending at the end, when all is quiet.
    case pending([PendingRequest])
    /// An invariant's checker reported something.
    case invariant(Int, message: String)
  }

  /// Why a due notification was not shown.
  public enum Withholding: Hashable, Sendable {
    case denied
    case phoneOff
    /// The delegate had it replaced, a second later.
    case replaced
    case noDelegate
  }
}

/// A pending request of a schedule.
public struct PendingRequest: Hashable, Sendable {
  /// Whose it is.
  public let schedule: String
  /// When it fires, ms since the Unix epoch.
  public let trigger: Int64
  /// Whether it is due already and on its way.
  public let isOnItsWay: Bool

  /// Makes a request.
  public init(schedule: String, trigger: Int64, isOnItsWay: Bool = false) {
    self.schedule = schedule
    self.trigger = trigger
    self.isOnItsWay = isOnItsWay
  }
}

/// The answer of call 5 beside what it speaks of.
public struct StatusAnswer: Hashable, Sendable {
  /// As answered.
  public var isEnabled: Bool
  public var isScheduled: Bool
  public var next: Int64?
  public var pending: Int
  /// As the phone holds it.
  public var requests: [PendingRequest]

  /// Makes an answer.
  public init(
    isEnabled: Bool, isScheduled: Bool, next: Int64?, pending: Int, requests: [PendingRequest]
  ) {
    self.isEnabled = isEnabled
    self.isScheduled = isScheduled
    self.next = next
    self.pending = pending
    self.requests = requests
  }
}
