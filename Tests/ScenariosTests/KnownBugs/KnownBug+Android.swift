import SimulationCore

@testable import DailyNotification
@testable import DeviceModel

extension KnownBug {
  private static let minute: Int64 = 60_000
  private static let hour = 60 * minute

  /// The bugs that are planted on an Android phone.
  static let android: [KnownBug] = atBoot + whileItRuns + ofCalls

  private static let atBoot = [
    KnownBug(
      number: 2, name: "upstream-02-boot-receiver-not-direct-boot-aware", platform: .android,
      failure: "heard before the first unlock",
      configure: { configuration in
        configuration.androidManifest.receivers = configuration.androidManifest.receivers.map {
          AndroidManifest.Receiver(
            name: $0.name, isDirectBootAware: false, actions: $0.actions)
        }
      }),
    KnownBug(
      number: 2, name: "upstream-02-boot-receiver-not-direct-boot-aware", platform: .android,
      failure: "set again after it",
      configure: { configuration in
        let without = configuration.androidManifest.without("BOOT_COMPLETED")
        configuration.androidManifest = without ?? configuration.androidManifest
      }),
    KnownBug(
      number: 3, name: "upstream-03-boot-broadcast-never-comes", platform: .android,
      failure: "set again by the start",
      // It relies on the broadcast alone.
      misbehave: { device, record in
        if record.isCommand(.launch) { device.os.loseAlarms(.cleared) }
      }),
    KnownBug(
      number: 4, name: "upstream-04-two-broadcasts-of-one-boot", platform: .android,
      failure: "reported once", invariants: [10],
      // The second broadcast recovers what the first one has recovered.
      misbehave: { device, record in
        guard record.isBootCompleted, let miss = device.os.storage.misses.last else { return }
        device.os.notifyHost(.notificationMissed(miss))
      }),
    KnownBug(
      number: 5, name: "upstream-05-stale-pending-intent-after-boot", platform: .android,
      failure: "set again by the broadcast",
      // It takes the intents for alarms.
      misbehave: { device, record in
        if record.isBootCompleted { device.os.loseAlarms(.cleared) }
      }),
    KnownBug(
      number: 6, name: "upstream-06-alarms-survive-the-boot", platform: .android,
      failure: "still one alarm for each day",
      // It sets what it finds in its store under new names.
      misbehave: { device, record in
        guard record.isBootCompleted else { return }
        for entry in device.os.android.alarms.entries {
          device.setAlarm(
            "notify_\(entry.alarm.time)", at: entry.alarm.time, entry.alarm.payload)
        }
      }),
    KnownBug(
      number: 7, name: "upstream-07-own-text-after-reboot", platform: .android,
      failure: "shown in the person's words",
      misbehave: { device, record in
        guard record.isBootCompleted else { return }
        for var row in device.os.storage.schedules {
          row.title = "Daily Update"
          device.os.storage.write(row)
        }
      }),
  ]

  private static let whileItRuns = [
    KnownBug(
      number: 1, name: "upstream-01-receiver-missing-in-manifest", platform: .android,
      failure: "reported as missed, for certain",
      // It takes what it has armed for shown.
      misbehave: { device, record in
        guard case .android(.unreceived) = record else { return }
        device.forgetOccurrences(through: device.os.wallMilliseconds)
      }),
    KnownBug(
      number: 8, name: "upstream-08-receiver-called-twice", platform: .android,
      failure: "each shown once, the day after armed once", invariants: [9],
      // Each run of the receiver shows something.
      misbehave: { device, record in
        guard case .android(.alarmFired(let alarm)) = record else { return }
        device.os.show(
          alarm.payload, as: "notify_\(alarm.time)", on: alarm.payload.info.kind.channelID)
      }),
    KnownBug(
      number: 9, name: "upstream-09-work-of-an-older-build", platform: .android,
      failure: "it has run, and armed nothing more",
      // Work of the build before arms what it has fetched, under a name of its own.
      misbehave: { device, record in
        guard case .task(.launched(let task)) = record,
          let entry = device.os.android.alarms.entries.first
        else { return }
        device.setAlarm(
          "notify_\(task.number)", at: device.os.wallMilliseconds + 2 * minute,
          entry.alarm.payload)
      }),
    KnownBug(
      number: 15, name: "upstream-15-lead-subtracted-once", platform: .android,
      failure: "five minutes before, not ten", invariants: [6],
      misbehave: { device, record in
        guard case .task(.submitted(let name, let begin, _, _)) = record else { return }
        device.os.enqueueWork(
          WorkRequest(name: name, policy: .replace, beginDate: begin - 5 * minute))
      }),
    KnownBug(
      number: 16, name: "upstream-16-alarms-pruned-in-doze", platform: .android,
      failure: "set again before the time",
      // The worker fetches and does not look at the alarms.
      misbehave: { device, record in
        if case .task(.launched) = record { device.os.loseAlarms(.doze) }
      }),
    KnownBug(
      number: 18, name: "upstream-18-store-cannot-be-opened", platform: .android,
      failure: "loaded without its store",
      misbehave: { device, record in
        guard case .process(.changed) = record, device.os.process.state.isAlive,
          !device.os.isStorageReadable
        else { return }
        device.os.process.crash("the database cannot be opened")
        device.crashIfNeeded()
      }),
    KnownBug(
      number: 19, name: "upstream-19-miss-without-content", platform: .android,
      failure: "both found, without any content", invariants: [9],
      // Without content nothing was noted when the alarm was set.
      misbehave: { device, record in
        guard record.isCommand(.forceStop) else { return }
        device.forgetOccurrences(through: device.os.wallMilliseconds + 4 * hour)
      }),
  ]

