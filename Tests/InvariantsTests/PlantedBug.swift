import DailyNotification
import Invariants
import JSONText
import SimulationCore

@testable import DeviceModel

/// A bug of a plugin or a phone, planted in a healthy one.
enum PlantedBug: Hashable, CaseIterable {
  case sixtyFifthRequest
  case lostRequest
  case lostReserve
  case requestWithoutSchedule
  case twoRequestsForOneDay
  case twoRequestsAcrossZones
  case undecodableSchedule
  case removedBlindly
  case addWhileDenied
  case addWhileNeverAsked
  case addRetainedWhileDenied
  case secondPrefetchTask
  case completeTwice
  case neverComplete
  case killedForNotCompleting
  case completeAfterDeath
  case wrongLead
  case tooSoon
  case swallowedMiss
  case staleContent
  case contentOfUnknownAge
  case shownTwice
  /// In both passes of a repeated hour.
  case dualShownTwice
  case skippedDay
  case skippedDualDay
  case rearmedDay
  case skippedInterval
  /// The host asked to skip it.
  case shownThoughSkipped
  case missReportedTwice
  case cancelTakesAll
  case tokenInRecord
  case addressInRecord
  case telephoneInRecord
  case lostTask
  case openDialog
  case shownReportedMissed
  case hiddenSchedule
  case wrongNextTime
  case wrongReminderTime
  case wrongDualTime
  case wrongTaskCount
  case deniedButScheduled
  case plannedTwiceAdds
  case plannedTwiceReports
  case taskForLaterDay
  case taskNotAskedForAgain

  /// The only invariant that it breaks.
  var invariant: InvariantID {
    switch self {
    case .sixtyFifthRequest: .pendingLimit
    case .lostRequest, .lostReserve, .requestWithoutSchedule, .twoRequestsForOneDay,
      .twoRequestsAcrossZones, .undecodableSchedule, .removedBlindly:
      .bookAgreement
    case .addWhileDenied, .addWhileNeverAsked, .addRetainedWhileDenied: .noGhost
    case .secondPrefetchTask: .onePrefetchTask
    case .completeTwice, .neverComplete, .killedForNotCompleting, .completeAfterDeath:
      .completesOnce
    case .wrongLead, .tooSoon: .prefetchLead
    case .swallowedMiss: .missNoticed
    case .staleContent, .contentOfUnknownAge: .nothingStale
    case .shownTwice, .dualShownTwice, .skippedDay, .skippedDualDay, .rearmedDay, .skippedInterval,
      .shownThoughSkipped:
      .firesOnce
    case .missReportedTwice: .reportedOnce
    case .cancelTakesAll: .isolation
    case .tokenInRecord, .addressInRecord, .telephoneInRecord: .noSecrets
    case .lostTask, .openDialog: .convergence
    case .shownReportedMissed: .shownNotMissed
    case .hiddenSchedule, .wrongNextTime, .wrongReminderTime, .wrongDualTime, .wrongTaskCount,
      .deniedButScheduled:
      .statusTruth
    case .plannedTwiceAdds, .plannedTwiceReports: .oneAnswer
    case .taskForLaterDay, .taskNotAskedForAgain: .taskOwner
    }
  }

  fileprivate static let fetch = TaskIdentifier.fetch
  /// 05:53 on the first day; 05:48 is one lead before.
  fileprivate static let trigger: Int64 = 1_763_185_980_000
  fileprivate static let begin = trigger - 5 * minute

  /// Sets up a healthy phone and plants the bug.
  func phone() throws -> WatchedPhone {
    var phone = try healthyPhone()
    switch invariant {
    case .pendingLimit, .noGhost: plantRequests(in: &phone)
    case .bookAgreement: plantDisagreement(in: &phone)
    case .onePrefetchTask, .prefetchLead: try plantSubmission(in: &phone)
    case .completesOnce: try plantRun(in: &phone)
    case .missNoticed: try plantMiss(in: &phone)
    case .nothingStale: try plantContent(in: &phone)
    case .firesOnce: try plantOccurrence(in: &phone)
    case .reportedOnce: plantReport(in: &phone)
    case .isolation: try plantCancelling(in: &phone)
    case .noSecrets: plantSecret(in: &phone)
    case .convergence: plantUnrest(in: &phone)
    case .shownNotMissed: plantFalseMiss(in: &phone)
    case .statusTruth: try plantLie(in: &phone)
    case .oneAnswer: plantSecondPlan(in: &phone)
    case .taskOwner: try plantLaterTask(in: &phone)
    }
    phone.look()
    return phone
  }

