import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A daily schedule with an interval")
struct RolloverTests {
  /// The instants that follow a first one by an interval.
  static func times(from first: String, every minutes: Int64, count: Int) -> [String] {
    let start = ISO8601.parse(first) ?? 0
    return (0..<Int64(count)).map { ISO8601.text(start + $0 * minutes * 60_000) }
  }

  @Test("has its first notification at the time of day, and the others by minutes after it")
  func reserves() throws {
    let phone = try Phone()
    try phone.schedule(["id": "news", "time": "05:53", "rolloverIntervalMinutes": 90])
    // Thirteen of the first date, since it began at 05:53; then sixteen a date.
    #expect(
      phone.pendingTimes
        == Self.times(from: "2025-11-15T05:53:00Z", every: 90, count: Phone.windowMax))
    #expect(
      phone.pendingIdentifiers.prefix(2) == ["daily_news", "daily_news_2025-11-15T07:23:00Z"])
    let settings = try phone.status["settings"]
    #expect(settings?["time"] == "05:53")
    #expect(settings?["timezone"] == JSONValue.null)
    #expect(phone.device.os.storage.schedules.first?.rollover?.minutes == 90)
  }

  @Test("has the first ones of each date of the phone's zone, as many as a day may have")
  func perDay() throws {
    let phone = try Phone(zone: "America/New_York")
    try phone.value("configure", ["maxNotificationsPerDay": 3])
    try phone.schedule(["time": "01:00", "rolloverIntervalMinutes": 60])
    #expect(
      phone.pendingTimes.prefix(7) == [
        "2025-11-15T06:00:00Z", "2025-11-15T07:00:00Z", "2025-11-15T08:00:00Z",
        "2025-11-16T05:00:00Z", "2025-11-16T06:00:00Z", "2025-11-16T07:00:00Z",
        "2025-11-17T05:00:00Z",
      ])
    // A second one shares what a day may have.
    try phone.schedule(["id": "b", "time": "12:00", "rolloverIntervalMinutes": 60])
    try phone.settle()
    #expect(phone.pendingTimes.prefix(2) == ["2025-11-15T06:00:00Z", "2025-11-15T17:00:00Z"])
  }

  @Test("leaves a place to what fires once on its date, and on no other")
  func onceTakesItsDate() throws {
    let phone = try Phone()
    try phone.value("configure", ["maxNotificationsPerDay": 3])
    try phone.value(
      "scheduleDailyReminder",
      ["id": "r", "title": "a", "body": "b", "time": "12:00", "repeatDaily": false])
    try phone.schedule(["time": "06:00", "rolloverIntervalMinutes": 60])
    #expect(
      phone.pendingTimes.prefix(6) == [
        "2025-11-15T06:00:00Z", "2025-11-15T07:00:00Z", "2025-11-15T12:00:00Z",
        "2025-11-16T00:00:00Z", "2025-11-16T01:00:00Z", "2025-11-16T02:00:00Z",
      ])
  }

  @Test("what a lower limit of a day had left out is not missed once the limit is raised")
  func raisedLimit() throws {
    let phone = try Phone()
    try phone.value("configure", ["maxNotificationsPerDay": 2])
    try phone.schedule(["time": "06:00", "rolloverIntervalMinutes": 60])
    try phone.advance(to: "2025-11-15T10:30:00Z")
    try phone.value("configure", ["maxNotificationsPerDay": 8])
    try phone.reopen()
    try phone.advance(to: "2025-11-15T10:45:00Z")
    #expect(try phone.status["missed"] == 0)
    #expect(try phone.status["unaccounted"] == 0)
    // Eight of a date: six are past or were left out, so that 11:00 is the first that may come.
    #expect(phone.pendingTimes.first == "2025-11-15T11:00:00Z")
  }

  @Test(
    "what is missed after a reminder beside it has fired once is reported", arguments: [60, 720])
  func missedBesideAReminder(minutes: Int64) throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule(["time": "06:00", "rolloverIntervalMinutes": .integer(minutes)])
    try phone.value(
      "scheduleDailyReminder",
      ["id": "r", "title": "a", "body": "b", "time": "12:00", "repeatDaily": false])
    try phone.perform(.background)
    // The window holds 56 of them, so that later ones are missed.
    try phone.advance(to: "2025-12-25T12:00:00Z")
    try phone.perform(.foreground)
    try phone.settle()
    let missed = try phone.status["missed"]?.integerValue ?? 0
    #expect(missed > 20)
  }

  @Test("goes on by its interval after the phone was started again and after the app was closed")
  func survives() throws {
    let phone = try Phone()
    try phone.schedule(["time": "05:53", "rolloverIntervalMinutes": 10])
    try phone.advance(to: "2025-11-15T05:58:00Z")
    try phone.perform(.reboot(isLocked: false))
    try phone.reopen()
    try phone.advance(to: "2025-11-15T06:04:00Z")
    try phone.perform(.swipeAway)
    try phone.reopen()
    #expect(phone.pendingTimes.first == "2025-11-15T06:13:00Z")
    #expect(phone.shownTimes.prefix(2) == ["2025-11-15T05:53:00Z", "2025-11-15T06:03:00Z"])
  }

  @Test("keeps its instants when the phone flies and when the clocks change")
  func flight() throws {
    let phone = try Phone(start: "2025-11-01T20:00:00Z", zone: "America/New_York")
    try phone.schedule(["time": "08:00", "rolloverIntervalMinutes": 1440])
    let times = Self.times(from: "2025-11-02T13:00:00Z", every: 1440, count: Phone.windowMax)
    #expect(phone.pendingTimes == times)
    try phone.perform(.setZone(Zone(identifier: "Asia/Tokyo")))
    try phone.reopen()
    #expect(phone.pendingTimes == times)
  }

  @Test("drifts by an hour where the wall clock does, since it counts minutes")
  func drift() throws {
    let phone = try Phone(start: "2025-10-31T20:00:00Z", zone: "America/New_York")
    try phone.schedule(["id": "elapsed", "time": "08:00", "rolloverIntervalMinutes": 1440])
    try phone.schedule(["id": "wall", "time": "08:00"])
    try phone.advance(to: "2025-11-03T20:00:00Z")
    #expect(
      phone.shownTimes == [
        "2025-11-01T12:00:00Z", "2025-11-01T12:00:00Z", "2025-11-02T12:00:00Z",
        "2025-11-02T13:00:00Z", "2025-11-03T12:00:00Z", "2025-11-03T13:00:00Z",
      ])
  }

  @Test("reports each occurrence that was missed")
  func missed() throws {
    let phone = try Phone()
    try phone.schedule(["time": "05:53", "rolloverIntervalMinutes": 60])
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2025-11-15T08:00:00Z")
    try phone.reopen()
    #expect(
      phone.missedTimes == [
        "2025-11-15T05:53:00Z", "2025-11-15T06:53:00Z", "2025-11-15T07:53:00Z",
      ])
  }

  @Test("is the same schedule when it is set again, and begins anew with another interval")
  func again() throws {
    let phone = try Phone()
    let options: JSONObject = ["time": "05:53", "rolloverIntervalMinutes": 10]
    try phone.schedule(options)
    let revision = phone.device.os.storage.schedules.first?.revision
    try phone.advance(to: "2025-11-15T06:07:00Z")
    try phone.schedule(options)
    #expect(phone.device.os.storage.schedules.first?.revision == revision)
    #expect(phone.pendingTimes.first == "2025-11-15T06:13:00Z")
    try phone.value("updateSettings", ["title": "Later"])
    try phone.settle()
    #expect(phone.pendingTimes.first == "2025-11-15T06:13:00Z")
    try phone.value("updateSettings", ["time": "06:30"])
    try phone.settle()
    #expect(
      phone.pendingTimes.prefix(2) == ["2025-11-15T06:30:00Z", "2025-11-15T06:40:00Z"])
    try phone.value("updateSettings", ["rolloverIntervalMinutes": 20])
    try phone.settle()
    #expect(
      phone.pendingTimes.prefix(2) == ["2025-11-15T06:30:00Z", "2025-11-15T06:50:00Z"])
    try phone.schedule(["time": "06:30"])
    try phone.settle()
    #expect(
      phone.pendingTimes.prefix(2) == ["2025-11-15T06:30:00Z", "2025-11-16T06:30:00Z"])
  }

  @Test("belongs to a time of day, not to an expression")
  func expression() throws {
    let phone = try Phone()
    var options: JSONObject = ["kind": "notify", "rolloverIntervalMinutes": 10]
    options["cron"] = "0 8 * * *"
    #expect(try phone.rejection("createSchedule", options).kind == .invalidParameter)
    options["cron"] = nil
    options["clockTime"] = "05:53"
    try phone.value("createSchedule", options)
    #expect(
      phone.pendingTimes.prefix(2) == ["2025-11-15T05:53:00Z", "2025-11-15T06:03:00Z"])
  }

  @Test("is armed two ahead on Android and goes on at each alarm, also after a boot")
  func android() throws {
    var phone = try AndroidPhone()
    phone.launch()
    #expect(
      phone.call(
        "scheduleDailyNotification", ["time": "05:53", "rolloverIntervalMinutes": 10])
        == .value(["warning": nil]))
    #expect(
      phone.alarms == [
        "daily_daily_2025-11-15T05:53_UTC 2025-11-15T05:53:00Z",
        "daily_daily_2025-11-15T06:03_UTC 2025-11-15T06:03:00Z",
      ])
    try phone.advance(to: "2025-11-15T06:04:00Z")
    phone.reboot(minutesOff: 2)
    try phone.advance(to: "2025-11-15T06:24:00Z")
    #expect(
      phone.shown.map { $0.suffix(20) }
        == Self.times(from: "2025-11-15T05:53:00Z", every: 10, count: 4).map { $0[...] })
    #expect(
      phone.alarms == [
        "daily_daily_2025-11-15T06:33_UTC 2025-11-15T06:33:00Z",
        "daily_daily_2025-11-15T06:43_UTC 2025-11-15T06:43:00Z",
      ])
  }
}

extension Phone {
  /// The planned times of what the plugin has found shown, in their order.
  fileprivate var shownTimes: [String] {
    device.os.historyRows.map(\.plannedTime).sorted().map(ISO8601.text)
  }

  /// The planned times of what the plugin has reported missed, in their order.
  fileprivate var missedTimes: [String] {
    device.os.missedRows.map(\.plannedTime).sorted().map(ISO8601.text)
  }
}
