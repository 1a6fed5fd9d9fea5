import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Recovery")
struct RecoveryTests {
  private func summary(_ text: String) -> String { "[DNP-RECOVERY] scenario=\(text)" }

  @Test(
    "after the process died finds everything in place",
    arguments: [
      Command.swipeAway, .systemTerminate,
    ])
  func relaunch(ending: Command) throws {
    let phone = try Phone()
    try phone.schedule()
    let requests = phone.device.os.pendingRequests
    for _ in 0..<3 {
      try phone.perform(ending)
      try phone.perform(.launch)
      try phone.settle()
    }
    #expect(phone.device.os.pendingRequests == requests)
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    #expect(!phone.lines().contains { $0.hasPrefix("[DNP-RECOVERY]") })
    let warm = summary("warmStart missed=0 verified=56 rescheduled=0")
    #expect(phone.lines(from: .debug).count { $0 == warm } == 3)
  }

  @Test("arms everything again when nothing is pending any more", arguments: [true, false])
  func termination(isRelaunched: Bool) throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.pendingIdentifiers
    if isRelaunched { try phone.perform(.swipeAway) }
    try phone.perform(.clearPending)
    try phone.reopen()
    #expect(phone.pendingIdentifiers == before)
    #expect(phone.lines().last == summary("termination missed=0 verified=0 rescheduled=56"))
  }

  @Test("adds only what is missing")
  func coldStart() throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.pendingIdentifiers
    _ = phone.device.os.center.remove("daily_daily_2025-11-18")
    try phone.reopen()
    #expect(phone.pendingIdentifiers == before)
    #expect(phone.lines().last == summary("coldStart missed=0 verified=55 rescheduled=1"))
  }

  @Test("continues with the next day after a trigger has passed")
  func passed() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.reopen()
    #expect(phone.pendingIdentifiers.first == "daily_daily")
    #expect(phone.pendingTimes == Phone.days(from: 16, at: "05:53"))
    // The last day of the window is added once the reserve that was renamed is gone.
    #expect(
      phone.lines().contains(summary("coldStart missed=0 verified=54 rescheduled=1")))
  }

  @Test("has nothing to do without a schedule or without permission", arguments: [true, false])
  func nothing(hasSchedule: Bool) throws {
    let phone = try Phone()
    if hasSchedule {
      try phone.schedule()
      try phone.perform(.setPermission(.denied))
    }
    try phone.reopen()
    #expect(!phone.lines().contains { $0.hasPrefix("[DNP-RECOVERY]") })
    #expect(phone.lines(from: .debug).contains(summary("none missed=0 verified=0 rescheduled=0")))
  }
}

@Suite("A delivered notification")
struct DeliveredNotificationTests {
  @Test("is accounted for once, at the next entry")
  func once() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.count(.notificationDelivered) == 0)
    for _ in 0..<3 { try phone.reopen() }
    try phone.value("getLastNotification")
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(try phone.counter("dnp_notifications_delivered_total{source=\"cache\"}") == 1)
    #expect(try phone.counter("dnp_cache_hits_total") == 1)
    let planned = try #require(ISO8601.parse("2025-11-15T05:53:00Z"))
    let events = phone.hostEvents.filter { $0.name == .notificationDelivered }
    let delivery = ReportedDelivery(
      id: "daily", plannedTime: planned, wallMinute: planned / 60_000, source: .cache)
    #expect(events == [.notificationDelivered(delivery)])
  }

  @Test(
    "is accounted for immediately by the delegate and by a tap", arguments: ["delegate", "tap"])
  func entries(entry: String) throws {
    let phone = try Phone()
    try phone.schedule()
    if entry == "tap" { try phone.perform(.background) }
    try phone.advance(to: "2025-11-15T05:53:00Z")
    if entry == "tap" {
      try phone.perform(.swipeAway)
      try phone.perform(.tapNotification(identifier: "daily_daily"))
    }
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.missed.isEmpty)
    try phone.reopen()
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("is in the status")
  func status() throws {
    let phone = try Phone()
    let empty = try phone.status
    #expect(
      empty == [
        "isEnabled": true, "isScheduled": false, "lastNotificationTime": nil,
        "nextNotificationTime": nil, "pending": 0, "missed": 0, "unaccounted": 0,
        "skipped": [], "settings": nil, "error": nil,
      ])
    try phone.schedule(["time": "05:53", "timezone": "UTC", "title": "T", "body": "B"])
    try phone.advance(to: "2025-11-15T05:53:30Z")
    #expect(
      try phone.status == [
        "isEnabled": true, "isScheduled": true,
        "lastNotificationTime": time("2025-11-15T05:53:00Z"),
        "nextNotificationTime": time("2025-11-16T05:53:00Z"),
        "pending": .integer(Int64(Phone.windowMax)), "missed": 0, "unaccounted": 0,
        "skipped": [],
        "settings": [
          "id": "daily", "time": "05:53", "timezone": "UTC", "title": "T", "body": "B",
          "sound": true, "vibration": true, "priority": "default",
        ],
        "error": nil,
      ])
  }

  private func time(_ text: String) -> JSONValue {
    ISO8601.parse(text).map(JSONValue.integer) ?? .null
  }

  @Test("is reported once even while nothing can be stored")
  func fullDisk() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:54:00Z")
    try phone.perform(.fillDisk(isOn: true))
    for _ in 0..<3 { try phone.reopen() }
    try phone.perform(.fillDisk(isOn: false))
    for _ in 0..<3 { try phone.reopen() }
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(try phone.counter("dnp_notifications_delivered_total{source=\"cache\"}") == 1)
  }

  @Test(
    "more than 180 s late is logged as drift",
    arguments: [(0, false), (180_000, false), (180_001, true), (180_999, true), (181_000, true)])
  func drift(milliseconds: Int64, isDrift: Bool) throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.background)
    let request = try phone.pending("daily_daily")
    try phone.advance(to: "2025-11-15T05:52:00Z")
    _ = phone.device.os.center.remove("daily_daily")
    try phone.advance(to: "2025-11-15T05:53:00Z")
    try phone.advance(milliseconds: milliseconds)
    phone.device.os.center.deliver(request, at: phone.device.os.wallMilliseconds)
    try phone.reopen()
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(
      phone.lines(from: .warning).contains("[DNP-SCHEDULER] notification drift > 180s") == isDrift)
  }

  /// Among what is shown at the phone's start is a date that the clocks had left out two weeks ago.
  @Test("a date that passed a minute before the phone's start was not shown then")
  func missedBeforeStart() throws {
    let phone = try Phone(start: "2026-03-01T23:48:13Z", zone: "America/Los_Angeles") {
      $0.knobs.taskLateness = .never
    }
    // So many that none has a request for the last date.
    for (id, time) in [("a", "02:00"), ("b", "17:36"), ("c", "09:17")] {
      try phone.schedule(["id": .string(id), "time": .string(time)])
      try phone.settle()
    }
    try phone.advance(to: "2026-03-04T20:00:00Z")
    try phone.perform(.powerOff)
    try phone.advance(to: "2026-03-24T09:00:44Z")
    try phone.perform(.powerOn(isLocked: false))
    try phone.perform(.launch)
    try phone.settle()
    let missed = phone.missed.filter { $0.id == "a" }.map { ISO8601.text($0.plannedTime) }
    #expect(missed == ["2026-03-24T09:00:00Z"])
  }
}