  private func healthyPhone() throws -> WatchedPhone {
    if self == .addWhileNeverAsked || self == .openDialog { return WatchedPhone() }
    return try .scheduled { configuration in
      configuration.knobs.deliveryDrift = .none
      configuration.knobs.taskLateness = self == .swallowedMiss ? .never : .fixed
      if self == .addRetainedWhileDenied { configuration.knobs.addWhileDenied = .retained }
    }
  }

  private func plantRequests(in phone: inout WatchedPhone) {
    if invariant == .noGhost {
      _ = phone.device.os.authorizationMachine.set(
        self == .addWhileNeverAsked ? .notDetermined : .denied)
      return phone.device.os.add(.planted("x", at: PlantedBug.trigger))
    }
    for index in 0..<64 {
      phone.device.os.add(.planted("x\(index)", at: PlantedBug.trigger))
    }
  }

  /// The phone loses or doubles something as a plugin entry ends.
  private func plantDisagreement(in phone: inout WatchedPhone) {
    if self == .removedBlindly {
      phone.device.reboot(isLocked: true)
      phone.device.os.entryBegan(.task)
      return phone.device.os.removePendingRequests(["daily_daily"])
    }
    phone.device.withPlugin { plugin, os in
      plugin.resumed(on: &os)
      switch self {
      case .lostRequest: _ = os.center.remove("daily_daily")
      case .lostReserve: _ = os.center.remove("daily_daily_2025-11-16")
      case .requestWithoutSchedule: os.storage.removeSchedule("daily", kind: "DAILY")
      case .twoRequestsForOneDay: os.add(.planted("daily_again", at: PlantedBug.trigger))
      case .twoRequestsAcrossZones:
        // Planned when the zone was five hours to the east; the phone has moved since.
        os.add(
          .planted("daily_again", at: PlantedBug.trigger, plannedAt: PlantedBug.trigger - 5 * hour))
      default:
        let kind = self == .skippedDualDay ? ScheduleKind.dual : .daily
        let rows = os.storage.schedules
        guard var row = rows.first(where: { $0.kind == kind.rawValue }) else { return }
        row.time = "25:00"
        os.storage.write(row)
      }
    }
  }

  private func plantSubmission(in phone: inout WatchedPhone) throws {
    let begin: Int64
    switch self {
    case .secondPrefetchTask: begin = PlantedBug.begin
    case .wrongLead: begin = PlantedBug.begin + minute
    default: begin = phone.device.os.wallMilliseconds + 59_999
    }
    if self != .secondPrefetchTask { phone.device.os.cancelTask(PlantedBug.fetch) }
    try phone.device.os.submitTask(PlantedBug.fetch, earliestBeginDate: begin)
  }

  private func plantRun(in phone: inout WatchedPhone) throws {
    try phone.perform(.simulateTaskLaunch(identifier: PlantedBug.fetch))
    let task = LaunchedTask(
      number: 1, identifier: PlantedBug.fetch, beginDate: PlantedBug.begin)
    switch self {
    case .completeTwice:
      try phone.wait(1000)
      phone.device.os.completeTask(task, success: true)
    case .completeAfterDeath:
      phone.device.os.record(.task(.lost(task)))
      phone.look()
      phone.device.os.completeTask(task, success: true)
    default:
      // A plugin that forgets its fetch at the expiration never completes the task.
      phone.device.app = AppProcess()
      if self == .neverComplete {
        _ = phone.device.os.scheduler.processDied()
        for fetch in phone.device.os.network.dropFetches() {
          phone.device.os.cancel(fetch.token)
        }
      }
      try phone.wait(36_000)
    }
  }

  private func plantMiss(in phone: inout WatchedPhone) throws {
    try phone.perform(.background)
    try phone.wait(2 * hour)
    phone.device.os.setValue(nil, for: .earliestBeginDate)
    try phone.perform(.foreground)
  }

