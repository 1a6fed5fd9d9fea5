import DailyNotification
import SimulationCore

extension Device {
  /// Locks the screen: an app on it goes to the background.
  mutating func lock() {
    guard os.power.lock() else { return }
    os.record(.power(.changed(os.power.state)))
    guard os.process.state.isOnScreen else { return }
    leaveScreen()
    os.process.hideBehindLock()
  }

  /// Unlocks the screen: the first time after a start opens the app's storage.
  ///
  /// An app that was on the screen when it was locked and lives comes back.
  mutating func unlock() {
    let isFirst = !os.power.hasBeenUnlocked
    guard os.power.unlock() else { return }
    os.record(.power(.changed(os.power.state)))
    os.dataProtection.open(&os.storage)
    if isFirst { os.record(.power(.protectedDataAvailable)) }
    if isFirst, os.isAndroid { os.scheduleBootCompleted() }
    if os.process.returnsFromLock() { comeToForeground() }
  }

  /// Switches the phone off: the app's process ends, nothing runs and nothing is shown.
  mutating func powerOff() {
    shutDown()
    guard os.power.powerOff() else { return }
    os.record(.power(.changed(os.power.state)))
  }

  /// Starts the phone again at once.
  mutating func reboot(isLocked: Bool) {
    shutDown()
    boot(isLocked: isLocked)
  }

  /// Starts the phone: time since boot begins anew, what came due while it was off is seen to.
  mutating func boot(isLocked: Bool) {
    os.power.boot(isLocked: isLocked)
    os.clocks.boot()
    os.record(.power(.changed(os.power.state)))
    // Android's credential-protected storage cannot be read before the first unlock either.
    if isLocked, os.isAndroid || os.configuration.knobs.storageBeforeFirstUnlock == .empty {
      os.dataProtection.seal(&os.storage)
    }
    if os.isAndroid { startedAndroid() }
    for (identifier, serial) in os.center.held { release(identifier, serial) }
  }

  /// Ends the app's process; a force-quit is forgotten with it, a stop by force of Android is not.
  ///
  /// Source: Apple, application(_:didReceiveRemoteNotification:fetchCompletionHandler:): after a
  /// force-quit the system starts the app again once a person opened it or restarted the device.
  /// AOSP, PackageUserState.stopped: the stopped state is stored, and ends when the app is opened.
  private mutating func shutDown() {
    endProcess(.reboot)
    os.dataProtection.open(&os.storage)
    if os.isAndroid { os.shutDownAndroid() }
    if os.isAndroid, os.android.install.isStopped { return }
    guard os.process.forgetEnding() else { return }
    os.record(.process(.changed(os.process.state)))
  }

  /// Sees to a notification whose time came while the phone was off.
  ///
  /// Not known is whether the system shows it after the start: knob `triggerWhileOff`.
  private mutating func release(_ identifier: String, _ serial: Int) {
    switch os.configuration.knobs.triggerWhileOff {
    case .deliverAtBoot:
      os.center.attach(os.schedule(.trigger(serial: serial), at: os.now), to: serial)
    case .lost:
      guard let (request, trigger, fired) = os.center.takeDue(serial) else { return }
      rearm(request, firedAt: fired)
      os.record(notDelivered: request, request.occurrence(firedAt: trigger), .phoneOff)
    }
  }

  /// Installs another version: the process ends, everything else stays.
  ///
  /// Source: that pending requests survive it, thudugala/Plugin.LocalNotification 245.
  mutating func updateApp() {
    endProcess(.update)
    os.otherCode.appReplaced()
    if os.isAndroid { updatedAndroidApp() }
  }

  /// Removes the app and installs it again: Background App Refresh stays, and so do the keys in
  /// its keychain (knob).
  ///
  /// Source: Apple, requestAuthorization (it asks again after an install); Apple Developer Forums
  /// 36442 (items of the keychain outlive the app; knob); the rest is assumed.
  mutating func reinstall() {
    endProcess(.update)
    os.otherCode.appReplaced()
    if os.process.forgetEnding() { os.record(.process(.changed(os.process.state))) }
    removeAllRequests()
    for pending in os.scheduler.pending { os.cancelTask(pending.identifier) }
    os.center.dropRemovals()
    os.center.appRemoved()
    let dismissed = os.center.dismissAll()
    if dismissed > 0 { os.record(.notification(.dismissed(count: dismissed))) }
    os.authorizationMachine.reinstalled()
    os.storage.removeAll()
    if os.isAndroid || os.configuration.knobs.keychainSurvivesReinstall == .no {
      os.keychain.erase()
    }
    if os.isAndroid { os.reinstalledAndroidApp() }
  }
}
