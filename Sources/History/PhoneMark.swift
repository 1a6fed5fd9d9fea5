public import CivilTime
public import DailyNotification
public import DeviceModel
public import SimulationCore

/// A point in time at which something happened on a phone, for a timeline or a picture.
public struct PhoneMark: Hashable, Sendable {
  /// When it happened.
  public let instant: SimulationInstant
  /// The record that says so, and the wall time.
  public let point: TracePoint
  /// What happened.
  public let event: PhoneEvent
}

/// What happened on a phone; times are milliseconds since the Unix epoch.
public enum PhoneEvent: Hashable, Sendable {
  // The phone
  case power(PowerMachine.State)
  case rebooted
  case clockSet(byMilliseconds: Int64)
  case zoneSet(Zone)
  case networkSet(NetworkCondition)
  case dozeChanged(DozeMachine.Phase)

  // The app and its permissions
  case app(ProcessMachine.State)
  case crashed
  case reinstalled
  /// The app came to a new phone with a backup.
  case restored
  case dialogShown
  case dialogDismissed
  case permissionSet(AuthorizationStatus)
  case exactAlarmsSet(isGranted: Bool)
  case channelSet(String, importance: Int64)
  case channelDeleted(String)
  case bucketSet(StandbyBucket)
  case permissionReset
  case hibernationSet(isHibernating: Bool)
  case exemptionDialogShown
  case exemptionDialogDismissed
  case exemptionSet(isExempt: Bool)
  case exemptionRefused
  case restrictionSet(isRestricted: Bool)

  // Notifications
  /// A request, or an alarm, stands for a time.
  case armed(id: String, at: Int64)
  /// A request, or an alarm, ended without its notification.
  case withdrawn(id: String)
  /// An alarm of Android has gone without the app's doing.
  case alarmLost(id: String, AlarmLoss)
  /// A notification of the plugin was shown.
  case shown(Showing)
  /// A notification of the plugin came due and was not shown.
  case notShown(id: String, kind: ScheduleKind, RequestPurpose, NotDeliveredReason)
  /// The plugin reported that a notification was missed.
  case missed(MissedNotification)
  case tapped(id: String)
  /// The host asked to skip a notification, or took that back.
  case skipSet(kind: ScheduleKind, planned: Int64, isSkipped: Bool)

  // Background work
  case taskSubmitted(id: String, begin: Int64)
  case taskRefused(id: String)
  case taskCancelled(id: String)
  case taskLaunched(number: Int, id: String, begin: Int64?)
  case taskEnded(number: Int, id: String, TaskEnd)
  /// The plugin reported that a task never ran.
  case taskMissed
  case fetchStarted(number: Int)
  /// A fetch ended with an HTTP status, or with the reason why there was none.
  case fetchEnded(number: Int, status: Int?, FetchResult.Outcome)
  case fetchCancelled(number: Int)
  /// The plugin reported that a prefetch brought content.
  case prefetched(status: Int, bytes: Int)
  /// The plugin reported that a prefetch failed.
  case prefetchFailed(FailureReason, status: Int?)
  /// What the plugin repaired at an entry.
  case recovered(RecoveryScenario, missed: Int, verified: Int, rescheduled: Int)

  /// How a launched task ended.
  public enum TaskEnd: String, Hashable, Sendable, CaseIterable {
    case succeeded
    case failed
    case expired
    /// Android stopped it.
    case stopped
    /// The process ended first.
    case lost
  }
}
