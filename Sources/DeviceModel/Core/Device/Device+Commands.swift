import DailyNotification
import SimulationCore

extension Device {
  /// Why a command makes no sense now; nil when it can be performed.
  public func refusal(of command: Command) -> CommandRefusal? {
    switch os.parts {
    case .ios: if VerbTable.androidOnly[command.verb] != nil { return .androidOnly(command.verb) }
    case .android: if let refusal = refusalOnAndroid(of: command) { return refusal }
    }
    if let refusal = refusalByPower(of: command) { return refusal }
    let state = os.process.state
    switch command {
    case .warpClock(let milliseconds):
      let time = os.wallMilliseconds + milliseconds
      return CommandRefusal.clockRange.contains(time) ? nil : .clockOutOfRange(time)
    case .setZone, .shiftDST, .forceStop, .updateApp, .reinstall, .restoreBackup, .lock,
      .unlock, .reboot, .powerOff, .powerOn:
      return nil
    case .call:
      return !state.isAlive ? .appNotRunning : state == .suspended ? .appSuspended : nil
    case .launch: return canBeOpened ? nil : .appAlreadyRunning
    case .foreground:
      guard state.isAlive else { return .appNotRunning }
      return state.isOnScreen ? .appNotInBackground : nil
    case .background:
      guard state.isAlive else { return .appNotRunning }
      return state.isOnScreen ? nil : .appNotOnScreen
    case .swipeAway, .systemTerminate: return state.isAlive ? nil : .appNotRunning
    case .answerDialog, .dismissDialog:
      return os.dialog == nil ? .noDialog : nil
    case .setPermission: return os.authorizationMachine.isDialogShown ? .dialogIsUp : nil
    case .tapNotification(let identifier, let action?):
      return refusal(ofPressing: action, of: identifier)
    case .tapNotification(let identifier, nil):
      return isShown(identifier) ? nil : .noSuchNotification(identifier)
    case .dismissDelivered(let identifier): return refusalOfDismissing(identifier)
    case .setNetwork, .scriptAPI, .setLiveAPI, .setExactAlarm, .setChannel, .setDoNotDisturb,
      .setNotificationSettings, .setFocus, .setDoze,
      .setStandbyBucket, .setBatteryExemption, .setBackgroundRestricted:
      return nil
    case .setHibernation: return os.apiLevel < 31 ? .noHibernation : nil
    case .answerFetch(let answer):
      let isAwaited = os.awaitedFetches.contains { $0.number == answer.number }
      return isAwaited ? nil : .noSuchFetch(answer.number)
    case .setBackgroundRefresh, .setLowPowerMode, .setBattery:
      return os.isSimulator ? .unavailableOnSimulator(command.verb) : nil
    case .tamperCache: return os.storedData.contents.isEmpty ? .noContent : nil
    case .fillDisk, .failWrites, .clearPending: return nil
    case .harness(.registerNativeFetcher)
    where os.configuration.knobs.plugin.nativeFetcher == .builtIn:
      return .noHostFetcher
    case .harness:
      return !state.isAlive ? .appNotRunning : state == .suspended ? .appSuspended : nil
    case .otherCode(let act): return refusal(of: act)
    case .simulateTaskLaunch(let identifier): return refusalOfLaunching(identifier)
    case .simulateTaskExpiration(let identifier):
      switch os.parts {
      case .ios: return os.scheduler.run(of: identifier) == nil ? .noRunningTask(identifier) : nil
      case .android: return refusalOfStopping(identifier)
      }
    }
  }

  /// Whether a person who opens the app starts it, or on Android brings it back to the screen.
  ///
  /// Source: Android, "Tasks and the back stack": the icon brings a task that is there to the
  /// screen. A receiver or a worker may have started the process, so that a person cannot know.
  private var canBeOpened: Bool {
    let state = os.process.state
    return switch os.parts {
    case .ios: !state.isAlive
    case .android: !state.isOnScreen
    }
  }

