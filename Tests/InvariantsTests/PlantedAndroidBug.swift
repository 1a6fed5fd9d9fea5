import DailyNotification
import ES256K
import Invariants
import JSONText
import SimulationCore

@testable import DeviceModel

/// A bug of the plugin on Android or of that phone, planted in a healthy one.
///
/// `AndroidInvariantTests` has those of numbers 2 to 8 and 15, whose findings differ in detail.
enum PlantedAndroidBug: Hashable, CaseIterable {
  case fiveHundredFirstAlarm
  case shownTwice
  case rearmedDay
  case missReportedTwice
  case cancelTakesAll
  case tokenInRecord
  case lostWork
  case lostAlarm
  case openDialog
  case shownReportedMissed
  case hiddenSchedule
  case wrongNextTime
  case wrongReminderTime
  case wrongWorkCount
  case deniedButScheduled
  case silentAboutBlockedChannel
  case plannedTwiceSets
  case plannedTwiceCancels
  case plannedTwiceEnqueues
  case plannedTwiceReports

  /// The only invariant that it breaks.
  var invariant: InvariantID {
    switch self {
    case .fiveHundredFirstAlarm: .pendingLimit
    case .shownTwice, .rearmedDay: .firesOnce
    case .missReportedTwice: .reportedOnce
    case .cancelTakesAll: .isolation
    case .tokenInRecord: .noSecrets
    case .lostWork, .lostAlarm, .openDialog: .convergence
    case .shownReportedMissed: .shownNotMissed
    case .hiddenSchedule, .wrongNextTime, .wrongReminderTime, .wrongWorkCount, .deniedButScheduled,
      .silentAboutBlockedChannel:
      .statusTruth
    case .plannedTwiceSets, .plannedTwiceCancels, .plannedTwiceEnqueues, .plannedTwiceReports:
      .oneAnswer
    }
  }

  /// 05:53 on the first day; 05:48 is one lead before.
  private static let trigger: Int64 = 1_763_185_980_000
  private static let begin = trigger - 5 * minute
  private static let work = "dnp_fetch_daily"

  /// Sets up a healthy phone and plants the bug.
  func phone() throws -> WatchedPhone {
    var phone = try healthyPhone()
    phone.look()
    switch self {
    case .fiveHundredFirstAlarm: plantAlarms(in: &phone)
    case .shownTwice: for _ in 0..<2 { phone.device.os.record(Self.shown) }
    case .rearmedDay: try plantEarlierDay(in: &phone)
    case .missReportedTwice: for _ in 0..<2 { phone.device.os.notifyHost(Self.missed) }
    case .cancelTakesAll: try plantCancelling(in: &phone)
    case .tokenInRecord:
      let secret = "Bearer eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6YSJ9.c2lnbmF0dXJl"
      phone.device.os.record(.plugin(.shown(what: "rawResponse", ["body": .string(secret)])))
      phone.checker.willExport(phone.device)
    case .lostWork, .lostAlarm, .openDialog: plantUnrest(in: &phone)
    case .shownReportedMissed:
      phone.device.os.record(Self.shown)
      phone.look()
      phone.device.os.notifyHost(Self.missed)
    case .hiddenSchedule, .wrongNextTime, .wrongReminderTime, .wrongWorkCount, .deniedButScheduled,
      .silentAboutBlockedChannel:
      try plantLie(in: &phone)
    case .plannedTwiceSets, .plannedTwiceCancels, .plannedTwiceEnqueues, .plannedTwiceReports:
      try plantSecondPlan(in: &phone)
    }
    phone.look()
    return phone
  }

  /// A phone with one notification a day at 05:53, the app in the foreground.
  private func healthyPhone() throws -> WatchedPhone {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.knobs.taskLateness = .fixed
    var phone = WatchedPhone(configuration)
    try phone.perform(.setExactAlarm(isGranted: true))
    if self == .openDialog { return phone }
    try phone.perform(.setPermission(.authorized))
    try phone.schedule()
    return phone
  }

  private static let content = NotificationContent(
    title: "Title", body: "Body", hasSound: true, priority: .default,
    categoryIdentifier: NotificationContent.category,
    info: RequestInfo(
      kind: .daily, scheduleID: "daily", plannedTime: trigger, wallMinute: trigger / minute,
      source: .default, fetchedAt: nil, url: nil))

  private static let shown = DeviceRecord.notification(
    .delivered(
      VisibleNotification(
        identifier: "daily_daily_2025-11-15T05:53", content: content, deliveredAt: trigger,
        occurrence: trigger, isRepeating: false)))

  private static let missed = HostEvent.notificationMissed(
    MissedNotification(
      .daily, id: "daily", plannedTime: trigger, wallMinute: trigger / minute,
      detectedTime: trigger + hour, certainty: .certain, reason: .noCodeRan))

  private static func alarm(_ identifier: String) -> Alarm {
    Alarm(identifier: identifier, time: trigger, call: .alarmClock, payload: content)
  }