  private func plantContent(in phone: inout WatchedPhone) throws {
    try phone.perform(.swipeAway)
    let old = self == .staleContent ? PlantedBug.trigger - day - 1 : nil
    phone.device.os.add(
      .planted("daily_daily", at: PlantedBug.trigger, source: .cache, fetchedAt: old))
    try phone.wait(hour)
  }
}

extension PlantedBug {
  private static let secrets = [
    PlantedBug.tokenInRecord: "Bearer eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6YSJ9.c2lnbmF0dXJl",
    .addressInRecord: "write to mother@example.org today",
    .telephoneInRecord: "call +44 20 7946 0958 first",
  ]

  private func plantSkipped(in phone: inout WatchedPhone) throws {
    try phone.call("skipNext")
    try phone.wait(until: "2025-11-15T05:53:00Z")
    let request = NotificationRequest.planted(
      "daily_daily", at: PlantedBug.trigger,
      revision: phone.device.os.storage.schedules.first?.revision ?? 0)
    phone.device.os.record(
      .notification(
        .delivered(
          DeliveredNotification(request: request, deliveredAt: PlantedBug.trigger)
            .item(standingFor: PlantedBug.trigger))))
  }

  /// How far the next occurrence moves that a schedule's row says, in minutes.
  private static let shifts: [PlantedBug: Int64] = [
    .skippedDay: 1440, .skippedDualDay: 1440, .skippedInterval: 60, .rearmedDay: -1440,
  ]

  private func plantOccurrence(in phone: inout WatchedPhone) throws {
    if self == .shownThoughSkipped { return try plantSkipped(in: &phone) }
    guard let minutes = PlantedBug.shifts[self] else {
      for time in [PlantedBug.trigger, PlantedBug.trigger + (self == .dualShownTwice ? hour : 0)] {
        let request = NotificationRequest.planted(
          self == .dualShownTwice ? "dual_daily_notification" : "daily_daily", at: time,
          kind: self == .dualShownTwice ? .dual : .daily,
          wallMinute: PlantedBug.trigger / 60_000)
        phone.device.os.record(
          .notification(
            .delivered(
              DeliveredNotification(request: request, deliveredAt: time).item(standingFor: time))))
      }
      return
    }
    if self == .skippedInterval {
      try phone.call(
        "scheduleDailyNotification",
        ["id": "daily", "time": "05:53", "rolloverIntervalMinutes": 60])
    }
    if self == .skippedDualDay { try phone.scheduleDual("0 6 * * *") }
    // Only what has fired can be armed again.
    if self == .rearmedDay { try phone.wait(hour) }
    phone.look()
    phone.device.withPlugin { plugin, os in
      plugin.resumed(on: &os)
      let kind = self == .skippedDualDay ? ScheduleKind.dual : .daily
      let rows = os.storage.schedules
      guard var row = rows.first(where: { $0.kind == kind.rawValue }) else { return }
      row.wallMinute += minutes
      os.storage.write(row)
    }
  }

  private func plantReport(in phone: inout WatchedPhone) {
    let missed = MissedNotification(
      .daily, id: "daily", plannedTime: PlantedBug.trigger, wallMinute: PlantedBug.trigger / minute,
      detectedTime: PlantedBug.trigger, certainty: .certain, reason: .noCodeRan)
    for _ in 0..<2 { phone.device.os.notifyHost(.notificationMissed(missed)) }
  }

  /// A plugin that cancels everything when a reminder is cancelled, its book included.
  private func plantCancelling(in phone: inout WatchedPhone) throws {
    try phone.call(
      "scheduleDailyReminder", ["id": "a", "title": "T", "body": "B", "time": "08:00"])
    // The reserve that gave way to the reminder is gone by then.
    try phone.wait(1000)
    phone.device.os.record(
      .command(
        .called(
          PluginCall(number: 99, method: "cancelDailyReminder", options: ["reminderId": "a"]))))
    for identifier in phone.device.os.center.requests.map(\.identifier) {
      if let token = phone.device.os.center.remove(identifier)?.token {
        phone.device.os.cancel(token)
      }
    }
    phone.device.os.storage.removeSchedule("a", kind: "REMINDER")
    phone.device.os.storage.removeSchedule("daily", kind: "DAILY")
  }

  private func plantSecret(in phone: inout WatchedPhone) {
    let secret = PlantedBug.secrets[self] ?? ""
    phone.device.os.record(.plugin(.shown(what: "rawResponse", ["body": .string(secret)])))
    phone.checker.willExport(phone.device)
  }