  /// What a phone refuses that is off or locked.
  private func refusalByPower(of command: Command) -> CommandRefusal? {
    let isOn = os.power.isPoweredOn
    switch command {
    case .powerOn: return isOn ? .phoneIsOn : nil
    case .setBattery, .setNetwork, .scriptAPI, .setLiveAPI, .answerFetch: return nil
    // An action can be pressed on a locked phone; its own refusal knows the phone's state.
    case .tapNotification(_, .some): return nil
    case .unlock: return !isOn ? .phoneOff : os.power.isLocked ? nil : .phoneNotLocked
    case .lock: return !isOn ? .phoneOff : os.power.isLocked ? .phoneLocked : nil
    case .launch, .foreground, .swipeAway, .reinstall, .restoreBackup, .answerDialog,
      .dismissDialog, .tapNotification:
      guard isOn else { return .phoneOff }
      guard os.power.isLocked else { return nil }
      return os.power.hasBeenUnlocked ? .phoneLocked : .beforeFirstUnlock
    case .simulateTaskLaunch:
      guard isOn else { return .phoneOff }
      let isBlocked = os.configuration.knobs.storageBeforeFirstUnlock == .blocked
      return isBlocked && !os.power.hasBeenUnlocked ? .beforeFirstUnlock : nil
    case .harness(let verb):
      guard isOn else { return .phoneOff }
      return verb.needsStoredData && !os.power.hasBeenUnlocked ? .beforeFirstUnlock : nil
    case .call, .warpClock, .setZone, .shiftDST, .background, .systemTerminate, .forceStop,
      .updateApp, .reboot, .powerOff, .dismissDelivered, .setPermission, .setBackgroundRefresh,
      .setLowPowerMode, .setExactAlarm, .setChannel, .setDoNotDisturb,
      .setNotificationSettings, .setFocus, .setDoze, .setStandbyBucket,
      .setHibernation, .setBatteryExemption, .setBackgroundRestricted, .tamperCache, .fillDisk,
      .failWrites,
      .clearPending,
      .simulateTaskExpiration, .otherCode:
      return isOn ? nil : .phoneOff
    }
  }

  private func refusalOfDismissing(_ identifier: String?) -> CommandRefusal? {
    guard let identifier else { return os.delivered.isEmpty ? .nothingDelivered : nil }
    return isShown(identifier) ? nil : .noSuchNotification(identifier)
  }

  private func isShown(_ identifier: String) -> Bool {
    os.delivered.contains { $0.identifier == identifier }
  }

  /// The debugger needs a process; on a phone it also needs a pending request.
  ///
  /// Before the first unlock it stands for the system, which may start an app then.
  /// Source: Apple Developer Forums 15685; christianselig.com 2024/10.
  private func refusalOfLaunching(_ identifier: String) -> CommandRefusal? {
    switch os.parts {
    case .ios: return refusalOfLaunchingTask(identifier)
    case .android: return refusalOfRunning(identifier)
    }
  }

  private func refusalOfLaunchingTask(_ identifier: String) -> CommandRefusal? {
    let isPending = os.pendingTask(identifier) != nil
    if !os.power.hasBeenUnlocked, !os.process.state.isAlive {
      return isPending ? nil : .noPendingTask(identifier)
    }
    guard os.process.state.isAlive else { return .appNotRunning }
    guard os.scheduler.handlers.contains(identifier) else { return .noHandler(identifier) }
    return os.isSimulator || isPending ? nil : .noPendingTask(identifier)
  }
}

