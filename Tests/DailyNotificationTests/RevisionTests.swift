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

  /// A phone whose window was withdrawn while notifications were denied, and filled anew on a full
  /// disk.
  private func armedAgainOnFullDisk() throws -> Phone {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    try phone.reopen()
    try phone.settle()
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.setPermission(.authorized))
    try phone.reopen()
    return phone
  }

  /// The process that armed it could not write it down, and has died.
  @Test("and could not be written is never missed for certain")
  func armedOnFullDisk() throws {
    let phone = try armedAgainOnFullDisk()
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-16T06:00:00Z")
    try #require(phone.titlesShown.count == 2)
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    #expect(phone.missed.map(\.certainty) == [.unknown, .unknown])
  }

  /// Nothing is left of it: neither a request nor a notification.
  @Test("on a full disk and withdrawn again is never missed for certain, once it was shown")
  func withdrawnOnFullDisk() throws {
    let phone = try armedAgainOnFullDisk()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.setPermission(.denied))
    try phone.reopen()
    try phone.settle()
    try phone.perform(.systemTerminate)
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    #expect(phone.missed.map(\.certainty) == [.unknown])
  }

  /// The system keeps one notification an identifier, so the later one has replaced the earlier.
  @Test("and shown on a full disk is never missed for certain, though later ones replaced it")
  func replacedOnFullDisk() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule(["id": "a", "time": "07:43"])
    try phone.schedule(["id": "b", "time": "07:16"])
    try phone.perform(.fillDisk(isOn: true))
    try phone.advance(to: "2025-11-19T15:00:00Z")
    try #require(phone.titlesShown.count == 10)
    try phone.perform(.systemTerminate)
    try phone.perform(.clearPending)
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    #expect(!phone.missed.isEmpty)
    #expect(phone.missed.allSatisfy { $0.certainty == .unknown })
  }

  /// The dates before the failed entry's request are not taken for shown by it.
  @Test("of a reminder anew, with nothing written, is not taken for what was lost before")
  func reminderArmedOnFullDisk() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try remind("r", "08:00", on: phone)
    try phone.perform(.background)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-15T12:00:00Z")
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.foreground)
    try phone.perform(.swipeAway)
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    #expect(phone.missed.map(\.certainty) == [.unknown])
  }

  @Test("and lost is reported although the call that found it wrote the ledger itself")
  func foundByFailingCall() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-15T12:00:00Z")
    try phone.perform(.failWrites(count: 3))
    try phone.schedule()
    #expect(phone.missed.map(\.certainty) == [.unknown])
  }

  @Test("and cancelled on a full disk is nothing to a process that comes later")
  func cancelledOnFullDisk() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-16T01:00:00Z")
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.foreground)
    try phone.value("cancelAllNotifications")
    try phone.perform(.systemTerminate)
    try phone.advance(to: "2025-11-18T01:00:00Z")
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    #expect(phone.missed.isEmpty)
  }

  /// The later date was shown, the earlier one was not, and the clock has put both ahead again.
  @Test("and fired in vain is armed again when the clock goes back, though a later one was shown")
  func gap() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.background)
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2025-11-15T12:00:00Z")
    try phone.perform(.setPermission(.authorized))
    try phone.advance(to: "2025-11-16T12:00:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000))
    try phone.perform(.foreground)
    try phone.settle()
    try phone.advance(to: "2025-11-17T12:00:00Z")
    // The 15th for the first time, not the 16th again, and the 17th.
    #expect(phone.titlesShown.count == 3)
    #expect(phone.missed.isEmpty)
  }

  @Test("and withdrawn by a call gives its places to the reserves of the others at once")
  func placesOfCancelled() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try remind("r", "08:00", on: phone)
    try phone.settle()
    try phone.value("cancelDailyReminder", ["reminderId": "r"])
    try phone.settle()
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(!phone.pendingIdentifiers.contains("reminder_r"))
  }

  @Test("of a reminder and shown at another place is of the date there")
  func reminderElsewhere() throws {
    let phone = try Phone(start: "2025-11-15T01:00:00Z") { $0.knobs.taskLateness = .never }
    try remind("r", "02:30", on: phone)
    try phone.perform(.swipeAway)
    try fly(phone, to: "Europe/Berlin")
    try phone.advance(to: "2025-11-15T02:00:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.clearPending)
    try fly(phone, to: "Asia/Tokyo")
    try phone.perform(.launch)
    try phone.settle()
    // 02:30 on the 15th in Berlin: what is ahead in Tokyo, the 16th, is armed.
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T18:00:00Z")
    #expect(phone.titlesShown.count == 2)
    #expect(phone.missed.isEmpty)
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

  @Test("and came due by a flight to the east is shown once, also when it is scheduled again")
  func dueByTheFlight() throws {
    let phone = try Phone(zone: "Europe/London") { $0.knobs.deliveryDrift = .beyond }
    try phone.schedule(["time": "20:00"])
    try phone.advance(to: "2025-11-15T12:30:00Z")
    try fly(phone, to: "Asia/Tokyo")
    try #require(phone.titlesShown.isEmpty)
    try phone.schedule(["time": "20:00"])
    try phone.advance(to: "2025-11-15T15:00:00Z")
    #expect(phone.titlesShown.count == 1)
    try phone.reopen()
    #expect(phone.missed.isEmpty)
    #expect(try phone.status["nextNotificationTime"] == Phone.time("2025-11-16T11:00:00Z"))
  }

  /// An hour that was accounted for has another name in the zone after a flight to the east.
  @Test("of an hourly schedule is not missed at an hour at which one was shown", arguments: [1, 3])
  func hourlyToTheEast(days: Int64) throws {
    let phone = try Phone(zone: "Europe/London") { $0.knobs.taskLateness = .never }
    try phone.value(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "0 * * * *", "title": "T", "body": "B"])
    try phone.perform(.background)
    try phone.advance(seconds: days * 86_400)
    let last = try #require(phone.device.os.deliveredNotifications.last).request.content.info
    try fly(phone, to: "Europe/Paris")
    try phone.perform(.foreground)
    try phone.settle()
    let missed = phone.missed.map(\.plannedTime)
    #expect(missed.allSatisfy { $0 > last.plannedTime })
    #expect(missed == Set(missed).sorted())
  }

  /// 02:30 of 29 March: shown in Tokyo, and after the gap in Berlin the clock is past it.
  @Test("of a cron expression and shown is not shown again where the zone leaves its time out")
  func shownBeforeGap() throws {
    let phone = try dual("30 2 * * *", start: "2026-03-28T12:00:00Z", zone: "Asia/Tokyo")
    try phone.advance(to: "2026-03-28T17:31:00Z")
    try #require(phone.titlesShown.count == 1)
    try fly(phone, to: "Europe/Berlin")
    try phone.advance(to: "2026-03-29T12:00:00Z")
    #expect(phone.titlesShown.count == 1)
    try phone.advance(to: "2026-03-30T01:00:00Z")
    #expect(phone.titlesShown.count == 2)
    #expect(phone.missed.isEmpty)
  }

  @Test("of a cron expression in a gap is shown later by its length, and in time elsewhere")
  func gapOfAnotherZone() throws {
    let phone = try dual("30 2 * * *", start: "2026-03-28T12:00:00Z", zone: "Europe/Berlin")
    #expect(phone.pendingTimes.first == "2026-03-29T01:30:00Z")
    try fly(phone, to: "Asia/Tokyo")
    #expect(phone.pendingTimes.first == "2026-03-28T17:30:00Z")
    try fly(phone, to: "Europe/Berlin")
    try phone.advance(to: "2026-03-29T01:30:00Z")
    #expect(phone.titlesShown.count == 1)
    #expect(try phone.status["nextNotificationTime"] == Phone.time("2026-03-30T00:30:00Z"))
    #expect(phone.missed.isEmpty)
  }

  /// What passed before the flight is before the last showing by the new zone, and was not shown.
  @Test("of a cron expression ends before a flight to the east, and each later date is missed")
  func cronToTheEast() throws {
    let phone = try dual("30 6,12,18 * * *", start: "2026-03-26T05:00:00Z", zone: "UTC")
    try phone.perform(.swipeAway)
    try phone.advance(seconds: 34 * 86_400)
    try fly(phone, to: "Asia/Tokyo")
    try phone.perform(.launch)
    try phone.settle()
    // 34 days with three each, and of the last night in Tokyo 06:30 and 12:30.
    #expect(phone.titlesShown.count == Phone.windowMax)
    #expect(phone.titlesShown.count + phone.missed.count == 34 * 3 + 2)
  }

  /// 08:00 of the 16th is 15:00 of the 15th in Los Angeles.
  ///
  /// Of "Clear all" no code hears; what is lost is lost with the days that follow.
  @Test(
    "and shown and cleared unseen is not shown again where a flight has it ahead; one lost is",
    arguments: [(false, "2025-11-17T16:00:00Z"), (true, "2025-11-16T16:00:00Z")])
  func clearedBeforeAFlight(isLost: Bool, next: String) throws {
    let phone = try Phone(start: "2025-11-15T22:00:00Z", zone: "Asia/Tokyo") {
      $0.knobs.taskLateness = .never
    }
    try phone.schedule(["time": "08:00"])
    try phone.perform(.swipeAway)
    if isLost { try phone.perform(.clearPending) }
    try phone.advance(to: "2025-11-15T23:05:00Z")
    try #require(phone.titlesShown.count == (isLost ? 0 : 1))
    if !isLost { try phone.perform(.dismissDelivered(identifier: nil)) }
    try phone.perform(.setZone(try Zone(identifier: "America/Los_Angeles")))
    try phone.perform(.launch)
    try phone.settle()
    #expect(try phone.status["nextNotificationTime"] == Phone.time(next))
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-17T16:01:00Z")
    #expect(phone.titlesShown.count == 2)
    // Nobody knows whether what was cleared had been seen.
    #expect(phone.missed.map(\.certainty) == (isLost ? [] : [.unknown]))
  }

  private func dual(_ expression: String, start: String, zone: String) throws -> Phone {
    let phone = try Phone(start: start, zone: zone) { $0.knobs.taskLateness = .never }
    try phone.value(
      "scheduleUserNotification",
      ["enabled": true, "schedule": .string(expression), "title": "T", "body": "B"])
    return phone
  }

  /// Reserves are named by their instants: after the flight the next ones would have those names.
  @Test("of a cron expression and is on its way is shown, whatever name a flight gives the next")
  func nameOfAnotherZone() throws {
    let phone = try dual(
      "30 6,12,18 * * *", start: "2026-03-27T14:00:00Z", zone: "America/Los_Angeles")
    try phone.advance(seconds: 5_240)
    // 12:30 and 18:30 of the 27th are jumped over.
    try fly(phone, to: "Australia/Lord_Howe")
    try phone.advance(seconds: 60)
    #expect(phone.titlesShown.count == 2)
    #expect(phone.missed.isEmpty)
  }

  /// 02:00 in London is the end of the gap, and the minute before it is in the gap.
  @Test("for the end of a gap and lost is reported, though the mark before it is in the gap")
  func afterGap() throws {
    let phone = try Phone(start: "2026-03-28T19:59:00Z", zone: "Europe/London") {
      $0.knobs.taskLateness = .never
    }
    try phone.schedule(["time": "02:00"])
    try phone.reopen()
    #expect(try phone.status["nextNotificationTime"] == Phone.time("2026-03-29T01:00:00Z"))
    try phone.perform(.swipeAway)
    try phone.perform(.clearPending)
    try phone.advance(to: "2026-03-29T02:00:00Z")
    try phone.perform(.launch)
    #expect(phone.missed.map(\.plannedTime) == [ISO8601.parse("2026-03-29T01:00:00Z")])
  }

  @Test("and lost on a full disk is no miss once the clock has gone back: it is armed again")
  func aheadAgainOnFullDisk() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule(["time": "08:00"])
    try phone.perform(.swipeAway)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.launch)
    try phone.settle()
    try phone.perform(.warpClock(milliseconds: -2 * 3_600_000))
    try phone.perform(.fillDisk(isOn: false))
    try phone.reopen()
    #expect(phone.missed.isEmpty)
    try phone.advance(to: "2025-11-15T08:00:01Z")
    #expect(phone.titlesShown.count == 1)
    #expect(phone.missed.isEmpty)
  }

  /// The reminder's request is lost while it is due, and a removal that was asked for before ends.
  @Test("and lost while a removal was in flight is reported, though it is armed anew at its end")
  func lostDuringRemoval() throws {
    let phone = try Phone {
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .beyond
    }
    try remind("r", "08:00", on: phone)
    try phone.schedule(["id": "a", "time": "07:00"])
    try phone.settle()
    try phone.advance(to: "2025-11-15T08:00:00Z")
    try #require(phone.pendingIdentifiers.contains("reminder_r"))
    try phone.schedule(["id": "b", "time": "06:00"])
    try phone.perform(.clearPending)
    try phone.settle()
    try phone.reopen()
    #expect(phone.missed.contains { $0.id == "r" && $0.certainty == .unknown })
  }

  @Test("of a reminder and is on its way at a change of its time and zone keeps its date")
  func reminderOnItsWayElsewhere() throws {
    let phone = try Phone { $0.knobs.deliveryDrift = .beyond }
    try remind("r", "08:00", on: phone)
    try phone.advance(to: "2025-11-15T08:00:01Z")
    try #require(phone.titlesShown.isEmpty)
    try phone.perform(.shiftDST)
    try remind("r", "20:00", on: phone)
    try phone.perform(.swipeAway)
    try phone.advance(seconds: 3_600)
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.launch)
    try phone.settle()
    // 08:00 by the clock for which it was armed; nobody knows that it was shown.
    #expect(phone.missed.map(\.plannedTime) == [ISO8601.parse("2025-11-15T08:00:00Z")])
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

  /// Seven dailies off for nine days: 56 requests have come due, and eight places are left.
  @Test("of seven schedules and is all on its way leaves places to the next ones, not to reserves")
  func allOnTheirWay() throws {
    let phone = try Phone {
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .beyond
    }
    for index in 0..<7 {
      try phone.schedule(["id": .string("s\(index)"), "time": .string("0\(index):30")])
      try phone.settle()
    }
    try #require(phone.pendingTimes.count == Phone.windowMax)
    try phone.perform(.powerOff)
    try phone.advance(seconds: 9 * 86_400)
    try phone.perform(.powerOn(isLocked: false))
    try phone.perform(.launch)
    try phone.settle()
    let ahead = phone.pendingTimes.filter { $0 > phone.now }
    try #require(phone.pendingTimes.count - ahead.count == Phone.windowMax)
    #expect(ahead.count == 7)
    let next = phone.device.os.pendingRequests.filter {
      $0.content.info.plannedTime > phone.device.os.wallMilliseconds
    }
    #expect(Set(next.map(\.content.info.scheduleID)) == Set((0..<7).map { "s\($0)" }))
    try phone.advance(seconds: 2400)
    #expect(phone.titlesShown.count == Phone.windowMax)
    try phone.reopen()
    try phone.settle()
    #expect(phone.pendingTimes.count { $0 > phone.now } == Phone.windowMax)
    #expect(phone.missed.map(\.reason) == phone.missed.map { _ in .noCodeRan })
  }
}
