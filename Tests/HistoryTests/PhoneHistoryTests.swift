import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Session
import SimulationCore
import Testing

@testable import History

/// What a history says of notifications, by the acts on a phone.
@Suite("The history of a phone")
struct PhoneHistoryTests {
  /// A phone whose history is looked at after acts.
  private struct Phone {
    private var session: Session<PhoneHistory>

    init(_ platform: DevicePlatform = .ios, knobs: [(String, String)] = []) throws {
      var configuration = DeviceConfiguration(platform: platform)
      for (name, value) in [("deliveryDrift", "none")] + knobs where platform == .ios {
        try configuration.knobs.set(name, to: value)
      }
      session = Session(configuration, observer: PhoneHistory())
      try act("setPermission", ["value": "granted"])
      if platform == .android { try act("setExactAlarm", ["value": "granted"]) }
    }

    mutating func act(_ verb: String, _ parameters: JSONObject = [:]) throws {
      try session.perform(try VerbTable.command(verb: verb, parameters: parameters))
    }

    mutating func call(_ method: String, _ options: JSONObject) throws {
      try session.perform(.call(method: method, options: options))
      _ = try session.runUntilIdle(limit: 10_000)
    }

    mutating func pass(hours: Int64) throws {
      try session.advance(
        to: session.device.os.now.advanced(byMilliseconds: hours * 3_600_000))
    }

    var history: PhoneHistory {
      var history = session.observer
      history.finish(session.device)
      return history
    }

    func outcomes(on day: String) throws -> [OccurrenceHistory.Outcome] {
      let date = try #require(CivilDate(text: day))
      return history.occurrences(on: date).map(\.outcome)
    }
  }

