import CivilTime

/// Why the phone refused a command; except for an event storm, nothing has changed.
public enum CommandRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case appNotRunning
  case appSuspended
  case appAlreadyRunning
  case appNotInBackground
  case appNotOnScreen
  case noDialog
  case dialogIsUp
  case noSuchNotification(String)
  case noSuchAction(String)
  case nothingDelivered
  case noContent
  case noSuchFetch(Int)
  case unavailableOnSimulator(String)
  case noPendingTask(String)
  case noHandler(String)
  case noRunningTask(String)
  case taskOfPlugin(String)
  case clockOutOfRange(Int64)
  case phoneOff
  case phoneIsOn
  case phoneLocked
  case beforeFirstUnlock
  case phoneNotLocked
  case androidOnly(String)
  case iosOnly(String)
  case noExactAlarmSetting
  case noHibernation
  case noPermissionSetting
  case noSuchChannel(String)
  case noHostFetcher
  /// More than 10,000 events at one instant.
  case eventStorm

  public var description: String {
    switch self {
    case .appNotRunning: "the app is not running; launch it first"
    case .appSuspended: "the app is suspended; bring it to the foreground first"
    case .appAlreadyRunning:
      "the app is running already; foreground brings it to the front from the background"
    case .appNotInBackground: "the app is not in the background"
    case .appNotOnScreen: "the app is not on the screen"
    case .noDialog: "no dialog is waiting for an answer"
    case .dialogIsUp: "the permission dialog is up; answer it first"
    case .noSuchNotification(let id): "no notification '\(id)' is shown"
    case .noSuchAction(let id): "notification '\(id)' does not offer that action"
    case .nothingDelivered: "no notification is shown"
    case .noContent: "no content is stored"
    case .noSuchFetch(let number): "fetch \(number) waits for no answer from outside"
    case .unavailableOnSimulator(let what): "\(what) does not exist on the simulator"
    case .noPendingTask(let id):
      OperatingSystem.isWork(id)
        ? "the system knows of no work '\(id)' that waits"
        : "no request for task '\(id)' is pending"
    case .noHandler(let id): "no launch handler is registered for task '\(id)'"
    case .noRunningTask(let id):
      "\(OperatingSystem.isWork(id) ? "work" : "task") '\(id)' is not running"
    case .taskOfPlugin(let id): "task '\(id)' is the plugin's; other code cannot complete it"
    case .clockOutOfRange(let time):
      "the clock can be set to \(ISO8601.text(CommandRefusal.clockRange.lowerBound)) through "
        + "\(ISO8601.text(CommandRefusal.clockRange.upperBound)), not to \(ISO8601.text(time))"
    case .phoneOff: "the phone is off; switch it on with powerOn first"
    case .phoneIsOn: "the phone is on already"
    case .phoneLocked: "the phone is locked; unlock it first"
    case .beforeFirstUnlock: "the phone was not unlocked since it was started; unlock it first"
    case .phoneNotLocked: "the phone is not locked"
    case .androidOnly(let verb):
      "\(verb) is Android's; \(VerbTable.androidOnly[verb] ?? "iOS lacks it")"
    case .iosOnly(let verb):
      "\(verb) is the iPhone's; \(VerbTable.iosOnly[verb] ?? "Android lacks it")"
    case .noExactAlarmSetting:
      "Settings have no switch for exact alarms: the version or the manifest decides"
    case .noHibernation: "apps hibernate from API 31 on"
    case .noPermissionSetting:
      "Settings have no switch for notifications: the manifest lacks POST_NOTIFICATIONS"
    case .noSuchChannel(let id): "there is no channel '\(id)'; the app creates it"
    case .noHostFetcher:
      "the plugin fetches itself; the knob nativeFetcher lets it take a fetcher of the host's"
    case .eventStorm: "more than 10,000 events at one instant; the run cannot go on"
    }
  }

  /// A refusal without its values; the raw value is its name for programs.
  enum Kind: String, CaseIterable {
    case appNotRunning
    case appSuspended
    case appAlreadyRunning
    case appNotInBackground
    case appNotOnScreen
    case noDialog
    case dialogIsUp
    case noSuchNotification
    case noSuchAction
    case nothingDelivered
    case noContent
    case noSuchFetch
    case unavailableOnSimulator
    case noPendingTask
    case noHandler
    case noRunningTask
    case taskOfPlugin
    case clockOutOfRange
    case phoneOff
    case phoneIsOn
    case phoneLocked
    case beforeFirstUnlock
    case phoneNotLocked
    case androidOnly
    case iosOnly
    case noExactAlarmSetting
    case noHibernation
    case noPermissionSetting
    case noSuchChannel
    case noHostFetcher
    case eventStorm
  }

  /// The refusal's name for programs.
  public var name: String { kind.rawValue }

  private var kind: Kind {
    switch self {
    case .appNotRunning: .appNotRunning
    case .appSuspended: .appSuspended
    case .appAlreadyRunning: .appAlreadyRunning
    case .appNotInBackground: .appNotInBackground
    case .appNotOnScreen: .appNotOnScreen
    case .noDialog: .noDialog
    case .dialogIsUp: .dialogIsUp
    case .noSuchNotification: .noSuchNotification
    case .noSuchAction: .noSuchAction
    case .nothingDelivered: .nothingDelivered
    case .noContent: .noContent
    case .noSuchFetch: .noSuchFetch
    case .unavailableOnSimulator: .unavailableOnSimulator
    case .noPendingTask: .noPendingTask
    case .noHandler: .noHandler
    case .noRunningTask: .noRunningTask
    case .taskOfPlugin: .taskOfPlugin
    case .clockOutOfRange: .clockOutOfRange
    case .phoneOff: .phoneOff
    case .phoneIsOn: .phoneIsOn
    case .phoneLocked: .phoneLocked
    case .beforeFirstUnlock: .beforeFirstUnlock
    case .phoneNotLocked: .phoneNotLocked
    case .androidOnly: .androidOnly
    case .iosOnly: .iosOnly
    case .noExactAlarmSetting: .noExactAlarmSetting
    case .noHibernation: .noHibernation
    case .noPermissionSetting: .noPermissionSetting
    case .noSuchChannel: .noSuchChannel
    case .noHostFetcher: .noHostFetcher
    case .eventStorm: .eventStorm
    }
  }

  /// The names of all refusals, in the order of their declaration.
  public static let names = Kind.allCases.map(\.rawValue)

  /// The range to which the wall clock can be set: the years with known zone transitions.
  static let clockRange: ClosedRange<Int64> = 0...4_133_980_799_999
}
