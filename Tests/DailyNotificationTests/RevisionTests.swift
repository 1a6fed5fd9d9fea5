import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

/// What was armed is accounted for as it was armed, whatever becomes of schedule, zone and clock.
@Suite("What was armed")
struct RevisionTests {
  private static let reminder: JSONObject = ["title": "R", "body": "B"]

  private func remind(_ id: String, _ time: String, on phone: Phone) throws {
    var options = RevisionTests.reminder
    options["id"] = .string(id)
    options["time"] = .string(time)
    try phone.value("scheduleDailyReminder", options)
  }

  private func fly(_ phone: Phone, to zone: String) throws {
    try phone.perform(.setZone(try Zone(identifier: zone)))
  }

  @Test("of one daily schedule is shown for eight weeks without anybody opening the app")
  func eightWeeks() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.swipeAway)
    try phone.advance(to: "2026-01-09T06:00:00Z")
    #expect(phone.titlesShown.count == Phone.windowMax)
  }

  /// The process that armed it could not write it down, and has died.
  @Test("and could not be written is never missed for certain")
  func armedOnFullDisk() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    try phone.reopen()
    try phone.settle()
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.setPermission(.authorized))
    try phone.reopen()
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-16T06:00:00Z")
    try #require(phone.titlesShown.count == 2)
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    #expect(phone.missed.map(\.certainty) == [.unknown, .unknown])
  }

  @Test("of a rare schedule has its place beside many that are not")
  func rareSchedule() throws {
    let phone = try Phone()
    for hour in 10..<20 {
      try phone.schedule(["id": .string("at\(hour)"), "time": .string("\(hour):00")])
      try phone.settle()
    }
    try phone.value(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "0 0 29 2 *", "title": "T", "body": "B"])
    try phone.settle()
    #expect(phone.pendingIdentifiers.contains("dual_daily_notification"))
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  @Test("and is on its way is shown, and so is the new time", arguments: ["05:54", "06:30"])
  func changedOnItsWay(time: String) throws {
    let phone = try Phone { $0.knobs.deliveryDrift = .beyond }
    try phone.schedule()
    try phone.advance(to: "2025-11-15T05:53:01Z")
    try #require(phone.titlesShown.isEmpty)
    try phone.value("updateSettings", ["time": .string(time)])
    try phone.advance(to: "2025-11-15T08:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.count == 2)
    #expect(phone.count(.notificationDelivered) == 2)
    #expect(phone.missed.isEmpty)
  }

  @Test("of a reminder and is on its way is shown once, also when the reminder is set again")
  func reminderOnItsWay() throws {
    let phone = try Phone { $0.knobs.deliveryDrift = .beyond }
    try remind("r", "08:00", on: phone)
    try phone.advance(to: "2025-11-15T08:00:01Z")
    try #require(phone.titlesShown.isEmpty)
    try remind("r", "08:00", on: phone)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    #expect(phone.titlesShown == ["R"])
    try phone.advance(to: "2025-11-16T09:00:00Z")
    #expect(phone.titlesShown == ["R", "R"])
  }

  @Test("of a reminder and is on its way is shown, and not again at the old time")
  func reminderChangedOnItsWay() throws {
    let phone = try Phone { $0.knobs.deliveryDrift = .beyond }
    try remind("r", "08:00", on: phone)
    try phone.advance(to: "2025-11-15T08:00:01Z")
    try #require(phone.titlesShown.isEmpty)
    try remind("r", "10:00", on: phone)
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    #expect(phone.titlesShown.count == 1)
    try phone.advance(to: "2025-11-16T09:00:00Z")
    #expect(phone.titlesShown.count == 2)
    try phone.reopen()
    #expect(phone.missed.isEmpty)
  }

  @Test("and shown is not shown again in the west, by whatever call", arguments: [true, false])
  func shownOnce(isTitleOnly: Bool) throws {
    let phone = try Phone()
    try phone.schedule(["time": "08:00"])
    try phone.advance(to: "2025-11-15T09:00:00Z")
    try fly(phone, to: "America/New_York")
    if isTitleOnly {
      try phone.value("updateSettings", ["title": "New"])
    } else {
      try phone.schedule(["time": "08:00"])
    }
    try phone.advance(to: "2025-11-15T20:00:00Z")
    #expect(phone.titlesShown.count == 1)
    try phone.advance(to: "2025-11-16T20:00:00Z")
    #expect(phone.titlesShown.count == 2)
    #expect(phone.missed.isEmpty)
  }

  @Test("of two reminders is shown in the west, and the list names the triggers")
  func remindersInTheWest() throws {
    let phone = try Phone(start: "2026-02-01T10:00:00Z", zone: "Europe/London")
    for id in ["r0", "r1"] { try remind(id, "12:00", on: phone) }
    try phone.perform(.background)
    try phone.advance(to: "2026-02-03T10:00:00Z")
    try fly(phone, to: "America/New_York")
    try phone.advance(to: "2026-02-03T14:00:00Z")
    try phone.perform(.foreground)
    let list = try phone.value("getScheduledReminders")["reminders"]?.arrayValue ?? []
    let next = Phone.time("2026-02-03T17:00:00Z")
    #expect(list.map { $0["nextTriggerTime"] } == [next, next])
    let before = phone.titlesShown.count
    try phone.advance(to: "2026-02-04T02:00:00Z")
    #expect(phone.titlesShown.count == before + 2)
  }

  @Test("and shown is not missed because a write has failed, and is written later")
  func failedWrite() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.foreground)
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.fillDisk(isOn: false))
    try phone.reopen()
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.device.os.storage.history.count == 1)
  }

  @Test("of a reminder and shown is counted once, however long it stays in Notification Center")
  func countedOnce() throws {
    let phone = try Phone()
    try remind("r", "08:00", on: phone)
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    try phone.perform(.clearPending)
    try phone.perform(.setPermission(.denied))
    for _ in 0..<12 {
      try phone.advance(seconds: 86_400)
      try phone.perform(.systemTerminate)
      try phone.perform(.launch)
      try phone.perform(.background)
    }
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("of a reminder and shown is not missed because the permission was revoked since")
  func revoked() throws {
    let phone = try Phone()
    try remind("r", "08:00", on: phone)
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-18T09:00:00Z")
    try phone.perform(.setPermission(.denied))
    try phone.perform(.launch)
    #expect(phone.titlesShown.count == 4)
    #expect(phone.missed.isEmpty)
  }

  @Test("of eight schedules and fell due while the phone was off leaves room for all next ones")
  func offForAMonth() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    for index in 0..<8 {
      try phone.schedule(["id": .string("s\(index)"), "time": "02:30"])
      try phone.settle()
    }
    try phone.perform(.powerOff)
    try phone.advance(seconds: 30 * 86_400)
    try phone.perform(.powerOn(isLocked: false))
    try phone.perform(.launch)
    try phone.settle()
    let ahead = phone.pendingTimes.filter { $0 > phone.now }
    // Seven days of eight schedules each; the nearest day is the next one of all.
    #expect(
      ahead.sorted()
        == (16..<23).flatMap { [String](repeating: "2025-12-\($0)T02:30:00Z", count: 8) })
    try phone.advance(seconds: 600)
    try phone.reopen()
    try phone.settle()
    #expect(phone.pendingTimes.count { $0 > phone.now } == Phone.windowMax)
  }
}
