import DailyNotification
import SimulationCore

/// What a person, a test or a fault does to an Android phone.
extension Device {
  /// Why a command makes no sense on an Android phone now; nil when the rules of all phones decide.
  func refusalOnAndroid(of command: Command) -> CommandRefusal? {
    if VerbTable.iosOnly[command.verb] != nil { return .iosOnly(command.verb) }
    guard os.power.isPoweredOn else { return nil }
    if case .setPermission(.provisional) = command { return .iosOnly("setPermission provisional") }
    if case .setPermission = command, !os.hasNotificationSwitch { return .noPermissionSetting }
    if case .setExactAlarm = command, !os.android.exactAlarms.isSwitchable {
      return .noExactAlarmSetting
    }
    if case .setChannel(let identifier, _) = command,
      os.android.channels.channel(identifier) == nil
    {
      return .noSuchChannel(identifier)
    }
    if case .tapNotification(let identifier, .some) = command { return .noSuchAction(identifier) }
    return nil
  }

  /// Stops the app: its process, alarms, jobs and notifications go, and nothing but a person starts
  /// it again.
  ///
  /// Source: Android, ActivityManager.forceStopPackage and "Force stop" in Settings; from 35 on
  /// ("Behavior changes: all apps") its pending intents are cancelled as well.
  /// Not modelled: services, widgets and accounts of the app.
  mutating func forceStop() { stopApp(.forceStop) }

  private mutating func stopApp(_ loss: AlarmLoss) {
    endProcess(.forceQuit)
    if os.process.stopByForce() { os.record(.process(.changed(os.process.state))) }
    os.android.receivers.dropWaiting()
    os.loseAlarms(loss)
    if os.apiLevel >= 35 { os.android.alarms.removeIntents() }
    for token in os.android.work.unschedule() { os.cancel(token) }
    os.emptyShade()
    guard !os.android.install.isStopped else { return }
    os.android.install.stop()
    os.record(.android(.stoppedChanged(isStopped: true)))
  }

  /// The app has not been used for so long that it loses its permission, and hibernates.
  ///
  /// Source: Android, "Permissions updates in Android 11" (auto-reset) and "App hibernation" (from
  /// 31 on); a permission that was denied stays so. From 33 on there is one to take back.
  /// Not modelled: that the person can exempt the app, and the days between two looks.
  mutating func becameUnused() {
    if os.apiLevel >= 33, os.authorization.allowsNotifications {
      os.record(.android(.permissionReset))
      _ = os.authorizationMachine.set(.notDetermined)
      os.android.denials = 0
      endProcess(.system)
    }
    if os.apiLevel >= 31 { setHibernation(isOn: true) }
  }

  /// The app begins to hibernate, which stops it, or a tester ends that.
  ///
  /// Source: AOSP, AppHibernationService (hibernatePackageForUser stops the app by force,
  /// unhibernatePackageForUser sends the broadcasts of a boot).
  /// Not modelled: the files of a cache, which go as well.
  mutating func setHibernation(isOn: Bool) {
    guard os.android.install.setHibernating(isOn) else { return }
    if isOn { stopApp(.hibernation) }
    os.record(.android(.hibernationChanged(isHibernating: isOn)))
    if !isOn { os.sendBootWithoutRestart(.hibernationLeft) }
  }

  /// The person flips the switch for exact alarms.
  ///
  /// Source: Android, AlarmManager.canScheduleExactAlarms and
  /// ACTION_SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED: when it is taken away the system stops
  /// the app, deletes its exact alarms and sends nothing; when it is granted it sends the
  /// broadcast. AOSP, AlarmManagerService.removeExactAlarmsOnPermissionRevoked: nothing happens
  /// while the app is exempt from battery optimization.
  /// Not modelled: USE_EXACT_ALARM, which nobody can take away.
  mutating func setExactAlarms(isGranted: Bool) {
    guard os.android.exactAlarms.set(isGranted) else { return }
    os.record(.android(.exactAlarmsChanged(isGranted: isGranted)))
    guard !isGranted else { return deliver(.exactAlarmPermissionChanged) }
    guard !os.isBatteryExempt else { return }
    os.loseAlarms(.permissionRevoked) { $0.call.isExact }
    endProcess(.system)
  }

