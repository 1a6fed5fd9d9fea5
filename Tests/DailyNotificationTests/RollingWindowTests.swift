import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("The rolling window")
struct RollingWindowTests {
  /// Schedules a number of daily notifications, a minute apart from 06:00 on.
  private func schedule(_ count: Int, on phone: Phone, from first: Int = 0) throws {
    for index in first..<(first + count) {
      let time = try #require(TimeOfDay(hour: 6 + index / 60, minute: index % 60))
      try phone.value(
        "scheduleDailyNotification", ["id": .string("s\(index)"), "time": .string(time.text)])
      try phone.settle()
    }
  }

  private func remind(_ count: Int, on phone: Phone) throws {
    for index in 0..<count {
      let time = try #require(TimeOfDay(hour: 8, minute: index))
      try phone.value(
        "scheduleDailyReminder",
        [
          "id": .string("r\(index)"), "title": "R", "body": "B", "time": .string(time.text),
        ])
      try phone.settle()
    }
  }

  @Test("is empty at first")
  func empty() throws {
    let phone = try Phone()
    #expect(
      try phone.value("maintainRollingWindow") == ["scheduled": 0, "removed": 0, "pending": 0])
    #expect(
      try phone.value("getRollingWindowStats") == [
        "stats": "0 of 64 pending, 0 schedules, 0 lost", "pending": 0, "capacity": 64,
        "evictions": 0, "maintenanceNeeded": false, "timeUntilNextMaintenance": 0,
      ])
  }

  @Test("reports what is pending, and when the next notification leaves a place")
  func stats() throws {
    let phone = try Phone()
    try phone.schedule()
    try remind(1, on: phone)
    let wait =
      try #require(ISO8601.parse("2025-11-15T05:53:00Z")) - phone.device.os.wallMilliseconds
    #expect(
      try phone.value("getRollingWindowStats") == [
        "stats": "56 of 64 pending, 2 schedules, 0 lost", "pending": 56, "capacity": 64,
        "evictions": 0, "maintenanceNeeded": false, "timeUntilNextMaintenance": .integer(wait),
      ])
  }

  @Test("is filled up by call 15, whose reply says what its entry did")
  func maintained() throws {
    let phone = try Phone()
    try phone.schedule()
    _ = phone.device.os.center.remove("daily_daily_2025-11-17")
    _ = phone.device.os.center.remove("daily_daily_2025-11-19")
    #expect(
      try phone.value("maintainRollingWindow") == ["scheduled": 2, "removed": 0, "pending": 56])
    #expect(
      try phone.value("maintainRollingWindow") == ["scheduled": 0, "removed": 0, "pending": 56])
    let stats = try phone.value("getRollingWindowStats")
    #expect(stats["evictions"] == 2)
    #expect(stats["stats"] == "56 of 64 pending, 1 schedules, 2 lost")
  }

  private func evictions(_ phone: Phone) throws -> JSONValue? {
    try phone.value("getRollingWindowStats")["evictions"]
  }

  @Test("does not count a reserve as lost when it becomes the day's request, but counts lost ones")
  func reserveTaken() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-19T05:42:30Z")
    try phone.reopen()
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(try evictions(phone) == 0)
    _ = phone.device.os.center.remove("daily_daily")
    phone.device.os.record(.request(.removed(identifier: "daily_daily")))
    _ = phone.device.os.center.remove("daily_daily_2025-11-22")
    #expect(try evictions(phone) == 2)
  }

  @Test(
    "counts nothing as lost that the plugin withdrew itself and has not added again",
    arguments: [true, false])
  func trimmed(isKilled: Bool) throws {
    let phone = try Phone()
    for index in 0..<9 {
      try phone.value(
        "scheduleDailyNotification", ["id": .string("s\(index)"), "time": .string("1\(index):00")])
    }
    if isKilled {
      try phone.perform(.systemTerminate)
      try phone.settle()
      try phone.perform(.launch)
    }
    #expect(try evictions(phone) == 0)
    try phone.settle()
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(try evictions(phone) == 0)
  }

  @Test("needs maintenance while notifications are denied, and none after a grant")
  func needed() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    _ = try phone.rejection("scheduleDailyNotification", ["time": "05:53"])
    try phone.settle()
    var stats = try phone.value("getRollingWindowStats")
    #expect(stats["maintenanceNeeded"] == true)
    #expect(stats["timeUntilNextMaintenance"] == 0)
    #expect(stats["pending"] == 0)
    try phone.perform(.setPermission(.authorized))
    stats = try phone.value("getRollingWindowStats")
    #expect(stats["maintenanceNeeded"] == false)
    #expect(stats["pending"] == 56)
    #expect(stats["evictions"] == 0)
  }

  @Test(
    "plans 56 with many schedules, nearest first, and loses none to the system",
    arguments: Knobs.PendingOverflow.allCases)
  func many(overflow: Knobs.PendingOverflow) throws {
    let phone = try Phone { $0.knobs.pendingOverflow = overflow }
    try phone.value("configure", ["maxNotificationsPerDay": 64])
    try schedule(31, on: phone)
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    #expect(phone.device.os.center.evictionCount == 0)
    // Today 31, and the nearest of tomorrow.
    #expect(phone.pendingTimes.last == "2025-11-16T06:24:00Z")
    #expect(phone.pendingTimes == phone.pendingTimes.sorted())
    for _ in 0..<3 {
      try phone.perform(.background)
      try phone.advance(seconds: 86_400)
      try phone.reopen()
      #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    }
    #expect(phone.device.os.center.evictionCount == 0)
    #expect(phone.missed.isEmpty)
  }

  @Test("gives a reminder one place, which reserves of other schedules never take")
  func reminders() throws {
    let phone = try Phone()
    try phone.value("configure", ["maxNotificationsPerDay": 64])
    try schedule(20, on: phone)
    try remind(23, on: phone)
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    #expect(phone.pendingIdentifiers.count { $0.hasPrefix("reminder_") } == 23)
    #expect(phone.pendingIdentifiers.count { $0.hasPrefix("daily_") } == 33)
    try schedule(13, on: phone, from: 20)
    let rejection = try phone.rejection(
      "scheduleDailyReminder", ["id": "one", "title": "T", "body": "B", "time": "23:00"])
    #expect(rejection.kind == .pendingLimitExceeded)
    #expect(phone.device.os.center.evictionCount == 0)
  }

  @Test("that is full of other code's requests is refused with who fills it", arguments: [63, 64])
  func foreign(count: Int) throws {
    let phone = try Phone()
    for number in 0..<count {
      let trigger = NotificationTrigger.interval(
        milliseconds: Int64(number + 1) * 3_600_000, repeats: false)
      try phone.perform(
        .otherCode(.addRequest(OtherRequest(identifier: "news\(number)", trigger: trigger))))
    }
    guard count == 64 else { return try phone.schedule() }
    let rejection = try phone.rejection("scheduleDailyNotification", ["time": "05:53"])
    #expect(rejection.kind == .pendingLimitExceeded)
    #expect(
      rejection.message.hasPrefix(
        "There is no room for another daily schedule: other code of the app holds 64 of 64 places"))
  }

  @Test("counts all kinds against maxNotificationsPerDay")
  func allKinds() throws {
    let phone = try Phone()
    try phone.value("configure", ["maxNotificationsPerDay": 3])
    try schedule(1, on: phone)
    try remind(1, on: phone)
    let dual = GoodOptions.options(.scheduleUserNotification)
    try phone.value("scheduleUserNotification", dual)
    for (method, options) in [
      ("scheduleDailyNotification", ["id": "more", "time": "09:00"]),
      ("scheduleDailyReminder", ["id": "more", "title": "T", "body": "B", "time": "09:00"]),
    ] as [(String, JSONObject)] {
      #expect(try phone.rejection(method, options) == .pendingLimit(3))
    }
    #expect(
      try phone.rejection("configure", ["maxNotificationsPerDay": 2]).kind == .invalidParameter)
    try phone.value("scheduleUserNotification", dual)
    try phone.value("cancelDailyReminder", ["reminderId": "r0"])
    try phone.settle()
    try phone.value("scheduleDailyNotification", ["id": "more", "time": "09:00"])
  }

  /// When a cron expression fires often a day, the first firings of each day fit beside the others.
  @Test("arms the first firings of each day of a cron expression, as many as there is room for")
  func oftenADay() throws {
    let phone = try Phone(start: "2025-11-15T23:30:00Z")
    try phone.value("configure", ["maxNotificationsPerDay": 4])
    try phone.schedule(["time": "22:00"])
    try phone.value(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "0 * * * *", "title": "T", "body": "B"])
    // The reserves that give way to them are removed first.
    try phone.settle()
    let dual = phone.device.os.pendingRequests.filter { $0.content.info.kind == .dual }
    // Four a day, one of them the daily notification, fill the window for fourteen days.
    #expect(
      dual.map { ISO8601.text($0.content.info.plannedTime) }.sorted()
        == (16..<30).flatMap { day in (0..<3).map { "2025-11-\(day)T0\($0):00:00Z" } })
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(try phone.value("getDualScheduleStatus")["userNotification"]?["isScheduled"] == true)
    try phone.perform(.background)
    for _ in 0..<8 {
      try phone.advance(seconds: 6 * 3600)
      try phone.reopen()
      try phone.perform(.background)
    }
    #expect(phone.titlesShown.count { $0 == "T" } == 6)
    #expect(phone.titlesShown.count == 8)
    #expect(phone.missed.isEmpty)
  }

  @Test("stays full and in order with an expression that fires every minute")
  func everyMinute() throws {
    let phone = try Phone()
    try phone.value("configure", ["maxNotificationsPerDay": 64])
    try phone.value(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "* * * * *", "title": "T", "body": "B"])
    #expect(phone.pendingTimes.first == "2025-11-16T00:00:00Z")
    try phone.advance(to: "2025-11-16T00:00:30Z")
    for _ in 0..<20 {
      try phone.advance(seconds: 300)
      try phone.value("maintainRollingWindow")
    }
    #expect(phone.titlesShown.count == 64)
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.notificationDelivered) == 64)
  }
}
