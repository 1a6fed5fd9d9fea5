public import DeviceModel

/// Why the system runs no prefetch that is due, or shows no notification that is.
public enum PrefetchHold: String, Hashable, Sendable, CaseIterable {
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
  /// On Android, the person has restricted the app in the background.
  case restricted

  /// The reason after the fact: `the app was in front`.
  public var past: String {
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
    case .restricted: "the app was restricted in the background"
    }
  }

  /// The reason as it stands: `the app is in front`.
  public var present: String {
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
    case .restricted: "the app is restricted in the background"
    }
  }

  /// The rule by which the system waits, as an end of a sentence; nil where the reason says it.
  public var rule: String? {
    switch self {
    case .forceQuit: "so the system runs no refresh task before it is opened"
    case .appInFront: "where a due refresh task waits"
    case .offline: "which the work waits for"
    case .doze: "where work waits for a maintenance window"
    case .batterySaver: "and the app is not exempt from it"
    case .restricted: "where no work runs before it is opened"
    case .phoneOff, .lockedSinceStart, .refreshOff, .lowPower, .stopped, .justStarted,
      .bootUnheard:
      nil
    }
  }
}

/// What decides whether the system may run a prefetch that is due.
public struct PrefetchConditions: Hashable, Sendable {
  /// The phone's system.
  public var platform = DevicePlatform.ios
  /// Whether the phone is on and has been unlocked.
  public var power = PowerMachine.State.unlocked
  /// Whether the app is on the screen.
  public var isOnScreen = false
  /// On an iPhone: the person has swiped the app away, and has not opened it since.
  public var isForceQuit = false
  /// On an iPhone: Background App Refresh is not available.
  public var isRefreshOff = false
  /// Low Power Mode, or Battery Saver.
  public var isPowerSavingOn = false
  /// On Android: the app was stopped by force, or never opened.
  public var isStopped = false
  /// On Android: why the system does not know the work since the phone's start; nil while it does.
  public var forgotten: PrefetchHold?
  /// Whether there is no network.
  public var isOffline = false
  /// On Android: whether the phone dozes, outside a maintenance window.
  public var isDozing = false
  /// On Android: whether the person has restricted the app in the background.
  public var isRestricted = false
  /// On Android: whether the app is exempt from battery optimization.
  public var isExempt = false

  /// Nothing holds it back.
  public init() {}

  /// What holds it back; nil when the system may run it.
  public var hold: PrefetchHold? {
    if power == .off { return .phoneOff }
    if power == .beforeFirstUnlock { return .lockedSinceStart }
    switch platform {
    case .ios:
      if isForceQuit { return .forceQuit }
      if isRefreshOff { return .refreshOff }
      if isPowerSavingOn { return .lowPower }
      return isOnScreen ? .appInFront : nil
    case .android:
      if isStopped { return .stopped }
      if let forgotten { return forgotten }
      if isOffline { return .offline }
      if isOnScreen { return nil }
      if isRestricted { return .restricted }
      if isDozing, !isExempt { return .doze }
      return isPowerSavingOn && !isExempt ? .batterySaver : nil
    }
  }
}
