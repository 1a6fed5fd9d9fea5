import DailyNotification
import SimulationCore

extension Device {
  /// Why a command makes no sense now; nil when it can be performed.
  public func refusal(of command: Command) -> CommandRefusal? {
    if command.isOfAndroid { return .androidOnly(command.verb) }
    if let refusal = refusalByPower(of: command) { return refusal }
    let state = os.process.state
    switch command {
    case .warpClock(let milliseconds):
      let time = os.wallMilliseconds + milliseconds
      return CommandRefusal.clockRange.contains(time) ? nil : .clockOutOfRange(time)
    case .setZone, .shiftDST, .forceStop, .updateApp, .reinstall, .lock, .unlock, .reboot,
      .powerOff, .powerOn:
      return nil
    case .call:
      return !state.isAlive ? .appNotRunning : state == .suspended ? .appSuspended : nil
    case .launch: return state.isAlive ? .appAlreadyRunning : nil
    case .foreground:
      guard state.isAlive else { return .appNotRunning }
      return state.isOnScreen ? .appNotInBackground : nil
    case .background:
      guard state.isAlive else { return .appNotRunning }
      return state.isOnScreen ? nil : .appNotOnScreen
    case .swipeAway, .systemTerminate: return state.isAlive ? nil : .appNotRunning
    case .answerDialog: return os.authorizationMachine.isDialogShown ? nil : .noDialog
    case .setPermission: return os.authorizationMachine.isDialogShown ? .dialogIsUp : nil
    case .tapNotification(let identifier):
      let isShown = os.center.delivered.contains { $0.request.identifier == identifier }
      return isShown ? nil : .noSuchNotification(identifier)
    case .dismissDelivered(let identifier): return refusalOfDismissing(identifier)
    case .setNetwork, .scriptAPI, .setExactAlarm, .setChannel: return nil
    case .setBackgroundRefresh, .setLowPowerMode, .setBattery:
      return os.isSimulator ? .unavailableOnSimulator(command.verb) : nil
    case .tamperCache: return os.storedData.contents.isEmpty ? .noContent : nil
    case .fillDisk, .failWrites, .clearPending: return nil
    case .harness:
      return !state.isAlive ? .appNotRunning : state == .suspended ? .appSuspended : nil
    case .simulateTaskLaunch(let identifier): return refusalOfLaunching(identifier)
    case .simulateTaskExpiration(let identifier):
      return os.scheduler.run(of: identifier) == nil ? .noRunningTask(identifier) : nil
    }
  }

  /// What a phone refuses that is off or locked.
  private func refusalByPower(of command: Command) -> CommandRefusal? {
    guard os.power.isPoweredOn else { return command.isPossibleWhileOff ? nil : .phoneOff }
    switch command {
    case .powerOn: return .phoneIsOn
    case .unlock: return os.power.isLocked ? nil : .phoneNotLocked
    case .lock: return os.power.isLocked ? .phoneLocked : nil
    case .launch, .foreground, .swipeAway, .reinstall, .answerDialog, .tapNotification:
      guard os.power.isLocked else { return nil }
      return os.power.hasBeenUnlocked ? .phoneLocked : .beforeFirstUnlock
    case .simulateTaskLaunch:
      let isBlocked = os.configuration.knobs.storageBeforeFirstUnlock == .blocked
      return isBlocked && !os.power.hasBeenUnlocked ? .beforeFirstUnlock : nil
    default: return nil
    }
  }

  private func refusalOfDismissing(_ identifier: String?) -> CommandRefusal? {
    guard let identifier else { return os.center.delivered.isEmpty ? .nothingDelivered : nil }
    let isShown = os.center.delivered.contains { $0.request.identifier == identifier }
    return isShown ? nil : .noSuchNotification(identifier)
  }

  /// The debugger needs a process; on a phone it also needs a pending request.
  ///
  /// Before the first unlock it stands for the system, which may start an app then.
  /// Source: Apple Developer Forums 15685; christianselig.com 2024/10.
  private func refusalOfLaunching(_ identifier: String) -> CommandRefusal? {
    let isPending = os.pendingTask(identifier) != nil
    if !os.power.hasBeenUnlocked, !os.process.state.isAlive {
      return isPending ? nil : .noPendingTask(identifier)
    }
    guard os.process.state.isAlive else { return .appNotRunning }
    guard os.scheduler.handlers.contains(identifier) else { return .noHandler(identifier) }
    return os.isSimulator || isPending ? nil : .noPendingTask(identifier)
  }
}

extension Command {
  /// Whether only Android has what it is about.
  fileprivate var isOfAndroid: Bool {
    switch self {
    case .forceStop, .setExactAlarm, .setChannel: true
    default: false
    }
  }

  /// Whether it makes sense on a phone that is switched off.
  fileprivate var isPossibleWhileOff: Bool {
    switch self {
    case .powerOn, .setBattery, .setNetwork, .scriptAPI: true
    default: false
    }
  }
}