  /// The person has changed the permission to notify in Settings: no dialog asks again, and what is
  /// taken away ends the process.
  ///
  /// Source: AOSP, PermissionManagerServiceImpl (onPermissionRevoked ends the processes of the app,
  /// from 33 on for POST_NOTIFICATIONS as well; tests have
  /// revokePostNotificationPermissionWithoutKillForTest against it). Alarms and work stay.
  /// Not modelled: the permission that an update of the system takes away.
  mutating func permissionWasSet(_ status: AuthorizationStatus, wasAllowed: Bool) {
    os.android.denials = status == .denied ? 2 : 0
    if os.apiLevel >= 33, wasAllowed, !status.allowsNotifications { endProcess(.system) }
  }

  /// The person exempts the app from battery optimization, or takes that back.
  ///
  /// Source: Android, "Optimize for Doze and App Standby" (exemption); AOSP, AlarmManagerService:
  /// what was set while the app was exempt keeps its flags. AOSP, DeviceIdleController
  /// (removePowerSaveWhitelistAppInternal) changes the lists and sends a broadcast that no manifest
  /// receives; AlarmManagerService removes exact alarms, and ends the app's process, for a changed
  /// SCHEDULE_EXACT_ALARM alone (removeExactAlarmsOnPermissionRevoked).
  /// Not modelled: the exemption for minutes that a message of high priority brings.
  mutating func setBatteryExemption(isOn: Bool) {
    os.android.install.setExempt(isOn)
    stopWorkersInDoze()
  }

  /// The person restricts what the app does in the background (battery "Restricted"), or takes that
  /// back.
  ///
  /// Source: Android, "Power management restrictions" and "App background restrictions"; AOSP,
  /// AppStateTracker (areJobsRestricted, areAlarmsRestricted): jobs stop and do not start, charging
  /// or not, and alarms are held, not lost, while the app is not on the screen.
  /// Not modelled: foreground services, and that the setting exists from 28 on.
  mutating func setBackgroundRestricted(isOn: Bool) {
    os.android.install.setRestricted(isOn)
    stopWorkersInDoze()
    guard os.isHeldInBackground else { return }
    for task in os.android.work.runs { stopWork(task.number, .restricted) }
  }

  /// The person sets how prominently a channel shows, and what is heard of it.
  ///
  /// Source: Android, "Create and manage notification channels": the person decides about it.
  /// Not modelled: which sound it is, and the switch for channels of the same group.
  mutating func setChannel(_ identifier: String, _ settings: ChannelSettings) {
    if os.android.channels.set(identifier, settings) { os.recordChannel(identifier) }
  }

  // MARK: The process

  /// The app's process has started: a person's start ends the stopped state, and the library for
  /// work hands what it keeps to the system again.
  ///
  /// Source: Android, "Behavior changes: all apps" of 15: leaving the stopped state delivers
  /// BOOT_COMPLETED. AOSP, AppHibernationService: so does leaving hibernation, with
  /// LOCKED_BOOT_COMPLETED before it. androidx.work ForceStopRunnable. That a new install is sent
  /// no broadcast at its first start is assumed.
  /// Not modelled: starts by other apps, which end the stopped state as well.
  mutating func appStarted(isOnScreen: Bool) {
    if isOnScreen { opened() }
    if os.android.install.isBootWaiting {
      os.android.install.setBootWaiting(false)
      os.schedule(.android(.broadcast(.bootCompleted)), at: os.now)
    }
    // The library's store is credential-protected: it is read after the first unlock.
    if os.power.hasBeenUnlocked { os.rescheduleWork() }
  }

  /// A person has opened the app.
  private mutating func opened() {
    os.android.usage.opened()
    let isRestored = os.android.install.isRestored
    let hasLeftStop = os.android.install.opened()
    let hasLeftHibernation = os.android.install.hasLeftHibernation
    if hasLeftHibernation { os.record(.android(.hibernationChanged(isHibernating: false))) }
    if hasLeftStop || isRestored { os.record(.android(.stoppedChanged(isStopped: false))) }
    if hasLeftHibernation {
      os.sendBootWithoutRestart(.hibernationLeft)
    } else if hasLeftStop, os.apiLevel >= 35 {
      os.sendBootWithoutRestart(.stoppedStateLeft)
    }
  }

