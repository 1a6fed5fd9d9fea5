import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("The status of notifications")
struct StatusTests {
  @Test("with reminders only is in order, although they have no task and no settings to update")
  func remindersOnly() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", ReminderTests.pills)
    #expect(
      try phone.status == [
        "isEnabled": true, "isScheduled": true, "lastNotificationTime": nil,
        "nextNotificationTime": Phone.time("2025-11-15T08:00:00Z"), "pending": 1, "missed": 0,
        "unaccounted": 0, "skipped": [], "settings": nil, "error": nil,
      ])
    try phone.advance(to: "2025-11-15T08:00:00Z")
    let status = try phone.status
    #expect(status["lastNotificationTime"] == Phone.time("2025-11-15T08:00:00Z"))
    #expect(status["isScheduled"] == true)
    #expect(status["nextNotificationTime"] == Phone.time("2025-11-16T08:00:00Z"))
  }

  @Test("with all kinds counts them together and describes the daily schedule")
  func allKinds() throws {
    let phone = try Phone.dual()
    try phone.schedule(["time": "19:00"])
    try phone.value("scheduleDailyReminder", ReminderTests.pills)
    try phone.settle()
    let status = try phone.status
    #expect(status["pending"] == 56)
    #expect(status["settings"]?["id"] == "daily")
    #expect(status["nextNotificationTime"] == Phone.time("2025-11-15T08:00:00Z"))
    #expect(status["error"] == .null)
  }

  @Test("has the interval of a schedule that follows one, and none of any other")
  func interval() throws {
    let phone = try Phone()
    try phone.schedule(["time": "19:00"])
    #expect(try phone.status["settings"]?.objectValue?["rolloverIntervalMinutes"] == nil)
    try phone.schedule(["time": "19:00", "rolloverIntervalMinutes": 10])
    #expect(try phone.status["settings"]?["rolloverIntervalMinutes"] == 10)
  }

  @Test("mentions a refused task only where one is needed")
  func refusedTask() throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.value(
      "scheduleUserNotification", GoodOptions.options(.scheduleUserNotification))
    #expect(try phone.status["error"] == .null)
    try phone.value("scheduleDailyNotification", ["time": "05:53"])
    #expect(try phone.status["error"] == "task_scheduling_failed")
  }

  @Test("of a paused dual schedule alone is that of nothing scheduled")
  func paused() throws {
    let phone = try Phone.dual()
    try phone.value("pauseDualSchedule")
    try phone.settle()
    #expect(
      try phone.status == [
        "isEnabled": true, "isScheduled": false, "lastNotificationTime": nil,
        "nextNotificationTime": nil, "pending": 0, "missed": 0, "unaccounted": 0,
        "skipped": [], "settings": nil, "error": nil,
      ])
  }

  @Test(
    "and the last notification are those of any kind",
    arguments: [PluginMethod.scheduleDailyReminder, .scheduleUserNotification])
  func lastNotification(method: PluginMethod) throws {
    let phone = try Phone()
    try phone.value(method.rawValue, GoodOptions.options(method))
    try phone.advance(to: "2025-11-15T18:00:01Z")
    let isReminder = method == .scheduleDailyReminder
    #expect(
      try phone.value("getLastNotification") == [
        "id": isReminder ? "pills" : "dual", "title": isReminder ? "Pills" : "T",
        "body": isReminder ? "Take them." : "B",
        "timestamp": Phone.time("2025-11-15T\(isReminder ? "08" : "18"):00:00Z"), "url": nil,
        "fromCache": false,
      ])
  }
}