  /// An alarm manager that has stopped counting.
  private func plantAlarms(in phone: inout WatchedPhone) {
    for index in phone.device.os.android.alarms.entries.count...AlarmMachine.countMax {
      phone.device.os.android.alarms.entries.append(
        AlarmMachine.Entry(
          alarm: Self.alarm("daily_daily_\(index)"), serial: 1000 + index,
          fireTime: Self.trigger))
    }
  }

  /// What has fired is armed for the same date again.
  private func plantEarlierDay(in phone: inout WatchedPhone) throws {
    try phone.wait(hour)
    phone.look()
    phone.device.app?.runAndroid(
      { plugin, os in
        plugin.resumed(on: &os)
        guard var row = os.storage.schedules.first else { return }
        row.wallMinute -= 1440
        os.storage.write(row)
      }, on: &phone.device.os)
  }

  /// A plugin that cancels everything when a reminder is cancelled, its rows included.
  private func plantCancelling(in phone: inout WatchedPhone) throws {
    try phone.call(
      "scheduleDailyReminder", ["id": "a", "title": "T", "body": "B", "time": "08:00"])
    phone.look()
    phone.device.os.record(
      .command(
        .called(
          PluginCall(number: 99, method: "cancelDailyReminder", options: ["reminderId": "a"]))))
    for entry in phone.device.os.android.alarms.entries {
      phone.device.os.cancelAlarm(entry.alarm.identifier)
    }
    phone.device.os.storage.removeSchedule("a", kind: "REMINDER")
    phone.device.os.storage.removeSchedule("daily", kind: "DAILY")
  }

  private func plantUnrest(in phone: inout WatchedPhone) {
    switch self {
    case .lostWork: phone.device.os.cancelWork(Self.work)
    case .lostAlarm:
      for entry in phone.device.os.android.alarms.entries {
        phone.device.os.cancelAlarm(entry.alarm.identifier)
      }
    default: phone.device.os.requestAuthorization()
    }
    phone.checker.quietPhaseEnded(on: phone.device)
  }

  /// A plugin that answers what is not so; the healthy answer is changed in one place.
  private func plantLie(in phone: inout WatchedPhone) throws {
    var method = PluginMethod.getNotificationStatus
    switch self {
    case .wrongReminderTime:
      method = .getScheduledReminders
      try phone.call(
        "scheduleDailyReminder", ["id": "a", "title": "T", "body": "B", "time": "08:00"])
    case .wrongWorkCount: method = .getCoordinationStatus
    case .deniedButScheduled: try phone.perform(.setPermission(.denied))
    case .silentAboutBlockedChannel:
      try phone.perform(
        .setChannel(identifier: "timesafari.daily", ChannelSettings(importance: "none")))
    default: break
    }
    // A permission that is taken away ends the process.
    if phone.device.app == nil { try phone.perform(.launch) }
    try phone.call(method.rawValue, [:])
    phone.device.os.record(
      .plugin(
        .replied(
          PluginCall(number: 99, method: method.rawValue, options: [:]),
          .value(lie(phone.latestAnswer)))))
  }

  private func lie(_ answer: JSONValue) -> JSONValue {
    guard var object = answer.objectValue else { return answer }
    switch self {
    case .hiddenSchedule: object["isScheduled"] = false
    case .wrongNextTime: object["nextNotificationTime"] = .integer(Self.trigger + day)
    case .wrongWorkCount: object["pendingTasks"] = 0
    case .deniedButScheduled: object["isScheduled"] = true
    case .silentAboutBlockedChannel: object["error"] = .null
    default:
      var reminder = object["reminders"]?.arrayValue?.first?.objectValue ?? [:]
      reminder["nextTriggerTime"] = .integer(Self.trigger)
      object["reminders"] = [.object(reminder)]
    }
    return .object(object)
  }

  /// Two status calls at one instant, of which the second one does something.
  private func plantSecondPlan(in phone: inout WatchedPhone) throws {
    for number in 98...99 {
      phone.device.os.record(
        .command(
          .called(PluginCall(number: number, method: "getNotificationStatus", options: [:]))))
      phone.device.os.entryBegan(.call)
    }
    guard let alarm = phone.device.os.android.alarms.entries.first?.alarm else { return }
    switch self {
    case .plannedTwiceSets: try phone.device.os.setAlarm(alarm)
    case .plannedTwiceCancels: phone.device.os.cancelAlarm(alarm.identifier)
    case .plannedTwiceEnqueues:
      phone.device.os.enqueueWork(
        WorkRequest(name: Self.work, policy: .replace, beginDate: Self.begin))
    default:
      phone.device.os.notifyHost(
        .notificationDelivered(
          ReportedDelivery(
            id: "daily", plannedTime: Self.trigger, wallMinute: Self.trigger / 60_000,
            source: .default)))
    }
  }
}