  // MARK: Start, update, clock

  /// The phone has started: receivers that can run before the first unlock hear of it at once.
  ///
  /// Source: Android, "Support Direct Boot mode" (ACTION_LOCKED_BOOT_COMPLETED). Knob
  /// `bootBroadcast`: no receiver hears of it, and no start of the app follows.
  /// Not modelled: starts for an update of the system, and other users of the phone.
  mutating func startedAndroid() {
    os.android.install.booting()
    os.restoreKeptAlarms()
    switch os.configuration.knobs.bootBroadcast {
    case .sent: break
    case .never: return
    }
    deliver(.lockedBootCompleted)
    if os.power.hasBeenUnlocked { os.scheduleBootCompleted() }
  }

  /// Another version of the app was installed.
  ///
  /// Source: AOSP, AlarmManagerService ignores a removal that is a replacement (knob
  /// `updateDropsAlarms`); Android, ACTION_MY_PACKAGE_REPLACED.
  /// Not modelled: an update that fails, or changes the manifest.
  mutating func updatedAndroidApp() {
    switch os.configuration.knobs.updateDropsAlarms {
    case .no: break
    case .yes: os.loseAlarms(.appReplaced)
    }
    deliver(.packageReplaced)
  }

  /// The wall clock was set: alarms whose time has come fire, then the broadcast is sent.
  ///
  /// Source: Android, Intent.ACTION_TIME_CHANGED; WorkManager's delays run on elapsed time (AOSP,
  /// androidx.work SystemJobInfoConverter hands the scheduler a latency).
  /// Not modelled: the network that corrects the clock by itself.
  mutating func clockWasSet(by milliseconds: Int64) {
    os.android.work.clockWarped(by: milliseconds)
    os.reaimAlarms()
    os.schedule(.android(.broadcast(.timeSet)), at: os.now)
  }

  // MARK: Doze

  /// A tester puts the phone into Doze, or takes that back.
  ///
  /// Source: Android, "Test with Doze" (dumpsys deviceidle force-idle, unforce).
  /// Not modelled: single steps of Doze (dumpsys deviceidle step), and that force-idle fails within
  /// half an hour of an alarm clock.
  mutating func setDoze(isOn: Bool) {
    os.android.doze.force(isOn)
    guard isOn else { return wakeFromDoze() }
    if os.android.doze.phase == .active { enterDoze() }
  }
}

extension OperatingSystem {
  /// What the permission to notify is on a new phone.
  ///
  /// Source: Android, "Notification runtime permission": below 33 notifications are on from the
  /// start.
  /// Not modelled: apps that came with the system, to which it may be granted.
  mutating func grantByDefault() {
    if android.apiLevel < 33 { _ = authorizationMachine.set(.authorized) }
  }

  /// Whether the dialog comes once more: the first denial is not final.
  var asksOnceMore: Bool { isAskable && authorization == .denied && android.denials == 1 }

  /// Whether the app's page in Settings has a switch for notifications.
  ///
  /// Source: Android, "Notification runtime permission": from 33 on an app that does not declare
  /// POST_NOTIFICATIONS cannot be allowed to notify.
  /// Not modelled: profiles of a company, whose administrator holds the switch.
  public var hasNotificationSwitch: Bool {
    !isAndroid || android.apiLevel < 33 || android.manifest.has(.postNotifications)
  }

  /// Whether there is a dialog for this app at all.
  private var isAskable: Bool {
    android.apiLevel >= 33 && android.manifest.has(.postNotifications)
  }

