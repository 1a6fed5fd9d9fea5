import DailyNotification
import DeviceModel

/// What decides whether the system may run a prefetch that is due.
struct PrefetchConditions: Hashable, Sendable {
  var platform = DevicePlatform.ios
  var power = PowerMachine.State.unlocked
  var process = ProcessMachine.State.notRunning
  /// On an iPhone: the person has swiped the app away, and has not opened it since.
  var isForceQuit = false
  var isRefreshOff = false
  var isPowerSavingOn = false
  /// On Android: the app was stopped by force, or never opened.
  var isStopped = false
  /// On Android: why the system does not know the work since the phone's start; nil while it does.
  var forgotten: PrefetchHold?
  var isOffline = false
  var isDozing = false
  /// Whether the app is exempt from battery optimization.
  var isExempt = false

  /// What holds it back; nil when the system may run it.
  var hold: PrefetchHold? {
    if power == .off { return .phoneOff }
    if power == .beforeFirstUnlock { return .lockedSinceStart }
    switch platform {
    case .ios:
      if isForceQuit { return .forceQuit }
      if isRefreshOff { return .refreshOff }
      if isPowerSavingOn { return .lowPower }
      return process.isOnScreen ? .appInFront : nil
    case .android:
      if isStopped { return .stopped }
      if let forgotten { return forgotten }
      if isOffline { return .offline }
      if process.isOnScreen { return nil }
      if isDozing { return .doze }
      return isPowerSavingOn && !isExempt ? .batterySaver : nil
    }
  }
}

extension OperatingSystem {
  /// What holds a due prefetch back; nil when the system may run it.
  var prefetchHold: PrefetchHold? {
    var conditions = PrefetchConditions()
    conditions.platform = configuration.platform
    conditions.power = power.state
    conditions.process = process.state
    conditions.isPowerSavingOn = isPowerSavingOn
    conditions.isOffline = network.condition == .offline
    switch configuration.platform {
    case .ios:
      conditions.isForceQuit = process.wasForceQuit
      conditions.isRefreshOff = backgroundRefresh != .available
    case .android:
      conditions.isStopped = android.install.isStopped
      conditions.isDozing = android.doze.isIdle
      conditions.isExempt = android.install.isBatteryExempt
      if !isPrefetchKnown {
        conditions.forgotten =
          configuration.knobs.bootBroadcast == .sent ? .justStarted : .bootUnheard
      }
    }
    return conditions.hold
  }

  /// Whether the system knows the prefetch that is pending; on Android it does not after a start,
  /// until the app's code has run.
  var isPrefetchKnown: Bool { !isAndroid || android.work.isScheduled }
}
