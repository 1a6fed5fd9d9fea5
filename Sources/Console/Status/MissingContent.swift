import DailyNotification

/// Why a notification had no content when it was shown, as far as the phone's state says it.
enum MissingContent: Hashable, Sendable {
  /// Its fetch failed.
  case fetchFailed(FailureReason)
  /// Its fetch was under way.
  case fetchUnderWay
  /// Content was fetched, and was for another time, too old or not there any more.
  case contentGone
  /// Its task was due and held back.
  case held(PrefetchHold)
  /// Its task was due, and the system had not run it.
  case taskLate
  /// Its task was not due before it.
  case taskNotDue
  /// No task was pending.
  case noTask

  /// The reason in words: `the app was in front`.
  var words: String {
    switch self {
    case .fetchFailed(let reason): "the fetch failed (\(reason.rawValue))"
    case .fetchUnderWay: "the fetch was under way"
    case .contentGone: "the fetched content was for another time, stale or gone"
    case .held(let hold): hold.past
    case .taskLate: "the system had not run the prefetch yet"
    case .taskNotDue: "the prefetch was not due before it"
    case .noTask: "no prefetch was pending"
    }
  }
}

/// Why the system runs no prefetch that is due, or shows no notification that is.
enum PrefetchHold: Hashable, Sendable, CaseIterable {
  case phoneOff
  case lockedSinceStart
  case forceQuit
  case refreshOff
  case lowPower
  case appInFront
  /// On Android the app was stopped by force, or never opened.
  case stopped
  /// On Android the phone has started, and the app's work is not set up again yet.
  case justStarted
  /// The same where nothing tells the app that the phone has started.
  case bootUnheard
  case doze
  case offline
  /// On Android, Battery Saver.
  case batterySaver

  /// The reason after the fact.
  var past: String {
    switch self {
    case .phoneOff: "the phone was off"
    case .lockedSinceStart: "the phone had not been unlocked since its start"
    case .forceQuit: "the app had been swiped away"
    case .refreshOff: "Background App Refresh was off"
    case .lowPower: "Low Power Mode was on"
    case .appInFront: "the app was in front"
    case .stopped: "the app was stopped until somebody opened it"
    case .justStarted: "the phone had just been started"
    case .bootUnheard: "nothing had told the app that the phone was started"
    case .doze: "the phone was in Doze"
    case .offline: "there was no network"
    case .batterySaver: "Battery Saver was on"
    }
  }

  /// What ends it: a key or a command.
  var remedy: String {
    switch self {
    case .phoneOff: ":powerOn"
    case .lockedSinceStart: ":unlock"
    case .forceQuit: ":launch"
    case .refreshOff: ":setBackgroundRefresh available"
    case .lowPower: ":setLowPowerMode off"
    case .appInFront: ":background"
    case .stopped: ":launch"
    case .justStarted: ":advance 1m"
    case .bootUnheard: ":launch"
    case .doze: ":setDoze off"
    case .offline: ":setNetwork online"
    case .batterySaver: ":setLowPowerMode off"
    }
  }

  /// The reason as it stands.
  var present: String {
    switch self {
    case .phoneOff: "the phone is off"
    case .lockedSinceStart: "the phone has not been unlocked since its start"
    case .forceQuit: "the app was swiped away"
    case .refreshOff: "Background App Refresh is off"
    case .lowPower: "Low Power Mode is on"
    case .appInFront: "the app is in front"
    case .stopped: "the app is stopped until somebody opens it"
    case .justStarted: "the phone has just been started"
    case .bootUnheard: "nothing tells the app that the phone was started"
    case .doze: "the phone is in Doze"
    case .offline: "there is no network"
    case .batterySaver: "Battery Saver is on"
    }
  }
}