  @Test("says until when the summary holds a notification, a reminder of each day too")
  func summary() throws {
    var phone = try Phone()
    try phone.act("setNotificationSettings", ["scheduledDelivery": true])
    try phone.call("scheduleDailyNotification", ["time": "09:00"])
    try phone.call(
      "scheduleDailyReminder", ["id": "tea", "title": "Tea", "body": "Now.", "time": "10:00"])
    try phone.act("background")
    let evening = try #require(ISO8601.parse("2025-11-15T18:00:00Z"))
    for day in 0..<2 {
      try phone.pass(hours: day == 0 ? 9 : 15)
      let until = evening + Int64(day) * 86_400_000
      let date = day == 0 ? "2025-11-15" : "2025-11-16"
      #expect(
        try phone.outcomes(on: date) == [
          .due(.summary(until: until)), .due(.summary(until: until)),
        ])
      try phone.pass(hours: 9)
      #expect(try phone.outcomes(on: date) == [.shown, .shown])
    }
    try phone.pass(hours: 15)
    try phone.act("reinstall")
    #expect(
      try phone.outcomes(on: "2025-11-17")
        == [.notShown(.notShown(.takenFromSummary)), .notShown(.notShown(.takenFromSummary))])
  }

  @Test("names what was lost at its time, what it showed, and what the plugin has told")
  func shownAndLost() throws {
    var phone = try Phone()
    try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.pass(hours: 24)
    try phone.act("setPermission", ["value": "denied"])
    try phone.pass(hours: 24)
    #expect(try phone.outcomes(on: "2025-11-15") == [.shown])
    #expect(
      try phone.outcomes(on: "2025-11-16") == [.notShown(.denied(wasAsked: true))])
    #expect(try phone.outcomes(on: "2025-11-17") == [.ahead(isArmed: true)])
    let (all, omitted) = phone.history.occurrences()
    #expect(all.map(\.content) == [.default, nil, nil] && omitted == 0)
    #expect(all.map(\.report) == [.delivered, .nothing, .nothing])
    #expect(all.map(\.isLossRecorded) == [false, true, false])
    #expect(phone.history.occurrences(max: 1).list.map(\.key) == [all[2].key])
  }

  @Test("a reminder that does not repeat is lost on its own day only")
  func once() throws {
    var phone = try Phone()
    try phone.call(
      "scheduleDailyReminder",
      ["id": "a", "title": "T", "body": "B", "time": "12:00", "repeatDaily": false])
    try phone.act("swipeAway")
    try phone.act("clearPending")
    try phone.pass(hours: 72)
    #expect(try phone.outcomes(on: "2025-11-15") == [.notShown(.alarmLost(.cleared))])
    #expect(try phone.outcomes(on: "2025-11-16").isEmpty)
  }

  @Test("one request stands for all days of a reminder, also when it is gone")
  func repeating() throws {
    var phone = try Phone()
    try phone.call(
      "scheduleDailyReminder", ["id": "a", "title": "T", "body": "B", "time": "12:00"])
    try phone.pass(hours: 24)
    try phone.act("setPermission", ["value": "denied"])
    try phone.pass(hours: 24)
    try phone.act("setPermission", ["value": "granted"])
    try phone.act("swipeAway")
    try phone.act("clearPending")
    try phone.pass(hours: 48)
    let all = phone.history.occurrences().list
    #expect(
      all.map(\.outcome).prefix(4) == [
        .shown, .notShown(.denied(wasAsked: true)), .notShown(.alarmLost(.cleared)),
        .notShown(.alarmLost(.cleared)),
      ])
    #expect(all.map(\.isLossRecorded).prefix(4) == [false, true, false, false])
  }

  @Test("what was never armed is lost by its expression, in the zone of its time")
  func expression() throws {
    var phone = try Phone()
    try phone.call(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "0 7,19 * * *", "title": "T", "body": "B"])
    try phone.act("swipeAway")
    try phone.act("clearPending")
    try phone.pass(hours: 24)
    try phone.act("setZone", ["zone": "Asia/Kathmandu"])
    try phone.pass(hours: 24)
    #expect(try phone.outcomes(on: "2025-11-15").count == 2)
    // 07:00 of the 16th has passed in UTC's time line already when the zone changes at 11:27.
    let second = try phone.outcomes(on: "2025-11-16")
    // The request that was for 07:00 in UTC stands for no time of the new zone.
    let isLost = second.contains { if case .notShown = $0 { true } else { false } }
    #expect(isLost && second.contains(.withdrawn), "\(second)")
    let times = phone.history.occurrences().list.filter { $0.cause != nil }
      .map { $0.notification.zone.wallTime(at: $0.key.planned).timeOfDay.text }
    #expect(Set(times) == ["07:00", "19:00"])
  }

  @Test("what was shown before its schedule changed keeps its own time")
  func changed() throws {
    var phone = try Phone(knobs: [("deliveryDrift", "bounded180")])
    try phone.call(
      "scheduleDailyReminder", ["id": "a", "title": "T", "body": "B", "time": "06:00"])
    try phone.pass(hours: 20)
    try phone.call(
      "updateDailyReminder", ["id": "a", "title": "T", "body": "B", "time": "04:00"])
    try phone.pass(hours: 24)
    let shown = phone.history.occurrences().list.filter { !$0.showings.isEmpty }
    #expect(
      shown.map { $0.notification.zone.wallTime(at: $0.key.planned).timeOfDay.text } == [
        "06:00", "04:00",
      ])
  }

  @Test("what other code shows is its own, on its day")
  func foreign() throws {
    var phone = try Phone()
    try phone.act(
      "otherCode", ["addRequest": ["id": "old", "daily": "08:00", "title": "Old"]])
    try phone.pass(hours: 30)
    let day = try #require(CivilDate(text: "2025-11-15"))
    #expect(phone.history.foreign(on: day).map(\.identifier) == ["old"])
    #expect(phone.history.foreign(on: day.adding(days: 1)).map(\.identifier) == ["old"])
    #expect(phone.history.occurrences().list.isEmpty)
  }

  @Test("what was shown on another day than its own is found by both")
  func elsewhere() throws {
    var phone = try Phone(.android)
    try phone.call("scheduleDailyNotification", ["time": "23:59"])
    try phone.act("background")
    try phone.act("warpClock", ["by": 172_800_000])
    try phone.pass(hours: 1)
    let planned = try #require(CivilDate(text: "2025-11-15"))
    let shown = phone.history.shownElsewhere(on: planned.adding(days: 2))
    #expect(shown.contains { $0.key.id == "daily" && !$0.showings.isEmpty })
    #expect(phone.history.occurrences(on: planned).first?.showings.isEmpty == false)
    #expect(phone.history.shownElsewhere(on: planned).isEmpty)
  }

  @Test(
    "content is tied to the notification that it was fetched for",
    arguments: DevicePlatform.allCases)
  func content(platform: DevicePlatform) throws {
    var phone = try Phone(platform)
    try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.act("background")
    try phone.act("simulateTaskLaunch")
    try phone.pass(hours: 24)
    let first = try #require(phone.history.occurrences().list.first)
    let progress = PrefetchLinks(phone.history, .daily, planned: first.key.planned).progress
    #expect(progress.fetch == .stored && progress.task?.started != nil)
    #expect(first.content == .fetched)
    let next = PrefetchLinks(phone.history, .daily, planned: first.key.planned + 86_400_000)
    #expect(next.progress.fetch == .notBegun && next.progress.task?.started == nil)
  }
}