  /// Shows the permission dialog; where none may be shown, the answer is told at once.
  ///
  /// Source: Android, "Notification runtime permission" and "Request runtime permissions": the
  /// second denial is final. An app that does not declare POST_NOTIFICATIONS is denied. AOSP,
  /// Activity.requestPermissions starts an activity over the one that asks: without one on the
  /// screen nothing is asked, and the permission stays as it is.
  /// Not modelled: the grant that an update of the system brings to an app that had a channel; a
  /// request that waits until the app comes to the screen.
  mutating func requestNotificationPermission(by owner: CodeOwner) {
    guard process.state.isOnScreen || !isAskable else { return tellAnswer(to: owner) }
    if asksOnceMore { authorizationMachine.askAgain() }
    if !isAskable, authorization == .notDetermined { _ = authorizationMachine.set(.denied) }
    switch authorizationMachine.request(by: owner) {
    case .showDialog:
      record(.authorization(.dialogShown))
      android.install.permissionDialogChanged(isShown: true)
      process.cover(true)
    case .dialogIsShown: break
    case .answer: tellAnswer(to: owner)
    }
  }

  private mutating func tellAnswer(to owner: CodeOwner) {
    if owner == .plugin { schedule(.android(.permissionAnswered), at: now) }
  }

  /// Every alarm goes, or those that match.
  mutating func loseAlarms(_ loss: AlarmLoss, where matches: (Alarm) -> Bool = { _ in true }) {
    let stays =
      switch (configuration.knobs.pendingIntentAfterAlarm, loss) {
      case (.stays, .forceStop), (.stays, .hibernation), (.stays, .permissionRevoked),
        (.stays, .appReplaced),
        (.stays, .cleared), (.stays, .doze), (.stays, .otherCode):
        true
      case (.stays, .phoneOff), (.stays, .appRemoved), (.stays, .restored),
        (.stays, .sameIntent), (.gone, _):
        false
      }
    for entry in android.alarms.removeAll(staysAsIntent: stays, where: matches) {
      cancel(entry.token)
      let alarm = entry.alarm
      record(.android(.alarmLost(identifier: alarm.identifier, loss, of: alarm.payload.owner)))
    }
  }

  /// Aims every alarm at its wall time by the changed clock.
  ///
  /// Source: Android, AlarmManager.RTC_WAKEUP; that what the clock jumps over fires at once,
  /// flutter_local_notifications 2087.
  /// Not modelled: alarms on elapsed time, which the plugin does not set.
  mutating func reaimAlarms() {
    for entry in android.alarms.inOrderOfTime where !entry.isDue {
      cancel(entry.token)
      let token = schedule(
        .android(.alarm(serial: entry.serial)), at: instant(ofWall: entry.fireTime))
      android.alarms.attach(token, to: entry.serial)
    }
  }

  mutating func emptyShade() {
    let count = android.shade.removeAll()
    if count > 0 { record(.notification(.dismissed(count: count))) }
  }

  /// The person dismisses one notification, or all; nobody hears of it.
  ///
  /// Not modelled: delete intents, which the plugin does not set.
  mutating func dismissFromShade(_ identifier: String?) {
    guard let identifier else { return emptyShade() }
    cancelNotification(identifier)
  }

  /// The phone goes down: alarms and what is shown live in memory.
  ///
  /// Source: Android, AlarmManager: registered alarms are cleared when the device is turned off
  /// and rebooted.
  /// Not modelled: the broadcast of a shutdown, for which the plugin has no receiver.
  mutating func shutDownAndroid() {
    android.receivers.dropWaiting()
    switch configuration.knobs.bootKeepsAlarms {
    case .no: loseAlarms(.phoneOff)
    case .yes: for token in android.alarms.keepOverBoot() { cancel(token) }
    }
    android.alarms.removeIntents()
    emptyShade()
    cancel(android.doze.wake())
    android.doze.force(false)
    for token in android.work.unschedule() { cancel(token) }
    cancel(android.bootToken)
    android.bootToken = nil
  }

  /// Alarms that the phone's maker keeps over a start are set again (knob `bootKeepsAlarms`).
  ///
  /// What is overdue fires right after the boot receiver, which may have cancelled it.
  mutating func restoreKeptAlarms() {
    for entry in android.alarms.entries where entry.isDue {
      let time = max(now, instant(ofWall: entry.fireTime))
      android.alarms.attach(
        schedule(.android(.alarm(serial: entry.serial)), at: time), to: entry.serial)
    }
  }