  /// Shown, and reported missed for certain some hours later.
  private func plantFalseMiss(in phone: inout WatchedPhone) {
    phone.device.os.record(
      .notification(
        .delivered(
          DeliveredNotification(
            request: .planted("daily_daily", at: PlantedBug.trigger),
            deliveredAt: PlantedBug.trigger
          ).item(standingFor: PlantedBug.trigger))))
    phone.look()
    phone.device.os.notifyHost(
      .notificationMissed(
        MissedNotification(
          .daily, id: "daily", plannedTime: PlantedBug.trigger,
          wallMinute: PlantedBug.trigger / minute, detectedTime: PlantedBug.trigger + hour,
          certainty: .certain, reason: .noCodeRan)))
  }

  /// A plugin that answers what is not so; the healthy answer is changed in one place.
  private func plantLie(in phone: inout WatchedPhone) throws {
    let method: PluginMethod
    switch self {
    case .wrongReminderTime:
      method = .getScheduledReminders
      try phone.call(
        "scheduleDailyReminder", ["id": "a", "title": "T", "body": "B", "time": "08:00"])
    case .wrongDualTime:
      method = .getDualScheduleStatus
      try phone.call(
        "scheduleUserNotification",
        ["enabled": true, "schedule": "0 9 * * *", "title": "T", "body": "B"])
    case .wrongTaskCount: method = .getCoordinationStatus
    case .deniedButScheduled:
      method = .getNotificationStatus
      try phone.perform(.setPermission(.denied))
    default: method = .getNotificationStatus
    }
    try phone.wait(1000)
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
    case .wrongNextTime: object["nextNotificationTime"] = .integer(PlantedBug.trigger + day)
    case .wrongTaskCount: object["pendingTasks"] = 0
    case .deniedButScheduled: object["isScheduled"] = true
    case .wrongReminderTime:
      var reminder = object["reminders"]?.arrayValue?.first?.objectValue ?? [:]
      reminder["nextTriggerTime"] = .integer(PlantedBug.trigger)
      object["reminders"] = [.object(reminder)]
    default:
      object["userNotification"] = ["nextNotificationTime": .integer(PlantedBug.trigger)]
    }
    return .object(object)
  }

  /// Two status calls at one instant, of which the second one does something.
  private func plantSecondPlan(in phone: inout WatchedPhone) {
    for number in 98...99 {
      phone.device.os.record(
        .command(
          .called(PluginCall(number: number, method: "getNotificationStatus", options: [:]))))
      phone.device.os.entryBegan(.call)
    }
    if self == .plannedTwiceAdds {
      phone.device.os.add(.planted("daily_daily", at: PlantedBug.trigger))
    } else {
      phone.device.os.notifyHost(
        .notificationDelivered(
          ReportedDelivery(
            id: "daily", plannedTime: PlantedBug.trigger, wallMinute: PlantedBug.trigger / 60_000,
            source: .default)))
    }
  }

  /// A plugin that leaves today's fetch to nobody as an entry ends.
  private func plantLaterTask(in phone: inout WatchedPhone) throws {
    if self == .taskNotAskedForAgain {
      try phone.perform(.setBackgroundRefresh(.denied))
      phone.device.withPlugin { _, os in
        os.entryBegan(.call)
        os.cancelTask(PlantedBug.fetch)
        try? os.submitTask(PlantedBug.fetch, earliestBeginDate: PlantedBug.begin)
        os.entryEnded(.call)
      }
      // Refused: that is reason enough, until refresh is on again.
      phone.look()
      try phone.perform(.setBackgroundRefresh(.available))
      phone.device.withPlugin { _, os in
        os.entryBegan(.call)
        os.entryEnded(.call)
      }
    } else {
      phone.device.withPlugin { plugin, os in
        plugin.resumed(on: &os)
        os.cancelTask(PlantedBug.fetch)
        try? os.submitTask(PlantedBug.fetch, earliestBeginDate: PlantedBug.begin + day)
      }
    }
  }

  private func plantUnrest(in phone: inout WatchedPhone) {
    if self == .lostTask {
      phone.device.os.cancelTask(PlantedBug.fetch)
    } else {
      phone.device.os.requestAuthorization()
    }
    phone.checker.quietPhaseEnded(on: phone.device)
  }
}
