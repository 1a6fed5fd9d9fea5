import CivilTime
import DailyNotification
import ES256K
import Invariants
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

/// Runs in which nothing is wrong that earlier checkers took for wrong.
@Suite("an invariant does not break")
struct CorrectRunTests {
  private func phone(
    zone: String = "UTC", start: String = "2025-11-15T05:42:30Z",
    on platform: DevicePlatform = .ios, _ adjust: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> WatchedPhone {
    var configuration = DeviceConfiguration(platform: platform)
    configuration.knobs.taskLateness = .never
    configuration.knobs.deliveryDrift = .none
    configuration.zone = try Zone(identifier: zone)
    configuration.startMilliseconds = try #require(ISO8601.parse(start))
    adjust(&configuration)
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    return phone
  }

  private func daily(_ id: String, _ time: String) -> JSONObject {
    ["id": .string(id), "time": .string(time)]
  }

  private func expectNone(_ phone: WatchedPhone) {
    #expect(phone.checker.violations.map { "\($0.id): \($0.message)" } == [])
  }

  /// The plugin reports a miss of the schedule `x` of a kind.
  private func reportMiss(
    _ kind: ScheduleKind, at time: Int64, _ certainty: Certainty,
    on phone: inout WatchedPhone
  ) {
    phone.device.os.notifyHost(
      .notificationMissed(
        MissedNotification(
          kind, id: "x", plannedTime: time, wallMinute: time / minute, detectedTime: time,
          certainty: certainty, reason: .noCodeRan)))
    phone.look()
  }

  @Test(
    "when a daily schedule and a reminder share an id, but a second report of one breaks it",
    arguments: [ScheduleKind.daily, .reminder])
  func sharedID(repeated: ScheduleKind) throws {
    var phone = try phone()
    try phone.call("scheduleDailyNotification", daily("x", "05:53"))
    try phone.call(
      "scheduleDailyReminder", ["id": "x", "title": "a", "body": "b", "time": "05:53"])
    let time = try #require(ISO8601.parse("2025-11-15T05:53:00Z"))
    reportMiss(.daily, at: time, .unknown, on: &phone)
    reportMiss(.reminder, at: time, .unknown, on: &phone)
    expectNone(phone)
    reportMiss(repeated, at: time, .unknown, on: &phone)
    #expect(phone.checker.violations.map(\.id) == [10])
  }

  @Test("when a journey gives a miss the instant of another wall time, which was shown")
  func sameInstant() throws {
    var phone = try phone()
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    let noon = try #require(ISO8601.parse("2025-11-14T12:59:00Z"))
    let evening = try #require(ISO8601.parse("2025-11-14T18:59:00Z"))
    // Both times are of a zone an hour east of Greenwich; the evening there is noon in New York.
    let content = NotificationContent(
      title: "T", body: "B", hasSound: true, priority: .default, categoryIdentifier: "",
      info: RequestInfo(
        kind: .dual, scheduleID: "dual", plannedTime: noon - hour, wallMinute: noon / minute,
        source: .default, fetchedAt: nil, url: nil))
    phone.device.os.record(
      .notification(
        .delivered(
          VisibleNotification(
            identifier: "dual_daily_notification", content: content, deliveredAt: noon - hour,
            occurrence: noon - hour, isRepeating: false))))
    phone.look()
    func reportMiss(_ wallTime: Int64) {
      phone.device.os.notifyHost(
        .notificationMissed(
          MissedNotification(
            .dual, id: "dual", plannedTime: wallTime - hour, wallMinute: wallTime / minute,
            detectedTime: wallTime, certainty: .certain, reason: .noCodeRan)))
      phone.look()
    }
    reportMiss(evening)
    #expect(!phone.checker.violations.contains { $0.id == 14 })
    reportMiss(noon)
    #expect(phone.checker.violations.contains { $0.id == 14 })
  }

  @Test("when the app was installed anew, so that the contract's lead holds again")
  func reinstalled() throws {
    var phone = try phone()
    try phone.call("configure", ["prefetchLeadMinutes": 30])
    try phone.schedule("08:00")
    try phone.perform(.reinstall)
    try phone.perform(.launch)
    try phone.perform(.setPermission(.authorized))
    try phone.schedule("08:00")
    try phone.wait(hour)
    let begin = try #require(ISO8601.parse("2025-11-15T07:55:00Z"))
    #expect(phone.device.backgroundWork.prefetch?.beginDate == begin)
    expectNone(phone)
  }

  @Test("when a reminder was shown and a daily schedule of its id is missed at the same time")
  func shownOfOtherKind() throws {
    var phone = try phone()
    try phone.call("scheduleDailyNotification", daily("x", "07:00"))
    try phone.call(
      "scheduleDailyReminder", ["id": "x", "title": "a", "body": "b", "time": "05:53"])
    try phone.perform(.background)
    try phone.wait(hour / 2)
    let time = try #require(ISO8601.parse("2025-11-15T05:53:00Z"))
    reportMiss(.daily, at: time, .certain, on: &phone)
    expectNone(phone)
    reportMiss(.reminder, at: time, .certain, on: &phone)
    #expect(phone.checker.violations.map(\.id) == [14])
  }

  @Test("when a reminder is cancelled right after the app was opened, with removals in flight")
  func cancelInFlight() throws {
    var phone = try phone()
    try phone.call("scheduleDailyNotification", daily("daily", "22:04"))
    try phone.call(
      "scheduleDailyReminder", ["id": "r0", "title": "a", "body": "b", "time": "08:00"])
    try phone.perform(.background)
    try phone.wait(day)
    try phone.perform(.foreground)
    try phone.call("cancelDailyReminder", ["reminderId": "r0"])
    try phone.wait(1000)
    expectNone(phone)
  }

  @Test("when seven schedules come back after nine days without power")
  func overdueFillsTheWindow() throws {
    var phone = try phone()
    for (hour, id) in ["a", "b", "c", "d", "e", "f", "g"].enumerated() {
      try phone.call(
        "scheduleDailyNotification", daily(id, hour < 2 ? "0\(hour + 8):00" : "1\(hour - 2):00"))
    }
    try phone.perform(.powerOff)
    try phone.wait(9 * day)
    try phone.perform(.powerOn(isLocked: false))
    try phone.perform(.launch)
    try phone.wait(600_000)
    expectNone(phone)
  }

  /// The second schedule has only its next request yet, so that later days are missed before the
  /// ones on their way are shown; and it was scheduled by an answer, which no checker looks at.
  @Test("when days are missed while earlier ones are on their way", arguments: [1, 30] as [Int64])
  func missedBeforeWhatIsOnItsWay(days: Int64) throws {
    var configuration = DeviceConfiguration()
    configuration.knobs.deliveryDrift = .bounded180
    var phone = WatchedPhone(configuration)
    try phone.call("scheduleDailyNotification", daily("a", "07:11"))
    try phone.call("scheduleDailyNotification", daily("b", "09:12"))
    try phone.perform(.answerDialog(isAllowed: true))
    try phone.perform(.powerOff)
    try phone.wait(days * day + 5 * hour)
    // The task that is due launches the app.
    try phone.perform(.powerOn(isLocked: false))
    try phone.wait(600_000)
    expectNone(phone)
  }

  /// 12:59 in New York and 18:59 in Berlin are one instant: the first is shown, the second is not.
  @Test("when two wall times of a cron expression are one instant, each in its zone")
  func twoWallTimesOfOneInstant() throws {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.osVersion = "33"
    configuration.zone = try Zone(identifier: "America/New_York")
    configuration.startMilliseconds = try #require(ISO8601.parse("2025-10-23T16:29:54Z"))
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    try phone.scheduleDual("59 6,12,18 * * *")
    try phone.wait(hour)
    try phone.perform(.forceStop)
    try phone.wait(1000)
    try phone.perform(.setZone(try Zone(identifier: "Europe/Berlin")))
    try phone.perform(.launch)
    try phone.wait(600_000)
    let isMissReported = phone.device.os.trace.records(from: 0).contains { record in
      guard case .plugin(.hostEvent(.notificationMissed(let missed))) = record.payload else {
        return false
      }
      return missed.certainty == .certain
    }
    #expect(isMissReported)
    expectNone(phone)
  }

  @Test("when the phone changes its zone while notifications are denied")
  func flightWhileDenied() throws {
    var phone = try phone(zone: "Asia/Kathmandu", start: "2021-01-06T09:33:04Z")
    try phone.call("scheduleDailyNotification", daily("daily", "02:00"))
    try phone.perform(.setPermission(.denied))
    try phone.wait(day)
    try phone.perform(.setZone(try Zone(identifier: "Asia/Beirut")))
    try phone.wait(60_000)
    try phone.perform(.setPermission(.authorized))
    try phone.call("getNotificationStatus")
    try phone.wait(60_000)
    expectNone(phone)
  }

  @Test("when days are reported missed in another zone than they were planned in")
  func missedBeforeTheFlight() throws {
    var phone = try phone()
    try phone.call("scheduleDailyNotification", daily("daily", "23:22"))
    try phone.perform(.swipeAway)
    try phone.wait(12 * day)
    try phone.perform(.setZone(try Zone(identifier: "Pacific/Kiritimati")))
    try phone.perform(.launch)
    expectNone(phone)
  }

  @Test("when the phone flies in the minute of a notification whose prefetch runs late")
  func flightInTheMinute() throws {
    var phone = WatchedPhone.configured { configuration in
      configuration.knobs.taskLateness = .fixed
      configuration.knobs.deliveryDrift = .bounded180
      configuration.startMilliseconds = ISO8601.parse("2026-03-27T01:42:00Z") ?? 0
    }
    try phone.perform(.setPermission(.authorized))
    try phone.schedule("01:52")
    try phone.wait(600_001)
    try phone.perform(.setZone(try Zone(identifier: "America/Los_Angeles")))
    try phone.perform(.background)
    try phone.perform(.foreground)
    try phone.wait(600_000)
    expectNone(phone)
  }

  @Test("when a flight jumps over a notification while another kind is cancelled")
  func jumpedOverDuringACancel() throws {
    var phone = try phone(zone: "America/Los_Angeles", start: "2025-12-02T20:41:00Z")
    try phone.call("scheduleDailyNotification", daily("daily", "15:52"))
    try phone.call(
      "scheduleDailyReminder", ["id": "r0", "title": "a", "body": "b", "time": "08:00"])
    try phone.wait(1000)
    try phone.perform(.setZone(try Zone(identifier: "Europe/Berlin")))
    try phone.call("cancelDailyReminder", ["reminderId": "r0"])
    try phone.wait(1000)
    #expect(!phone.device.delivered.isEmpty)
    expectNone(phone)
  }

  @Test("when something fires once on one date beside what fires as often as a date may have")
  func onceBesideAnInterval() throws {
    var phone = try phone()
    try phone.call(
      "scheduleDailyReminder",
      ["id": "r1", "title": "a", "body": "b", "time": "16:47", "repeatDaily": false])
    try phone.call(
      "scheduleDailyNotification",
      ["id": "d1", "time": "14:11", "rolloverIntervalMinutes": 10])
    try phone.perform(.reboot(isLocked: true))
    try phone.wait(87_805_178)
    try phone.perform(.unlock)
    expectNone(phone)
    // Twenty of the 16th: the reminder takes its place on the 15th alone.
    #expect(phone.device.os.storage.misses.map(\.plannedTime) == [])
  }

  @Test("when what was shown early, reported or is on its way lies ahead by a clock set back")
  func aheadAgain() throws {
    var phone = try phone(zone: "Asia/Kathmandu")
    try phone.call(
      "scheduleDailyNotification",
      ["id": "d0", "time": "12:54", "timezone": "Pacific/Kiritimati"])
    try phone.perform(.warpClock(milliseconds: 3 * day))
    try phone.perform(.warpClock(milliseconds: -3 * day))
    try phone.wait(600_000)
    expectNone(phone)
  }

  @Test("when five are shown right after an entry has filled the window, and one fires weekly")
  func shownAfterTheEntry() throws {
    var configuration = DeviceConfiguration()
    configuration.knobs.deliveryDrift = .none
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.startMilliseconds = try #require(ISO8601.parse("2025-12-10T12:00:00Z"))
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    try phone.scheduleDual("59 2 * * 0")
    for (id, time) in [("a", "02:24"), ("b", "20:26"), ("c", "10:22"), ("d", "03:24")] {
      try phone.call("scheduleDailyNotification", daily(id, time))
    }
    try phone.wait(2 * day + 15 * hour + 27 * 60_000)
    try phone.perform(.background)
    try phone.wait(1000)
    try phone.perform(.warpClock(milliseconds: day))
    // The reserve for the Sunday after next was left out for those that were on their way.
    #expect(phone.device.pending.count == 51)
    expectNone(phone)
  }

  @Test("when a reminder that fires once is changed while overdue, and its new date passes first")
  func changedWhileOverdue() throws {
    var configuration = DeviceConfiguration()
    configuration.knobs.deliveryDrift = .bounded180
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    try phone.call(
      "scheduleDailyReminder",
      ["id": "r2", "title": "a", "body": "b", "time": "00:26", "repeatDaily": false])
    try phone.perform(.powerOff)
    try phone.wait(256_121_741)
    try phone.perform(.powerOn(isLocked: true))
    try phone.perform(.unlock)
    try phone.perform(.launch)
    try phone.call("updateDailyReminder", ["id": "r2", "time": "09:41"])
    try phone.perform(.warpClock(milliseconds: day))
    try phone.wait(600_000)
    expectNone(phone)
  }

  @Test(
    "when a zone change leaves requests at their instants",
    arguments: ["scheduleDailyNotification", "scheduleDailyReminder"])
  func frozenTriggers(method: String) throws {
    var configuration = DeviceConfiguration()
    configuration.knobs.floatingTriggerOnZoneChange = .freeze
    configuration.startMilliseconds = try #require(ISO8601.parse("2026-03-27T10:00:00Z"))
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    try phone.call(
      method,
      ["id": "d0", "title": "a", "body": "b", "time": "15:57", "repeatDaily": false])
    try phone.perform(.setZone(try Zone(identifier: "Australia/Lord_Howe")))
    try phone.wait(10_000)
    try phone.call("getNotificationStatus")
    try phone.call("getScheduledReminders")
    expectNone(phone)
    // It has kept its instant, and is shown then.
    try phone.wait(6 * hour)
    #expect(phone.device.delivered.count == 1)
    expectNone(phone)
  }

  @Test("when a flight jumps over a time, and the next one has it ahead before it is shown")
  func flightsThereAndBack() throws {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.zone = try Zone(identifier: "Europe/Berlin")
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    try phone.perform(.setExactAlarm(isGranted: true))
    try phone.call("scheduleDailyNotification", daily("daily", "18:22"))
    for zone in ["Pacific/Auckland", "Asia/Tokyo"] {
      try phone.perform(.setZone(try Zone(identifier: zone)))
    }
    // Five seconds from now is the soonest that an alarm can fire; by then it is set for its time.
    try phone.wait(6_000)
    #expect(phone.device.delivered.isEmpty)
    expectNone(phone)
    try phone.wait(4 * hour)
    #expect(phone.device.delivered.count == 1)
    expectNone(phone)
  }

  @Test("when one event writes more records than the trace keeps")
  func lostRecords() throws {
    var phone = try phone()
    let task = LaunchedTask(
      number: 7, identifier: TaskIdentifier.fetch, beginDate: nil)
    phone.device.os.record(.task(.launched(task)))
    for _ in 0..<70_000 { phone.device.os.record(.plugin(.log(.ready))) }
    phone.device.os.record(.task(.completed(task, isSuccess: true)))
    phone.look()
    expectNone(phone)
  }

  /// The time to live before the first call is the contract's.
  @Test("when content lives shorter from now on, and what is shown was on its way before")
  func shorterLife() throws {
    var phone = try phone {
      $0.knobs.taskLateness = .fixed
      $0.knobs.deliveryDrift = .bounded180
    }
    try phone.call("scheduleDailyNotification", daily("x", "08:01"))
    try phone.perform(.background)
    try phone.wait(until: "2025-11-15T08:01:00.500Z")
    try #require(phone.device.pending.contains { $0.isOverdue && $0.content.info.fetchedAt != nil })
    try phone.perform(.foreground)
    try phone.call("configure", ["ttlSeconds": 60, "prefetchLeadMinutes": 1])
    try phone.perform(.swipeAway)
    try phone.wait(5 * minute)
    expectNone(phone)
  }

  @Test("when a maker lets an alarm fire late that the clock has jumped over")
  func lateByMaker() throws {
    var phone = try phone(on: .android) {
      $0.knobs.exactApi = .allowWhileIdle
      try? $0.knobs.set("makerDelay", to: "min 1m, max 1m")
    }
    try phone.perform(.setExactAlarm(isGranted: true))
    try phone.call("scheduleDailyNotification", daily("x", "08:01"))
    try phone.perform(.systemTerminate)
    try phone.perform(.warpClock(milliseconds: 86_400_000))
    try phone.wait(500)
    try phone.perform(phone.device.os.process.state.isAlive ? .foreground : .launch)
    try phone.call("getNotificationStatus", [:])
    expectNone(phone)
  }

  @Test("when other code cancels the work while a receiver fetches")
  func workTakenAway() throws {
    var phone = try phone(on: .android)
    try phone.perform(.setExactAlarm(isGranted: true))
    try phone.call("scheduleDailyNotification", daily("x", "08:01"))
    try phone.wait(until: "2025-11-15T08:01:00.001Z")
    try #require(phone.device.os.isReceiverRunning)
    try phone.perform(.otherCode(.cancelWork(nil)))
    try phone.wait(minute)
    expectNone(phone)
  }

  /// A task that was submitted in the second call's entry goes by the lead of the first; after a
  /// fetch that failed it is left where it is.
  @Test("when the lead is configured twice, and nothing is submitted in between")
  func leadTwice() throws {
    var phone = try phone { $0.knobs.taskLateness = .fixed }
    try phone.call("scheduleDailyNotification", daily("x", "20:00"))
    try phone.perform(.setNetwork(.offline))
    try phone.perform(.background)
    try phone.perform(.setPermission(.denied))
    try phone.wait(until: "2025-11-15T21:00:00.000Z")
    try phone.perform(.foreground)
    try phone.call("configure", ["prefetchLeadMinutes": 60])
    try phone.perform(.setPermission(.authorized))
    try phone.call("configure", ["prefetchLeadMinutes": 1])
    expectNone(phone)
  }

  /// The counterpart: what the clock shows is no measure of what was configured when.
  @Test("but 8 does where a shorter lifetime is configured and the clock is set back")
  func shorterLifeClockBack() throws {
    var phone = try phone()
    try phone.call("configure", ["ttlSeconds": 600])
    try phone.perform(.warpClock(milliseconds: -2 * hour))
    try phone.perform(.swipeAway)
    let trigger = try #require(ISO8601.parse("2025-11-15T05:00:00Z"))
    phone.device.os.add(
      .planted("daily_x", at: trigger, source: .cache, fetchedAt: trigger - 700_000))
    try phone.wait(2 * hour)
    #expect(phone.violated.contains(8), "\(phone.findings)")
  }
}
