import DailyNotification
import SimulationCore

/// What other code in the app does on an Android phone; the plugin hears of none of it, save that
/// its running worker is stopped.
extension Device {
  /// Enqueues work of other code, which takes the place of the plugin's work of that name, or is
  /// dropped where that is kept.
  ///
  /// Source: Android, "Managing work" (ExistingWorkPolicy): the name of unique work is the app's.
  /// Not modelled: what the other worker does, and how long it runs.
  mutating func enqueueForeignWork(
    _ name: String, _ policy: WorkRequest.Policy, afterMilliseconds: Int64
  ) {
    switch policy {
    case .replace: cancelAnyWork(name)
    case .keep, .appendOrReplace: break
    }
    let beginDate = os.wallMilliseconds + afterMilliseconds
    os.enqueueWork(WorkRequest(name: name, policy: policy, beginDate: beginDate), by: .other)
  }

  /// Cancels work, whosever it is.
  ///
  /// Source: Android, WorkManager.cancelAllWork (documentation: it also cancels the work of
  /// libraries of the app) and cancelUniqueWork.
  /// Not modelled: that work of other code competes for places.
  mutating func cancelAnyWork(_ name: String?) {
    var names: [String] = []
    for item in os.android.work.items where !names.contains(item.name) { names.append(item.name) }
    for name in name.map({ [$0] }) ?? names {
      let running = os.android.work.runs.filter { $0.identifier == name }
      os.cancelWork(name, by: .other)
      for task in running { withAndroid { plugin, os in plugin.workStopped(task, on: &os) } }
    }
  }
}

extension OperatingSystem {
  /// Sets an alarm of other code at a wall time, ms since the Unix epoch.
  ///
  /// It is inexact, so that it needs no permission. Its receiver is not called before the first
  /// unlock, and does nothing. What the system refuses is recorded.
  /// With a pending intent that equals the plugin's (the request code and action, data, type,
  /// component and categories of the intent; extras do not count) it takes the place of the
  /// plugin's alarm, and calls its receiver, with the extras that the plugin has given.
  /// Source: AOSP, AlarmManagerService counts the alarms of an app, whichever code sets them;
  /// Android, AlarmManager.set and PendingIntent ("Intent.filterEquals").
  /// Not modelled: exact alarms of other code, receivers of it that run for long, and the crash of
  /// code that does not catch what the system throws at the 501st alarm; FLAG_UPDATE_CURRENT, which
  /// would take the plugin's extras away.
  mutating func setForeignAlarm(_ identifier: String, at time: Int64, hasSameIntent: Bool) {
    let content = NotificationContent(
      title: "", body: "", hasSound: false, priority: .default, categoryIdentifier: "",
      info: .foreign(plannedTime: time))
    let alarm = Alarm(identifier: identifier, time: time, call: .window, payload: content)
    let equal = android.alarms.entries.first {
      $0.alarm.identifier == identifier && $0.alarm.payload.owner == .plugin
    }
    guard hasSameIntent, let payload = equal?.alarm.payload else {
      try? setAlarm(alarm)
      return
    }
    let other = Alarm(identifier: identifier, time: time, call: .window, payload: payload)
    guard (try? setAlarm(other, recordedAs: alarm)) != nil else { return }
    record(.android(.alarmLost(identifier: identifier, .sameIntent, of: .plugin)))
  }

  /// Cancels alarms, whosever they are; the plugin's pending intents stay where they outlive them.
  ///
  /// Source: Android, AlarmManager.cancelAll (from API 34 on) and AlarmManager.cancel, for which an
  /// equal intent is enough.
  /// Not modelled: that cancelAll needs API 34; code on older systems has to name what it cancels.
  mutating func cancelAnyAlarms(_ identifiers: [String]?) {
    let names = identifiers ?? android.alarms.entries.map(\.alarm.identifier)
    for name in names { cancelAlarm(name, by: .other) }
    loseAlarms(.otherCode) { names.contains($0.identifier) }
  }

  /// Shows a notification of other code, on a channel that is created where it is missing.
  mutating func showForeign(_ notification: OtherNotification) {
    if channel(notification.channel) == nil {
      createChannel(
        ChannelRequest(
          identifier: notification.channel, name: notification.channel,
          importance: ChannelMachine.defaultImportance))
    }
    show(
      NotificationContent(
        title: notification.title, body: notification.body, hasSound: true, priority: .default,
        categoryIdentifier: "", info: .foreign(plannedTime: wallMilliseconds)),
      as: notification.identifier, on: notification.channel)
  }

  /// Takes notifications from the shade, whosever they are.
  ///
  /// Source: Android, NotificationManager.cancelAll (all notifications of the app).
  /// Not modelled: tags, by which notifications of one number differ.
  mutating func cancelAnyNotifications(_ identifiers: [String]?) {
    guard let identifiers else { return emptyShade() }
    for identifier in identifiers { cancelNotification(identifier) }
  }

  /// Deletes a channel and what is shown on it.
  ///
  /// Source: Android, NotificationManager.deleteNotificationChannel: created again under its name,
  /// it has the settings that it had. AOSP, NotificationManagerService cancels what it shows.
  /// Not modelled: the count of deleted channels that Settings shows.
  mutating func deleteChannel(_ identifier: String) {
    guard android.channels.delete(identifier) else { return }
    record(.android(.channelDeleted(identifier: identifier)))
    let shown = android.shade.active.filter { $0.channel == identifier }
    for notification in shown { cancelNotification(notification.identifier) }
  }
}