  private static let ofCalls = [
    KnownBug(
      number: 10, name: "upstream-10-reminder-never-prefetches", platform: .android,
      failure: "nothing to fetch",
      misbehave: { device, record in
        guard record.answeredMethod == "scheduleDailyReminder" else { return }
        device.os.enqueueWork(
          WorkRequest(
            name: WorkName.daily, policy: .replace,
            beginDate: device.os.wallMilliseconds + 2 * hour))
      }),
    KnownBug(
      number: 17, name: "upstream-17-cancel-takes-its-own", platform: .android,
      failure: "the others stand",
      // It goes through numbers instead of its own alarms.
      misbehave: { device, record in
        guard record.answeredMethod == "cancelDailyReminder" else { return }
        device.cancelAlarms { $0.info.scheduleID == "cat" }
      }),
    KnownBug(
      number: 20, name: "upstream-20-dual-edited-five-times", platform: .android,
      failure: "one a day, at the last time", invariants: [2],
      // Each edit arms under a name with the time of the edit.
      misbehave: { device, record in
        guard record.answeredMethod == "updateDualScheduleConfig",
          let entry = device.os.android.alarms.entries.first
        else { return }
        device.setAlarm(
          "dual_\(device.os.trace.nextSequence)", at: entry.alarm.time, entry.alarm.payload)
      }),
    KnownBug(
      number: 25, name: "upstream-25-plugin-not-registered", platform: .android,
      failure: "the plugin is there", configure: { $0.knobs.pluginRegistration = .none }),
    KnownBug(
      number: 25, name: "upstream-25-plugin-not-registered", platform: .android,
      failure: "both parts of New Activity at once",
      configure: { $0.knobs.pluginRegistration = .noDual }),
    KnownBug(
      number: 26, name: "upstream-26-daily-call-leaves-the-others", platform: .android,
      failure: "the others stand",
      misbehave: { device, record in
        guard record.answeredMethod == "scheduleDailyNotification" else { return }
        device.cancelAlarms { $0.info.scheduleID != "daily" }
      }),
    KnownBug(
      number: 28, name: "upstream-28-two-permission-requests-open", platform: .android,
      failure: "both are answered",
      // The later request takes the earlier one's place, as both have the same name.
      misbehave: { device, record in
        guard case .command(.called(let call)) = record, call.number == 2 else { return }
        device.app?.runAndroid({ plugin, _ in plugin.forgetCall(1) }, on: &device.os)
      }),
  ]
}

extension Device {
  /// Sets an exact alarm with the text of another one.
  fileprivate mutating func setAlarm(
    _ identifier: String, at time: Int64, _ payload: NotificationContent
  ) {
    try? os.setAlarm(
      Alarm(identifier: identifier, time: time, call: .alarmClock, payload: payload))
  }

  /// Cancels the alarms whose payload is so.
  fileprivate mutating func cancelAlarms(where isMeant: (NotificationContent) -> Bool) {
    for entry in os.android.alarms.entries where isMeant(entry.alarm.payload) {
      os.cancelAlarm(entry.alarm.identifier)
    }
  }
}
