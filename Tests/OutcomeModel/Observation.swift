public import CivilTime

/// What the phone was observed to do, or what was done to it.
public struct Observation: Hashable, Sendable {
  /// When, in milliseconds since the run began.
  public let instant: Int64
  /// What was observed.
  public let event: Event

  /// Creates an observation.
  public init(_ instant: Int64, _ event: Event) {
    self.instant = instant
    self.event = event
  }

  public enum Event: Hashable, Sendable {
    /// An act other than a call, which the phone did not refuse.
    case did(Act)
    /// The plugin replied to a call with a value.
    case accepted(HostCall)
    /// The plugin rejected a call; the error's name.
    case rejected(HostCall, error: String)
    /// An entry that re-plans began.
    ///
    /// `isTimeChange`: the running app was notified that clock or zone have changed.
    case entry(isTimeChange: Bool)
    /// A notification was shown; `planned` is the trigger that fired, ms since the Unix epoch.
    ///
    /// It replaces an earlier one with the same identifier in Notification Center.
    case shown(schedule: String, planned: Int64, identifier: String)
    /// What the notification shows that is shown next; `age`: of its fetched content, in ms.
    ///
    /// Nil for its default text. Only an Android phone chooses when it shows.
    case content(age: Int64?)
    /// A notification was due and not shown.
    case withheld(schedule: String, Withholding)
    /// The person puts off a notification that was shown.
    case putOff(schedule: String, identifier: String)
    /// A notification that had been put off was shown again.
    case shownAgain(schedule: String, identifier: String)
    /// A notification that had been put off was due and not shown.
    case withheldAgain(identifier: String, Withholding)
    /// The host was notified of a delivery.
    ///
    /// `isCertain`: whether it says that the date is known.
    case reportedDelivered(schedule: String, planned: Int64, isCertain: Bool = true)
    /// The host was notified of a miss.
    ///
    /// `date`: the date on the wall for which it was armed; nil where the event has none.
    case reportedMissed(
      schedule: String, planned: Int64, date: CivilDate? = nil, isCertain: Bool)
    /// The app's process ended.
    case processEnded
    /// An Android phone let the app hibernate, which stops it.
    case hibernated
    /// An Android phone took back the permission of an app that was unused.
    case permissionReset
    /// A write failed.
    case writeFailed
    /// The plugin's own status, and what the phone holds at that instant.
    case status(StatusAnswer)
    /// What the plugin replied to a request for the permission to notify.
    case permissionReply(isGranted: Bool)
    /// The pending requests at the end of the quiet phase.
    case pending([PendingRequest])
    /// The checker of an invariant reported a violation.
    case invariant(Int, message: String)
  }

  /// Why a due notification was not shown.
  public enum Withholding: Hashable, Sendable {
    case denied
    case phoneOff
    /// The delegate replaced it with one a second later.
    case replaced
    case noDelegate
  }
}

/// A pending request of a schedule.
public struct PendingRequest: Hashable, Sendable {
  /// The schedule's name.
  public let schedule: String
  /// When it fires, in milliseconds since the Unix epoch.
  public let trigger: Int64
  /// Whether it is overdue.
  public let isOnItsWay: Bool
  /// Whether a person has put it off: it stands for no occurrence.
  public let isPostponed: Bool

  /// Creates a request.
  public init(
    schedule: String, trigger: Int64, isOnItsWay: Bool = false, isPostponed: Bool = false
  ) {
    self.schedule = schedule
    self.trigger = trigger
    self.isOnItsWay = isOnItsWay
    self.isPostponed = isPostponed
  }
}

/// The reply to call 5 beside the phone's state.
public struct StatusAnswer: Hashable, Sendable {
  /// What the reply says.
  public var isEnabled: Bool
  public var isScheduled: Bool
  public var next: Int64?
  public var pending: Int
  /// What the phone holds.
  public var requests: [PendingRequest]

  /// Creates an answer.
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
