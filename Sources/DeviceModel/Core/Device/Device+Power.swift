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
    if isFirst { os.unlockedFirst() }
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
    if isLocked, os.sealsStorage { os.dataProtection.seal(&os.storage) }
    switch os.parts {
    case .ios:
      makeUpForSummary()
      releaseHeldNotifications()
    case .android: startedAndroid()
    }
  }

  /// Ends the app's process; a force-quit is forgotten with it, a stop by force of Android is not.
  ///
  /// Source: Apple, application(_:didReceiveRemoteNotification:fetchCompletionHandler:): after a
  /// force-quit the system starts the app again once a person opened it or restarted the device.
  /// AOSP, PackageUserState.stopped: the stopped state is stored, and ends when the app is opened.
  private mutating func shutDown() {
    endProcess(.reboot)
    os.dataProtection.open(&os.storage)
    switch os.parts {
    case .ios: break
    case .android:
      os.shutDownAndroid()
      if os.android.install.isStopped { return }
    }
    guard os.process.forgetEnding() else { return }
    os.record(.process(.changed(os.process.state)))
  }

  /// Installs another version: the process ends, everything else stays.
  ///
  /// Source: that pending requests survive it, thudugala/Plugin.LocalNotification 245.
  mutating func updateApp() {
    endProcess(.update)
    os.otherCode.appReplaced()
    switch os.parts {
    case .ios: break
    case .android: updatedAndroidApp()
    }
  }

  /// Removes the app and installs it again: Background App Refresh stays, and so do the keys in
  /// its keychain (knob).
  ///
  /// Source: Apple, requestAuthorization (it asks again after an install); Apple Developer Forums
  /// 36442 (items of the keychain outlive the app; knob); the rest is assumed.
  mutating func reinstall() {
    replaceInstall()
    switch os.parts {
    case .ios: removeWithIPhoneApp()
    case .android: break
    }
    if !os.keepsPermission { os.authorizationMachine.reinstalled() }
    os.storage.removeAll()
    switch os.parts {
    case .ios: if os.configuration.knobs.keychainSurvivesReinstall == .no { os.keychain.erase() }
    case .android:
      os.keychain.erase()
      os.reinstalledAndroidApp()
    }
  }

  /// The person restores a backup of this moment on a new phone: the app's data returns, and what
  /// the system held for it does not.
  ///
  /// Source: Apple Support, "About encrypted backups on your iPhone"; Apple,
  /// kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly (knob `keychainMigrates`); Android, "Back up
  /// user data with Auto Backup" (data, not alarms and work) and "Android Keystore system" (keys do
  /// not leave the phone). Knobs `restoreKeepsPermission`, `restoreKeepsPending`.
  /// Not modelled: an older backup, another time since boot, the new phone's own settings.
  mutating func restoreBackup(isEncrypted: Bool) {
    replaceInstall()
    if !os.restoresPermission { os.authorizationMachine.reinstalled() }
    switch os.parts {
    case .ios:
      let migrates = os.configuration.knobs.keychainMigrates == .yes
      if !isEncrypted || !migrates { os.keychain.erase() }
      restoredIPhoneApp()
    case .android:
      os.keychain.erase()
      os.restoredAndroidApp()
    }
  }

  /// Another install replaces the app: its process ends, and how it ended is forgotten.
  private mutating func replaceInstall() {
    endProcess(.update)
    os.otherCode.appReplaced()
    if os.process.forgetEnding() { os.record(.process(.changed(os.process.state))) }
  }
}

extension OperatingSystem {
  /// Whether the permission to notify outlives the app.
  public var keepsPermission: Bool {
    switch parts {
    case .ios: configuration.knobs.reinstallPermission == .kept
    case .android: false
    }
  }

  /// Whether the permission to notify comes with a backup.
  public var restoresPermission: Bool { configuration.knobs.restoreKeepsPermission == .yes }

  /// Whether the app's storage cannot be read between a start and the first unlock.
  ///
  /// Android's credential-protected storage cannot; of an iPhone's a knob says it.
  var sealsStorage: Bool {
    switch parts {
    case .ios: configuration.knobs.storageBeforeFirstUnlock == .empty
    case .android: true
    }
  }

  fileprivate mutating func unlockedFirst() {
    record(.power(.protectedDataAvailable))
    switch parts {
    case .ios: break
    case .android: scheduleBootCompleted()
    }
  }
}