  /// Sends the broadcasts of a boot without one.
  ///
  /// Source: AOSP, AppHibernationService: after hibernation LOCKED_BOOT_COMPLETED comes first;
  /// Android 15, "Behavior changes: all apps": after a force-stop BOOT_COMPLETED alone.
  /// Not modelled: users other than the one who opened the app.
  mutating func sendBootWithoutRestart(_ reason: BootlessReason) {
    android.install.sendBootWithoutRestart(reason)
    switch reason {
    case .stoppedStateLeft: break
    case .hibernationLeft: schedule(.android(.broadcast(.lockedBootCompleted)), at: now)
    }
    schedule(.android(.broadcast(.bootCompleted)), at: now)
  }

  /// Sends BOOT_COMPLETED 15 to 60 s from now, or later (knob `bootBroadcastDelay`).
  ///
  /// Source: Android, ACTION_BOOT_COMPLETED: after the first unlock. The time is an assumption;
  /// that it can be minutes, AlarmClock 398 and SuntimesWidget 494.
  /// Not modelled: other apps, whose receivers may come first and take longer.
  mutating func scheduleBootCompleted() {
    guard !android.install.isBootCompleted, configuration.knobs.bootBroadcast == .sent else {
      return
    }
    let drawn = android.bootStream.integer(in: 15_000...60_000)
    let delay = configuration.knobs.bootBroadcastDelay.milliseconds ?? drawn
    android.bootToken = schedule(
      .android(.broadcast(.bootCompleted)), at: now.advanced(byMilliseconds: delay))
  }

  /// The app was removed and installed again; nothing of it is left.
  ///
  /// Source: Android, ACTION_PACKAGE_FULLY_REMOVED (all its data has been removed).
  /// Not modelled: a backup that brings data back.
  mutating func reinstalledAndroidApp() {
    forgetAndroidApp(.appRemoved)
    android.channels.removeAll()
    android.denials = 0
    grantByDefault()
  }

  /// The app came to a new phone with a backup, and nobody has opened it there.
  ///
  /// Source: Android, "Back up user data with Auto Backup" (permissions the person granted and
  /// settings of channels come with it); "Schedule exact alarms are denied by default" (from 34 on
  /// not with a backup); AOSP, AppStandbyController.restoreAppsToRare; FLAG_STOPPED.
  /// Not modelled: apps that opt out of backups, a transfer from phone to phone.
  mutating func restoredAndroidApp() {
    let wasGranted = android.exactAlarms.isGranted
    forgetAndroidApp(.restored)
    android.install.restored()
    android.usage.restored()
    let isGranted = android.exactAlarms.isGranted
    if isGranted != wasGranted { record(.android(.exactAlarmsChanged(isGranted: isGranted))) }
    guard !restoresPermission else { return }
    android.denials = 0
    grantByDefault()
  }

  /// Nothing that the system held for the app is left.
  private mutating func forgetAndroidApp(_ loss: AlarmLoss) {
    android.receivers.dropWaiting()
    loseAlarms(loss)
    android.alarms.removeIntents()
    emptyShade()
    for item in android.work.cancelAll() {
      forget(item)
      record(.task(.cancelled(identifier: item.name)))
    }
    android.jobs.removeAll()
    android.exactAlarms.reinstalled()
    android.install.reinstalled()
    android.usage = AppUsage()
  }

  /// The app's process died: what ran for it begins again, what waits for it starts it anew.
  ///
  /// Source: Android, "Managing work": work that did not end is run again after the process died.
  /// Not modelled: work that other processes of the app run.
  mutating func androidAppDied() {
    android.install.closeExemptionDialog()
    android.install.processDied()
    cancel(android.receivers.finish().deadline)
    if !android.receivers.isIdle { schedule(.android(.deliver), at: now) }
    for (before, after) in android.work.processDied(at: wallMilliseconds) {
      cancel(before.deadline)
      if let task = before.task { record(.task(.lost(task))) }
      resubmit(after)
    }
  }
}
