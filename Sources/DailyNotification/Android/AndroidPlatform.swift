/// What the plugin's Android parts see of a phone, on top of what every part sees.
public protocol AndroidPlatform: Platform, AlarmAccess, ChannelAccess, WorkAccess,
  AndroidSettingsAccess
{}

/// The alarm manager.
///
/// It has no list to read: the plugin keeps in its own rows what it has set, and asks for each.
public protocol AlarmAccess {
  /// Whether the three exact calls are allowed.
  ///
  /// Source: Android, AlarmManager.canScheduleExactAlarms.
  var canScheduleExactAlarms: Bool { get }
  /// Sets an alarm; one of the same identifier is replaced. One in the past fires at once.
  mutating func setAlarm(_ alarm: Alarm) throws(AlarmRefusal)
  /// Cancels an alarm and its pending intent, if there is one.
  mutating func cancelAlarm(_ identifier: String)
  /// The change number of the alarms and their pending intents.
  var alarmsRevision: Int { get }
  /// Whether the pending intent of an alarm exists; it may outlive its alarm (a knob).
  func hasPendingIntent(_ identifier: String) -> Bool
  /// The receiver of an alarm is done; until then it has ten seconds (goAsync).
  ///
  /// Called once for each `Plugin.alarmFired`, in it or later. The receivers of a process run one
  /// after another: the next alarm waits for it.
  mutating func receiverFinished(_ alarm: Alarm)
}

/// An alarm that the plugin sets: when it fires, the receiver runs with what it carries.
///
/// Immutable and shared, as alarms are copied with the phone.
public final class Alarm: Hashable, Sendable {
  /// Which of the alarm manager's calls sets it.
  public enum Call: String, Hashable, Sendable, CaseIterable {
    /// `setAlarmClock`: exact, ends Doze, no quota.
    case alarmClock
    /// `setExactAndAllowWhileIdle`: exact, in Doze within a quota.
    case allowWhileIdle
    /// `setExact`: exact, in Doze not before a maintenance window.
    case exact
    /// `setWindow`: inexact, never early.
    case window

    /// Whether the call needs the permission for exact alarms.
    public var isExact: Bool { self != .window }
  }

  /// The name of its pending intent; an equal one is replaced.
  public let identifier: String
  /// When it fires by the wall clock, ms since the Unix epoch (RTC_WAKEUP).
  public let time: Int64
  /// How it is set.
  public let call: Call
  /// What its intent carries: the occurrence, and the text for when nothing else can be read.
  public let payload: NotificationContent

  /// Makes an alarm.
  public init(identifier: String, time: Int64, call: Call, payload: NotificationContent) {
    self.identifier = identifier
    self.time = time
    self.call = call
    self.payload = payload
  }

  /// Whether two alarms have the same name, time, call and payload.
  public static func == (left: Alarm, right: Alarm) -> Bool {
    left === right
      || left.identifier == right.identifier && left.time == right.time
        && left.call == right.call && left.payload == right.payload
  }

  /// Hashes what tells alarms apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(time)
  }
}

/// What setting an alarm throws.
public enum AlarmRefusal: Error, Hashable, Sendable {
  /// SecurityException: an exact call without the permission.
  case exactNotAllowed
  /// IllegalStateException: the app has 500 alarms.
  case tooMany
}

/// Channels and what is shown on them.
public protocol ChannelAccess {
  /// Creates a channel, or, where it exists, lowers its importance and renames it.
  mutating func createChannel(_ channel: ChannelRequest)
  /// A channel as the person has it; nil while there is none.
  func channel(_ identifier: String) -> ChannelState?
  /// Shows a notification. It reports nothing: `activeNotifications` says whether it is there.
  mutating func show(_ content: NotificationContent, as identifier: String, on channel: String)
  /// The app's notifications in the shade, oldest first.
  var activeNotifications: [ActiveNotification] { get }
  /// The one of a name; nil when it is not there.
  func activeNotification(_ identifier: String) -> ActiveNotification?
  /// Takes a notification from the shade.
  mutating func cancelNotification(_ identifier: String)
}

/// A channel as an app asks for it.
public struct ChannelRequest: Hashable, Sendable {
  public let identifier: String
  public let name: String
  /// How prominently it shows: 0 none, 1 min, 2 low, 3 default, 4 high.
  public let importance: Int64

  /// Makes the request for a channel with sound, vibration and badge.
  public init(identifier: String, name: String, importance: Int64) {
    self.identifier = identifier
    self.name = name
    self.importance = importance
  }
}

