import DailyNotification
import SimulationCore

extension Device {
  mutating func execute(_ command: Command) {
    if case .call(let method, let options) = command {
      os.callCount += 1
      let call = PluginCall(number: os.callCount, method: method, options: options)
      os.record(.called(call.redacted))
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
    case .forceStop: break
    case .updateApp: updateApp()
    case .reinstall: reinstall()
    case .lock: lock()
    case .unlock: unlock()
    case .reboot(let isLocked): reboot(isLocked: isLocked)
    case .powerOff: powerOff()
    case .powerOn(let isLocked): boot(isLocked: isLocked)
    case .answerDialog(let isAllowed): answerDialog(isAllowed)
    case .tapNotification(let identifier): tap(identifier)
    case .dismissDelivered(let identifier): dismiss(identifier)
    case .setPermission(let status): _ = os.authorizationMachine.set(status)
    case .setBackgroundRefresh(let status): os.backgroundRefreshSetting = status
    case .setLowPowerMode(let isOn): os.isLowPowerModeOn = isOn
    case .setBattery(let level, let isCharging):
      os.battery.level = level
      os.battery.isCharging = isCharging ?? os.battery.isCharging
    case .setNetwork(let condition): os.network.condition = condition
    case .setExactAlarm, .setChannel: break
    case .scriptAPI(let responses): os.network.script(responses)
    case .tamperCache(let tampering): os.tamperCache(tampering)
    case .fillDisk(let isOn): os.storage.isFull = isOn
    case .failWrites(let count): os.storage.failingWrites = count
    case .clearPending: removeAllRequests()
    case .harness(let verb): press(verb)
    case .simulateTaskLaunch(let identifier): launchTask(identifier)
    case .simulateTaskExpiration(let identifier):
      if let run = os.scheduler.run(of: identifier) { expireNow(run) }
    }
    reconsiderTasks()
  }

  mutating func comeToForeground() {
    guard os.process.foreground() else { return }
    os.cancel(os.suspension)
    os.suspension = nil
    os.record(.process(os.process.state))
    if os.authorizationMachine.isDialogShown { os.process.cover(true) }
    resumeHeld()
    withPlugin { plugin, os in plugin.resumed(on: &os) }
  }

  mutating func leaveScreen() {
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

  mutating func removeAllRequests() {
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
