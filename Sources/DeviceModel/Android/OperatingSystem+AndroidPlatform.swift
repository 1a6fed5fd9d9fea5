public import DailyNotification
import SimulationCore

extension OperatingSystem: AndroidPlatform {}

extension OperatingSystem: AlarmAccess {
  /// Whether exact alarms can be set: by the permission, or by the exemption from battery
  /// optimization.
  ///
  /// Source: Android, AlarmManager.canScheduleExactAlarms and "Schedule exact alarms are denied by
  /// default" (apps that are exempt need no permission); AOSP, AlarmManagerService
  /// (EXACT_ALLOW_REASON_ALLOW_LIST).
  /// Not modelled: the other reasons to allow them, such as the certificate of the platform.
  public var canScheduleExactAlarms: Bool { android.exactAlarms.isGranted || isBatteryExempt }

  public mutating func setAlarm(_ alarm: Alarm) throws(AlarmRefusal) {
    try setAlarm(alarm, recordedAs: alarm)
  }

  /// Sets an alarm; `told` is what records say of it.
  mutating func setAlarm(_ alarm: Alarm, recordedAs told: Alarm) throws(AlarmRefusal) {
    let lateness = (alarm.call.isExact ? 0 : drawAlarmLateness()) + drawMakerDelay(alarm.call)
    do throws(AlarmRefusal) {
      let setting = try android.alarms.set(
        alarm, at: wallMilliseconds, isExactAllowed: canScheduleExactAlarms,
        isExempt: isBatteryExempt, lateness: lateness)
      cancel(setting.replaced?.token)
      record(
        .android(
          .alarmSet(told, time: setting.fireTime, isReplacement: setting.replaced != nil)))
      let token = schedule(
        .android(.alarm(serial: setting.serial)), at: instant(ofWall: setting.fireTime))
      android.alarms.attach(token, to: setting.serial)
    } catch {
      record(.android(.alarmRefused(told, error)))
      throw error
    }
  }

  public mutating func cancelAlarm(_ identifier: String) { cancelAlarm(identifier, by: .plugin) }

  /// Cancels an alarm of the code that does so.
  mutating func cancelAlarm(_ identifier: String, by owner: CodeOwner) {
    guard let entry = android.alarms.cancel(identifier, of: owner) else { return }
    cancel(entry.token)
    record(.android(.alarmCancelled(identifier: identifier, by: owner)))
  }

  public var alarmsRevision: Int { android.alarms.revision }

  public func hasPendingIntent(_ identifier: String) -> Bool {
    android.alarms.hasIntent(identifier)
  }

  public mutating func receiverFinished(_ alarm: Alarm) {
    let (isRunning, deadline) = android.receivers.finish()
    guard isRunning else { return }
    cancel(deadline)
    if !android.receivers.isIdle { schedule(.android(.deliver), at: now) }
  }

  /// How late the phone's maker lets an alarm fire, in milliseconds (knob `makerDelay`).
  ///
  /// Source: reports of exact alarms minutes late on phones of some makers (kraigsandroid 141,
  /// notifee 416, zo0r 1964). That the delay is drawn when the alarm is set is an assumption.
  /// Not modelled: makers that delay alarms only after hours without use.
  private mutating func drawMakerDelay(_ call: Alarm.Call) -> Int64 {
    guard let delay = configuration.knobs.makerDelay.range,
      call != .alarmClock || configuration.knobs.makerDelay.delaysAlarmClocks
    else { return 0 }
    return android.makerStream.integer(in: delay)
  }

  /// How late an inexact alarm fires, in milliseconds: in its window, or within the hour.
  ///
  /// Source: Android, "Schedule alarms" (within one hour, unless Doze or battery saver holds it);
  /// AOSP, MIN_WINDOW. The shares are an assumption.
  /// Not modelled: alarms that the system batches with those of other apps.
  private mutating func drawAlarmLateness() -> Int64 {
    guard configuration.variant != .emulator else { return 0 }
    let isInWindow = android.alarmStream.below(10) < 9
    return android.alarmStream.integer(
      in:
        0...(isInWindow
        ? AlarmMachine.windowMilliseconds : AlarmMachine.latestMilliseconds))
  }
}

extension OperatingSystem: ChannelAccess {
  public mutating func createChannel(_ channel: ChannelRequest) {
    switch android.channels.create(channel) {
    case .created, .changed: recordChannel(channel.identifier)
    case .unchanged: break
    }
  }

  mutating func recordChannel(_ identifier: String) {
    guard let importance = android.channels.channel(identifier)?.importance else { return }
    record(.android(.channelChanged(identifier: identifier, importance: importance)))
  }

  public func channel(_ identifier: String) -> ChannelState? {
    android.channels.channel(identifier)
  }

  public mutating func show(
    _ content: NotificationContent, as identifier: String, on channel: String
  ) {
    let notification = ActiveNotification(
      identifier: identifier, channel: channel, content: content, shownAt: wallMilliseconds)
    let channel = android.channels.channel(channel)
    var item = notification.item
    item.presentation =
      channel?.presentation(android.doNotDisturb, configuration.knobs.dndVisual)
      ?? item.presentation
    let action = android.shade.show(
      notification, importance: channel?.importance, item.presentation,
      isAllowed: authorization.allowsNotifications, at: now)
    switch action {
    case .shown: record(.notification(.delivered(redacted(item))))
    case .dropped(let reason):
      record(
        .notification(
          .notDelivered(
            UndeliveredNotification(
              identifier: identifier, content: content, occurrence: content.info.plannedTime,
              reason: reason))))
    }
  }