extension Device {
  mutating func execute(_ command: Command) {
    if case .call(let method, let options) = command {
      let call = PluginCall(number: os.traffic.nextCall(), method: method, options: options)
      os.record(.command(.called(call.redacted(os.secrets))))
      hand(call)
      return followUp()
    }
    os.record(.command(.performed(command.redacted(os.secrets))))
    switch command {
    case .call: break
    case .warpClock(let milliseconds): warpClock(by: milliseconds)
    case .setZone(let zone): setZone(zone)
    case .shiftDST: shiftZone()
    case .launch: os.process.state.isAlive ? comeToForeground() : launchByPerson()
    case .foreground: comeToForeground()
    case .background: leaveScreen()
    case .swipeAway: swipeAway()
    case .systemTerminate: endProcess(.system)
    case .forceStop: forceStop()
    case .updateApp: updateApp()
    case .reinstall: reinstall()
    case .restoreBackup(let isEncrypted): restoreBackup(isEncrypted: isEncrypted)
    case .lock: lock()
    case .unlock: unlock()
    case .reboot(let isLocked): reboot(isLocked: isLocked)
    case .powerOff: powerOff()
    case .powerOn(let isLocked): boot(isLocked: isLocked)
    case .answerDialog(let isAllowed): answerDialog(isAllowed)
    case .dismissDialog: dismissDialog()
    case .tapNotification(let identifier, let action?): press(action, of: identifier)
    case .tapNotification(let identifier, nil): tap(identifier)
    case .dismissDelivered(let identifier): dismiss(identifier)
    case .setPermission(let status): setPermission(status)
    case .setBackgroundRefresh(let status): os.scheduler.setBackgroundRefresh(status)
    case .setLowPowerMode(let isOn): os.power.setPowerSaving(isOn)
    case .setBattery(let level, let isCharging):
      os.power.set(
        BatteryState(level: level, isCharging: isCharging ?? os.power.battery.isCharging))
    case .setNetwork(let condition):
      os.network.set(condition)
      if condition == .offline { connectionLost() }
    case .setExactAlarm(let isGranted): setExactAlarms(isGranted: isGranted)
    case .setChannel(let identifier, let settings): setChannel(identifier, settings)
    case .setDoNotDisturb(let mode): os.android.doNotDisturb = mode
    case .setNotificationSettings(let switches):
      os.notificationSettings.set(switches)
      if !os.notificationSettings.isOn(.scheduledDelivery) { showSummary() }
    case .setFocus(let isOn): os.notificationSettings.isFocusOn = isOn
    case .setDoze(let isOn): setDoze(isOn: isOn)
    case .setStandbyBucket(let bucket): os.android.usage.setBucket(bucket)
    case .setHibernation(let isOn): setHibernation(isOn: isOn)
    case .setBatteryExemption(let isOn): setBatteryExemption(isOn: isOn)
    case .setBackgroundRestricted(let isOn): setBackgroundRestricted(isOn: isOn)
    case .scriptAPI(let responses): os.network.script(responses)
    case .setLiveAPI(let isOn): os.network.setLive(isOn: isOn)
    case .answerFetch(let answer): os.settle(answer)
    case .tamperCache(let tampering): os.dataProtection.tamper(tampering, &os.storage)
    case .fillDisk(let isOn): os.storage.fillDisk(isOn)
    case .failWrites(let count, let after): os.storage.failWrites(count, after: after)
    case .clearPending: clearPending()
    case .otherCode(let act): self.act(act)
    case .harness(let verb): press(verb)
    case .simulateTaskLaunch(let identifier): launchNow(identifier)
    case .simulateTaskExpiration(let identifier): expireNow(identifier)
    }
    reconsiderTasks()
  }

  /// Hands a call to the plugin; what that lacks (knob `pluginRegistration`) the host rejects.
  mutating func hand(_ call: PluginCall) {
    guard !os.configuration.knobs.pluginRegistration.has(call.method) else {
      return enter(.call(call))
    }
    os.settle(call, with: .rejected(.unimplemented(call.method, on: os.platformName)))
  }

  mutating func comeToForeground() {
    guard os.process.foreground() else { return }
    os.cancel(os.process.takeSuspension())
    os.record(.process(.changed(os.process.state)))
    if os.dialog != nil { os.process.cover(true) }
    switch os.parts {
    case .ios: break
    case .android: appStarted(isOnScreen: true)
    }
    resumeHeld()
    enter(.resumed)
  }

  mutating func leaveScreen() {
    guard os.process.background() else { return }
    os.record(.process(.changed(os.process.state)))
    os.scheduleSuspension()
  }

  /// Takes the app out of the app switcher: on iOS that is a force-quit.
  private mutating func swipeAway() {
    switch os.parts {
    case .ios: endProcess(.forceQuit)
    case .android:
      switch os.configuration.knobs.swipeKills {
      case .stock: endProcess(.swipe)
      case .asForceStop: forceStop()
      }
    }
  }

  private mutating func connectionLost() {
    switch os.parts {
    case .ios: break
    case .android: stopWorkers()
    }
  }

  private mutating func clearPending() {
    switch os.parts {
    case .ios: removeAllRequests()
    case .android: os.loseAlarms(.cleared)
    }
  }

  private mutating func launchNow(_ identifier: String) {
    switch os.parts {
    case .ios: launchTask(identifier)
    case .android: runWorkNow(identifier)
    }
  }

  private mutating func expireNow(_ identifier: String) {
    switch os.parts {
    case .ios: if let run = os.scheduler.run(of: identifier) { expireNow(run) }
    case .android: stopWorkNow(identifier)
    }
  }

  private mutating func setPermission(_ status: AuthorizationStatus) {
    let wasAllowed = os.authorization.allowsNotifications
    _ = os.authorizationMachine.set(status)
    switch os.parts {
    case .ios: break
    case .android: permissionWasSet(status, wasAllowed: wasAllowed)
    }
  }
}
