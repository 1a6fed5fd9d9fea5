import DailyNotification
import SimulationCore

extension Device {
  /// Why a command makes no sense now; nil when it can be performed.
  public func refusal(of command: Command) -> CommandRefusal? {
    let state = os.process.state
    switch command {
    case .warpClock(let milliseconds):
      let time = os.wallMilliseconds + milliseconds
      return CommandRefusal.clockRange.contains(time) ? nil : .clockOutOfRange(time)
    case .setZone, .shiftDST: return nil
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
    case .setBackgroundRefresh, .setLowPowerMode:
      return os.isSimulator ? .unavailableOnSimulator(command.verb) : nil
    case .tamperCache: return os.storage.contents.isEmpty ? .noContent : nil
    case .fillDisk, .failWrites, .clearPending: return nil
    case .simulateTaskLaunch(let identifier): return refusalOfLaunching(identifier)
    case .simulateTaskExpiration(let identifier):
      return os.scheduler.run(of: identifier) == nil ? .noRunningTask(identifier) : nil
    }
  }

  private func refusalOfDismissing(_ identifier: String?) -> CommandRefusal? {
    guard let identifier else { return os.center.delivered.isEmpty ? .nothingDelivered : nil }
    let isShown = os.center.delivered.contains { $0.request.identifier == identifier }
    return isShown ? nil : .noSuchNotification(identifier)
  }

  /// The debugger needs a process; on a phone it also needs a pending request.
  private func refusalOfLaunching(_ identifier: String) -> CommandRefusal? {
    guard os.process.state.isAlive else { return .appNotRunning }
    guard os.scheduler.handlers.contains(identifier) else { return .noHandler(identifier) }
    let isPending = os.pendingTask(identifier) != nil
    return os.isSimulator || isPending ? nil : .noPendingTask(identifier)
  }

  mutating func execute(_ command: Command) {
    if case .call(let method, let options) = command {
      os.callCount += 1
      let call = PluginCall(number: os.callCount, method: method, options: options)
      os.record(.called(call))
      withPlugin { plugin, os in plugin.handle(call, on: &os) }
      return
    }
    os.record(.command(command))
    switch command {
    case .call: break
    case .warpClock(let milliseconds): warpClock(by: milliseconds)
    case .setZone(let zone): setZone(zone)
    case .shiftDST: shiftZone()
    case .launch: launchByPerson()
    case .foreground: comeToForeground()
    case .background: leaveScreen()
    case .swipeAway: endProcess(.forceQuit)
    case .systemTerminate: endProcess(.system)
    case .answerDialog(let isAllowed): answerDialog(isAllowed)
    case .tapNotification(let identifier): tap(identifier)
    case .dismissDelivered(let identifier): dismiss(identifier)
    case .setPermission(let status): _ = os.authorizationMachine.set(status)
    case .setBackgroundRefresh(let status): os.backgroundRefreshSetting = status
    case .setLowPowerMode(let isOn): os.isLowPowerModeOn = isOn
    case .tamperCache(let tampering): _ = os.storage.tamper(tampering)
    case .fillDisk(let isOn): os.storage.isFull = isOn
    case .failWrites(let count): os.storage.failingWrites = count
    case .clearPending: clearPending()
    case .simulateTaskLaunch(let identifier): launchTask(identifier)
    case .simulateTaskExpiration(let identifier):
      if let run = os.scheduler.run(of: identifier) { expireNow(run) }
    }
    reconsiderTasks()
  }

  private mutating func comeToForeground() {
    guard os.process.foreground() else { return }
    os.cancel(os.suspension)
    os.suspension = nil
    os.record(.process(os.process.state))
    if os.authorizationMachine.isDialogShown { os.process.cover(true) }
    resumeHeld()
    withPlugin { plugin, os in plugin.resumed(on: &os) }
  }

  private mutating func leaveScreen() {
    guard os.process.background() else { return }
    os.record(.process(os.process.state))
    os.scheduleSuspension()
  }

  private mutating func answerDialog(_ isAllowed: Bool) {
    guard os.authorizationMachine.answer(isAllowed: isAllowed) else { return }
    os.record(.dialogAnswered(isAllowed: isAllowed))
    os.process.cover(false)
    os.isAnswerHeld = true
    if os.process.state.canRunCode { resumeHeld() }
  }

  /// Opens the app on a notification, which leaves Notification Center.
  private mutating func tap(_ identifier: String) {
    os.record(.tapped(identifier: identifier))
    if !os.process.state.isAlive {
      launchByPerson()
    } else if !os.process.state.isOnScreen {
      comeToForeground()
    }
    withPlugin { plugin, os in plugin.tapped(on: &os) }
    _ = os.center.dismiss(identifier)
  }

  private mutating func dismiss(_ identifier: String?) {
    if let identifier {
      if os.center.dismiss(identifier) != nil { os.record(.dismissed(count: 1)) }
    } else {
      os.record(.dismissed(count: os.center.dismissAll()))
    }
  }

  private mutating func clearPending() {
    for request in os.center.requests {
      guard let removed = os.center.remove(request.identifier) else { continue }
      os.cancel(removed.token)
      os.record(.requestRemoved(identifier: request.identifier))
    }
  }

  private mutating func expireNow(_ run: TaskSchedulerMachine.Run) {
    os.cancel(run.expiry)
    expire(run.task.number)
  }
}