  public var activeNotifications: [ActiveNotification] { android.shade.active }

  public func activeNotification(_ identifier: String) -> ActiveNotification? {
    android.shade.notification(identifier)
  }

  public mutating func cancelNotification(_ identifier: String) {
    guard android.shade.remove(identifier) != nil else { return }
    record(.notification(.dismissed(count: 1)))
  }
}

extension OperatingSystem: WorkAccess {
  public mutating func enqueueWork(_ request: WorkRequest) { enqueueWork(request, by: .plugin) }

  /// Enqueues work for the code that does so; that of other code begins on time.
  mutating func enqueueWork(_ request: WorkRequest, by owner: CodeOwner) {
    let lateness = owner == .plugin ? drawWorkLateness() : 0
    switch android.work.enqueue(request, lateness: lateness, by: owner) {
    case .kept: return
    case .appended:
      record(
        .task(
          .submitted(
            identifier: request.name, earliestBeginDate: request.beginDate,
            isReplacement: false, by: owner)))
    case .enqueued(let serial, let replaced):
      for item in replaced { forget(item) }
      record(
        .task(
          .submitted(
            identifier: request.name, earliestBeginDate: request.beginDate,
            isReplacement: !replaced.isEmpty, by: owner)))
      aim(serial)
    }
  }

  public mutating func cancelWork(_ name: String) { cancelWork(name, by: .plugin) }

  /// Cancels the work of a name for the code that does so.
  mutating func cancelWork(_ name: String, by owner: CodeOwner) {
    let cancelled = android.work.cancel(name)
    guard !cancelled.isEmpty else { return }
    for item in cancelled { forget(item) }
    record(.task(.cancelled(identifier: name, by: owner)))
  }

  public func work(_ name: String) -> WorkState? { android.work.state(name) }

  public mutating func workEnded(_ task: LaunchedTask, _ result: WorkResult) {
    let action = android.work.end(task, result, at: wallMilliseconds)
    switch action {
    case .unknown: return
    case .ended(let item, let next):
      ended(item, task, isSuccess: true)
      if let next { aim(next.serial) }
    case .failed(let item, let dependents):
      ended(item, task, isSuccess: false)
      if !dependents.isEmpty { record(.task(.cancelled(identifier: item.name))) }
    case .again(let item):
      cancel(item.deadline)
      record(.task(.completed(task, isSuccess: false)))
      resubmit(item)
    }
  }

  private mutating func ended(_ item: WorkMachine.Item, _ task: LaunchedTask, isSuccess: Bool) {
    cancel(item.deadline)
    record(.task(.completed(task, isSuccess: isSuccess)))
  }
}

extension OperatingSystem: AndroidSettingsAccess {
  public var apiLevel: Int { android.apiLevel }

  public var isBatteryExempt: Bool { android.install.isBatteryExempt }

  public var exactAlarmCall: Alarm.Call { configuration.knobs.exactApi.call }

  public var wasForceStopped: Bool {
    android.install.hasLeftHibernation || apiLevel >= 35 && android.install.hasLeftStop
  }

  /// Opens a page of the settings over an app that is on the screen; false for any other.
  ///
  /// Source: Android, Intent.FLAG_ACTIVITY_NEW_TASK and the restrictions on starting activities
  /// from the background.
  /// Not modelled: makers whose pages have other names, or none.
  public mutating func openSettings(_ page: AndroidPage) -> Bool {
    guard process.state.isOnScreen else { return false }
    record(.android(.settingsOpened(page)))
    guard process.background() else { return true }
    record(.process(.changed(process.state)))
    return true
  }

  /// Shows the system's dialog over an app that is on the screen and that stays there behind it.
  ///
  /// Source: Android, Settings.ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS; AOSP, Settings,
  /// RequestIgnoreBatteryOptimizations: an alert whose activity ends at once where the manifest
  /// lacks REQUEST_IGNORE_BATTERY_OPTIMIZATIONS, of which the app hears nothing.
  /// Not modelled: makers that show a page instead; that Home hides the dialog with the app, and
  /// that it outlives the app's process.
  public mutating func requestBatteryExemption() -> Bool {
    guard process.state.isOnScreen else { return false }
    guard android.manifest.has(.requestIgnoreBatteryOptimizations) else { return true }
    if android.install.showExemptionDialog() {
      record(.android(.exemptionDialogShown))
      process.cover(true)
    }
    return true
  }
}

extension ActiveNotification {
  /// The notification as the parts outside see it.
  var item: VisibleNotification {
    VisibleNotification(
      identifier: identifier, content: content, deliveredAt: shownAt,
      occurrence: content.info.plannedTime, isRepeating: false, platform: .android)
  }
}

extension Knobs.ExactApi {
  /// The call of the alarm manager.
  var call: Alarm.Call {
    switch self {
    case .alarmClock: .alarmClock
    case .allowWhileIdle: .allowWhileIdle
    case .exact: .exact
    }
  }
}
