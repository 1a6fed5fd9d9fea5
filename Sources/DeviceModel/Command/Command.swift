public import DailyNotification
public import JSONText

/// Something that a person, a test or a fault does to the phone.
///
/// Time is no command.
public enum Command: Hashable, Sendable {
  /// The host app calls the plugin.
  case call(method: String, options: JSONObject)
  // The process
  case launch
  case foreground
  case background
  case swipeAway
  case systemTerminate
  // The person
  case answerDialog(isAllowed: Bool)
  case tapNotification(identifier: String)
  case dismissDelivered(identifier: String?)
  // Settings
  case setPermission(AuthorizationStatus)
  case setBackgroundRefresh(BackgroundRefreshStatus)
  case setLowPowerMode(isOn: Bool)
  // Faults
  case tamperCache(CacheTampering)
  case fillDisk(isOn: Bool)
  case failWrites(count: Int)
  case clearPending
  // The debugger's verbs
  case simulateTaskLaunch(identifier: String)
  case simulateTaskExpiration(identifier: String)
}

/// Why the phone refused a command; nothing has changed, an event storm apart.
public enum CommandRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case appNotRunning
  case appSuspended
  case appAlreadyRunning
  case appNotInBackground
  case appNotOnScreen
  case noDialog
  case dialogIsUp
  case noSuchNotification(String)
  case nothingDelivered
  case noContent
  case unavailableOnSimulator(String)
  case noPendingTask(String)
  case noHandler(String)
  case noRunningTask(String)
  /// More than 10,000 events at one instant.
  case eventStorm

  public var description: String {
    switch self {
    case .appNotRunning: "the app is not running; launch it first"
    case .appSuspended: "the app is suspended; bring it to the foreground first"
    case .appAlreadyRunning: "the app is running already"
    case .appNotInBackground: "the app is not in the background"
    case .appNotOnScreen: "the app is not on the screen"
    case .noDialog: "no dialog is waiting for an answer"
    case .dialogIsUp: "the permission dialog is up; answer it first"
    case .noSuchNotification(let id): "Notification Center shows no '\(id)'"
    case .nothingDelivered: "Notification Center is empty"
    case .noContent: "no content is stored"
    case .unavailableOnSimulator(let what): "\(what) does not exist on the simulator"
    case .noPendingTask(let id): "no request for task '\(id)' is pending"
    case .noHandler(let id): "no launch handler is registered for task '\(id)'"
    case .noRunningTask(let id): "task '\(id)' is not running"
    case .eventStorm: "more than 10,000 events at one instant; the run cannot go on"
    }
  }

  /// The refusal's name for programs.
  public var name: String {
    switch self {
    case .appNotRunning: "appNotRunning"
    case .appSuspended: "appSuspended"
    case .appAlreadyRunning: "appAlreadyRunning"
    case .appNotInBackground: "appNotInBackground"
    case .appNotOnScreen: "appNotOnScreen"
    case .noDialog: "noDialog"
    case .dialogIsUp: "dialogIsUp"
    case .noSuchNotification: "noSuchNotification"
    case .nothingDelivered: "nothingDelivered"
    case .noContent: "noContent"
    case .unavailableOnSimulator: "unavailableOnSimulator"
    case .noPendingTask: "noPendingTask"
    case .noHandler: "noHandler"
    case .noRunningTask: "noRunningTask"
    case .eventStorm: "eventStorm"
    }
  }
}