/// A channel as it stands.
public struct ChannelState: Hashable, Sendable {
  public let identifier: String
  public var name: String
  /// What the person left it at: 0 shows nothing, 4 is the most prominent.
  public var importance: Int64
  /// Whether its notifications play a sound, where they are important enough.
  public var hasSound = true
  /// Whether they make the phone vibrate, likewise.
  public var vibrates = true
  /// Whether the app's icon has a dot while they are there.
  public var showsBadge = true
  /// Whether they pass Do Not Disturb where that lets priorities through.
  public var bypassesDnd = false

  /// Describes a channel.
  public init(identifier: String, name: String, importance: Int64) {
    self.identifier = identifier
    self.name = name
    self.importance = importance
  }
}

/// A notification in the shade.
public struct ActiveNotification: Hashable, Sendable {
  public let identifier: String
  public let channel: String
  public let content: NotificationContent
  /// When it was shown, ms since the Unix epoch.
  public let shownAt: Int64

  /// Describes a shown notification.
  public init(identifier: String, channel: String, content: NotificationContent, shownAt: Int64) {
    self.identifier = identifier
    self.channel = channel
    self.content = content
    self.shownAt = shownAt
  }
}

/// Unique one-time work.
public protocol WorkAccess {
  /// Enqueues work of a name; it runs once, not before a time, while the network is there.
  mutating func enqueueWork(_ request: WorkRequest)
  /// Cancels the work of a name; a worker that runs is stopped.
  mutating func cancelWork(_ name: String)
  /// The work of a name that waits or runs; nil while there is none.
  func work(_ name: String) -> WorkState?
  /// A worker returns.
  mutating func workEnded(_ task: LaunchedTask, _ result: WorkResult)
}

/// Work to be enqueued under a name of its own.
public struct WorkRequest: Hashable, Sendable {
  /// What happens to work of the same name.
  public enum Policy: String, Hashable, Sendable, CaseIterable {
    case keep
    /// Cancels it, and the worker that runs.
    case replace
    /// Runs after it has succeeded; what waits for work that fails has failed too.
    ///
    /// Work that had failed or was cancelled before is no longer there to wait for.
    case appendOrReplace
  }

  public let name: String
  public let policy: Policy
  /// The earliest begin, ms since the Unix epoch.
  public let beginDate: Int64

  /// Makes a request.
  public init(name: String, policy: Policy, beginDate: Int64) {
    self.name = name
    self.policy = policy
    self.beginDate = beginDate
  }
}

/// Work that has not ended.
public struct WorkState: Hashable, Sendable {
  public let name: String
  public let isRunning: Bool
  /// The earliest begin of what waits (the successor of what runs), ms since the Unix epoch.
  public let beginDate: Int64?

  /// Describes work.
  public init(name: String, isRunning: Bool, beginDate: Int64?) {
    self.name = name
    self.isRunning = isRunning
    self.beginDate = beginDate
  }
}

/// How a worker returns.
public enum WorkResult: String, Hashable, Sendable, CaseIterable {
  case success
  /// It runs again after a backoff.
  case retry
  case failure
}

/// Settings of Android and its pages.
public protocol AndroidSettingsAccess {
  /// The version of the system, 34 for example.
  var apiLevel: Int { get }
  /// Whether the person has exempted the app from battery optimization.
  var isBatteryExempt: Bool { get }
  /// How the plugin sets alarms (a knob).
  var exactAlarmCall: Alarm.Call { get }
  /// Whether a start of the process ended the stopped state; the system reports it from API 35 on.
  ///
  /// After hibernation it is known on any version: the phone has counted no boot since.
  /// Source: Android, ApplicationStartInfo.wasForceStopped, Settings.Global.BOOT_COUNT.
  var wasForceStopped: Bool { get }
  /// Opens a settings page; false when that is not possible. The app leaves the screen.
  mutating func openSettings(_ page: AndroidPage) -> Bool
  /// Asks the person, in a dialog over the app, to exempt the app from battery optimization; false
  /// when that is not possible.
  mutating func requestBatteryExemption() -> Bool
}

/// A page of Android's settings that the plugin can open.
public enum AndroidPage: String, Hashable, Sendable, CaseIterable {
  case appNotifications
  case channel
  case exactAlarms
}

/// A broadcast that the plugin's receivers are registered for.
public enum Broadcast: String, Hashable, Sendable, CaseIterable {
  case bootCompleted = "BOOT_COMPLETED"
  case lockedBootCompleted = "LOCKED_BOOT_COMPLETED"
  case packageReplaced = "MY_PACKAGE_REPLACED"
  case timeSet = "TIME_SET"
  case timezoneChanged = "TIMEZONE_CHANGED"
  case exactAlarmPermissionChanged = "SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED"
}
