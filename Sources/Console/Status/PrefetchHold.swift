import DailyNotification
import DeviceModel
import History

extension PrefetchHold {
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
    case .restricted: ":setBackgroundRestricted off"
    }
  }
}

extension OperatingSystem {
  /// What holds a due prefetch back; nil when the system may run it.
  var prefetchHold: PrefetchHold? {
    var conditions = PrefetchConditions()
    conditions.platform = configuration.platform
    conditions.power = power.state
    conditions.isOnScreen = process.state.isOnScreen
    conditions.isPowerSavingOn = isPowerSavingOn
    conditions.isOffline = network.condition == .offline
    switch configuration.platform {
    case .ios:
      conditions.isForceQuit = process.wasForceQuit
      conditions.isRefreshOff = backgroundRefresh != .available
    case .android:
      conditions.isStopped = android.install.isStopped
      conditions.isDozing = android.doze.isIdle
      conditions.isRestricted = android.install.isRestricted
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
