import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

/// A reminder's one request repeats, and nothing but the instant tells which date was shown.
@Suite("A showing of a reminder")
struct ShowingDateTests {
  private func phone(
    _ time: String, start: String, zone: String = "UTC", drift: Knobs.DeliveryDrift = .none
  ) throws -> Phone {
    let phone = try Phone(start: start, zone: zone) {
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = drift
    }
    try phone.value(
      "scheduleDailyReminder",
      ["id": "r", "title": "R", "body": "B", "time": .string(time)])
    return phone
  }

  /// The dates that were reported; those that nobody can know have a question mark.
  private func delivered(_ phone: Phone) -> [String] {
    phone.hostEvents.compactMap {
      guard case .notificationDelivered(let delivered) = $0 else { return nil }
      return ISO8601.text(delivered.plannedTime) + (delivered.certainty == .unknown ? "?" : "")
    }
  }

  @Test("of the latest of some days stands for those before it", arguments: 1...4)
  func dateCount(days: Int64) throws {
    let phone = try phone("08:00", start: "2026-03-02T04:00:00Z")
    try phone.perform(.background)
    try phone.advance(seconds: days * 86_400)
    try phone.reopen()
    let counts = phone.hostEvents.compactMap { event -> [Int64]? in
      guard case .notificationDelivered(let shown) = event else { return nil }
      return [shown.dateCount, Int64(WallTime(minutesSinceEpoch: shown.wallMinute).date.day)]
    }
    #expect(counts == [[days, 1 + days]])
  }

  /// The date that had come is named: nothing is shown before its time.
  @Test("late because the clock was set forward is of a date that nobody can know")
  func jumpedOver() throws {
    let phone = try phone("07:50", start: "2026-03-26T04:00:00Z")
    try phone.perform(.background)
    try phone.advance(seconds: 3_600)
    try phone.perform(.warpClock(milliseconds: 2 * 86_400_000))
    try phone.advance(seconds: 3_600)
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2026-03-28T12:00:00Z")
    try phone.perform(.foreground)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-27T07:50:00Z?"])
  }

  /// In a zone twelve hours ahead it would be 23:30 of the next day.
  @Test("at the start of the phone is of the last date that came while it was off")
  func atStart() throws {
    let phone = try phone("23:30", start: "2026-03-02T17:42:10Z")
    try phone.perform(.powerOff)
    try phone.advance(to: "2026-03-03T11:30:00Z")
    try phone.perform(.powerOn(isLocked: false))
    try phone.advance(seconds: 3_600)
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.clearPending)
    try phone.perform(.launch)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-02T23:30:00Z"])
    #expect(phone.missed.isEmpty)
    #expect(try phone.status["nextNotificationTime"] == Phone.time("2026-03-03T23:30:00Z"))
  }

  /// The date after it was denied, and is ahead again; the request is aimed at the one after that.
  @Test("is of the date at whose time it came, though the next one came in vain")
  func beforeOneInVain() throws {
    let phone = try phone("14:28", start: "2025-11-15T07:15:00Z")
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-16T04:33:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2025-11-17T01:30:00Z")
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000))
    try phone.perform(.setPermission(.authorized))
    try phone.perform(.launch)
    try phone.settle()
    #expect(delivered(phone) == ["2025-11-15T14:28:00Z"])
  }

  /// Both zones have the same time of day, a day apart.
  @Test("is not of the date that its request is aimed at")
  func beforeAim() throws {
    let phone = try phone(
      "04:16", start: "2026-03-02T06:00:00Z", zone: "Pacific/Honolulu", drift: .bounded180)
    try phone.perform(.swipeAway)
    try phone.advance(to: "2026-03-02T15:00:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.setZone(try Zone(identifier: "Pacific/Kiritimati")))
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.launch)
    try phone.advance(seconds: 200)
    try phone.reopen()
    #expect(phone.titlesShown.count == 2)
    #expect(delivered(phone).count == 2)
    #expect(phone.missed.isEmpty)
  }

  @Test("by a flight is of the date that the flight jumped over, or of the one after")
  func byFlight() throws {
    let phone = try phone("08:00", start: "2025-10-25T20:00:00Z", zone: "Pacific/Pago_Pago")
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-10-26T18:46:36Z")
    try phone.perform(.setZone(try Zone(identifier: "Asia/Kathmandu")))
    try phone.advance(seconds: 1)
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.setPermission(.denied))
    try phone.advance(seconds: 86_400)
    try phone.perform(.launch)
    try phone.settle()
    // 08:00 of the 26th, by the zone that it was planned in.
    #expect(delivered(phone) == ["2025-10-26T19:00:00Z?"])
  }

  /// 15:11 of the day before has passed in the west, and the day's own is ahead there.
  @Test("before a flight to the west is of its date in the zone of then")
  func beforeFlightWest() throws {
    let phone = try phone("15:11", start: "2026-03-02T00:35:00Z")
    try phone.perform(.background)
    try phone.advance(to: "2026-03-02T17:25:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.clearPending)
    try phone.perform(.setZone(try Zone(identifier: "Pacific/Pago_Pago")))
    try phone.perform(.foreground)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-02T15:11:00Z"])
    #expect(try phone.status["nextNotificationTime"] == Phone.time("2026-03-04T02:11:00Z"))
  }

  /// With its clocks moved, 03:31 of the 28th in Pago Pago is 03:31 of the 29th in Kiritimati.
  @Test("by two zones that are a whole day apart is named for the date that had come here")
  func wholeDayAway() throws {
    let phone = try phone("03:31", start: "2026-03-27T03:24:42Z", zone: "Pacific/Kiritimati")
    try phone.perform(.swipeAway)
    try phone.perform(.setZone(try Zone(identifier: "Pacific/Pago_Pago")))
    try phone.advance(to: "2026-03-27T17:37:00Z")
    try phone.perform(.shiftDST)
    try phone.advance(to: "2026-03-28T16:37:00Z")
    try #require(phone.titlesShown.count == 2)
    try phone.perform(.clearPending)
    try phone.perform(.launch)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-28T13:31:00Z?"])
    #expect(phone.missed.isEmpty)
    #expect(try phone.status["nextNotificationTime"] == Phone.time("2026-03-29T13:31:00Z"))
  }

  /// 11:27 here is 11:12 of the day after in the Chatham Islands.
  @Test("late by an odd time may be one of a zone far away")
  func clockSetForward() throws {
    let phone = try phone("11:11", start: "2026-03-27T03:14:00Z")
    try phone.perform(.setZone(try Zone(identifier: "Pacific/Pago_Pago")))
    try phone.perform(.background)
    try phone.advance(to: "2026-03-27T22:27:02Z")
    try phone.perform(.warpClock(milliseconds: 86_400_000))
    try phone.advance(seconds: 3_600)
    try #require(phone.titlesShown.count == 2)
    try phone.perform(.clearPending)
    try phone.advance(to: "2026-03-29T22:14:20Z")
    try phone.perform(.foreground)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-28T22:11:00Z?"])
    #expect(!phone.missed.contains { ISO8601.text($0.plannedTime) == "2026-03-28T22:11:00Z" })
    #expect(phone.missed.allSatisfy { $0.certainty == .unknown })
  }

  /// It was shown on a journey there and back.
  @Test("in a zone that the app has never seen is of a date that nobody can know")
  func nearbyAfterClockSet() throws {
    let phone = try phone("12:00", start: "2026-03-02T13:00:00Z", drift: .bounded180)
    try phone.perform(.background)
    try phone.advance(seconds: 60)
    try phone.perform(.warpClock(milliseconds: 23 * 3_600_000))
    try phone.advance(to: "2026-03-04T08:00:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.setZone(try Zone(identifier: "Africa/Nairobi")))
    try phone.advance(to: "2026-03-04T10:00:00Z")
    try #require(phone.titlesShown.count == 2)
    try phone.perform(.setZone(try Zone(identifier: "UTC")))
    try phone.advance(to: "2026-03-04T20:00:00Z")
    try phone.perform(.foreground)
    try phone.settle()
    #expect(delivered(phone).last == "2026-03-03T12:00:00Z?")
    #expect(phone.missed.isEmpty)
  }

  /// 19:48 here is 09:18 of the day after at 13.5 hours east of UTC.
  @Test("at a start before the last one is of a date that nobody can know")
  func atEarlierStart() throws {
    let phone = try phone("09:18", start: "2026-03-02T10:00:00Z", drift: .bounded180)
    try phone.perform(.powerOff)
    try phone.advance(to: "2026-03-04T19:48:00Z")
    try phone.perform(.powerOn(isLocked: false))
    try phone.perform(.launch)
    try phone.perform(.swipeAway)
    try #require(phone.titlesShown.isEmpty)
    try phone.advance(seconds: 300)
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.reboot(isLocked: false))
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2026-03-05T21:00:00Z")
    try phone.perform(.setPermission(.authorized))
    try phone.perform(.launch)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-04T09:18:00Z?"])
  }

  /// It was on its way when the app followed the flight, which put its date ahead again.
  @Test("is of no date before the planned one while the clock was not set back")
  func planned() throws {
    let phone = try phone(
      "03:50", start: "2025-11-16T02:53:24Z", zone: "Asia/Kathmandu", drift: .bounded180)
    try phone.advance(to: "2025-11-16T22:05:00.500Z")
    try #require(phone.titlesShown.isEmpty)
    try phone.perform(.setZone(try Zone(identifier: "Europe/Berlin")))
    try phone.perform(.background)
    try phone.advance(seconds: 1800)
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.clearPending)
    try phone.perform(.foreground)
    try phone.settle()
    #expect(delivered(phone) == ["2025-11-16T22:05:00Z"])
    #expect(try phone.status["nextNotificationTime"] == Phone.time("2025-11-18T02:50:00Z"))
  }

  /// 00:32 at the time of its showing is also a date of a zone where it is half past ten.
  @Test("that was on its way when the clock was set forward is of the date that had come then")
  func onItsWayWhenSet() throws {
    let phone = try phone(
      "00:32", start: "2026-03-02T15:10:39Z", zone: "Pacific/Pago_Pago", drift: .bounded180)
    try phone.advance(to: "2026-03-03T11:02:10Z")
    try phone.perform(.warpClock(milliseconds: 3 * 3_600_000))
    try phone.perform(.background)
    try #require(phone.titlesShown.isEmpty)
    try phone.advance(seconds: 200)
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.clearPending)
    try phone.advance(to: "2026-03-05T04:37:00Z")
    try phone.perform(.foreground)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-03T11:32:00Z"])
    #expect(phone.missed.map { ISO8601.text($0.plannedTime) } == ["2026-03-04T11:32:00Z"])
  }

  /// The date line lies between: at 12:18 here it is 12:18 of the day after there.
  @Test("that was on its way before a flight over the date line stands beside the one after it")
  func onItsWayBeforeFlight() throws {
    let phone = try phone(
      "12:18", start: "2026-03-26T18:23:12Z", zone: "Pacific/Honolulu", drift: .bounded180)
    try phone.advance(to: "2026-03-26T22:18:00.001Z")
    try phone.value("getNotificationStatus")
    try #require(phone.titlesShown.isEmpty)
    try phone.perform(.updateApp)
    try phone.advance(seconds: 180)
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.setZone(try Zone(identifier: "Pacific/Kiritimati")))
    try phone.perform(.launch)
    try phone.advance(seconds: 200)
    try phone.reopen()
    #expect(delivered(phone).count == phone.titlesShown.count)
    #expect(phone.missed.isEmpty)
  }

  /// 11:12 in Pago Pago is 11:12 of the day after at UTC+13.
  @Test("for a date that was reported missed is of no other one, once the clock was set back")
  func shownAgain() throws {
    let phone = try phone("11:12", start: "2025-11-15T20:03:05Z", zone: "Pacific/Pago_Pago")
    try phone.perform(.setPermission(.denied))
    try phone.value("getNotificationStatus")
    try phone.perform(.setPermission(.authorized))
    try phone.advance(to: "2025-11-15T23:24:11Z")
    try phone.value("getNotificationStatus")
    try #require(phone.missed.count == 1)
    try phone.perform(.background)
    try phone.advance(to: "2025-11-16T19:10:02Z")
    try phone.perform(.warpClock(milliseconds: -86_400_000))
    try phone.advance(to: "2025-11-16T13:59:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2025-11-17T11:05:00Z")
    try phone.perform(.foreground)
    try phone.settle()
    #expect(delivered(phone).isEmpty)
  }

  /// It had a request for each date, and the disk was full when one that repeats took their place.
  @Test("is not missed as well by the request for its date that was replaced unwritten")
  func replacedUnwritten() throws {
    let phone = try phone("14:06", start: "2025-11-15T11:10:48Z")
    try phone.advance(to: "2025-11-16T00:01:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.warpClock(milliseconds: -86_400_000))
    try phone.perform(.setPermission(.denied))
    try phone.value("getNotificationStatus")
    try phone.perform(.setPermission(.authorized))
    try phone.value("getNotificationStatus")
    try phone.perform(.background)
    try phone.advance(to: "2025-11-16T00:01:00Z")
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.foreground)
    try phone.advance(to: "2025-11-16T23:27:35Z")
    try #require(phone.titlesShown.count == 2)
    try phone.perform(.reboot(isLocked: false))
    try phone.perform(.launch)
    _ = try phone.rejection(
      "updateDailyReminder", ["id": "r", "time": "14:16", "repeatDaily": false])
    try phone.perform(.fillDisk(isOn: false))
    try phone.reopen()
    #expect(delivered(phone) == ["2025-11-15T14:06:00Z", "2025-11-16T14:06:00Z"])
    #expect(phone.missed.isEmpty)
  }

  @Test("whose request nobody could write down is no miss as well")
  func onFullDisk() throws {
    let phone = try phone("09:45", start: "2026-03-26T10:09:12Z")
    try phone.perform(.setPermission(.denied))
    try phone.reopen()
    try phone.perform(.setPermission(.authorized))
    try phone.perform(.fillDisk(isOn: true))
    try phone.reopen()
    try phone.advance(to: "2026-03-27T10:00:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.clearPending)
    try phone.perform(.swipeAway)
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    try phone.settle()
    #expect(delivered(phone) == ["2026-03-27T09:45:00Z"])
    #expect(phone.missed.isEmpty)
  }

  /// The clock was set back while it was on its way: by that, its time is ahead.
  @Test("at a time that a call has changed comes only once more, if it was on its way")
  func changedOnItsWay() throws {
    let phone = try phone("20:59", start: "2025-10-23T09:20:48Z", drift: .bounded180)
    try phone.advance(to: "2025-10-24T20:59:00.500Z")
    try #require(phone.device.pending.contains { $0.isOverdue })
    try phone.perform(.warpClock(milliseconds: -3 * 3_600_000))
    try phone.value(
      "scheduleDailyReminder", ["id": "r", "title": "R", "body": "B", "time": "02:29"])
    try phone.perform(.background)
    try phone.advance(to: "2025-10-26T00:00:00Z")
    let shown = phone.payloads.compactMap {
      if case .notification(.delivered(let item)) = $0 { item.occurrence } else { nil }
    }
    #expect(
      shown.map { ISO8601.text($0) } == [
        "2025-10-23T20:59:00Z", "2025-10-24T20:59:00Z", "2025-10-25T02:29:00Z",
      ])
  }

  /// Nobody saw that it was shown, so it may still count as on its way.
  @Test("that a person has cleared does not come again when a call changes its time")
  func changedAfterShowing() throws {
    let phone = try phone("20:59", start: "2025-10-23T09:20:48Z", drift: .bounded180)
    try phone.advance(to: "2025-10-24T20:59:00.500Z")
    try #require(phone.device.pending.contains { $0.isOverdue })
    try phone.perform(.warpClock(milliseconds: -1_000))
    try phone.perform(.background)
    try phone.advance(seconds: 170)
    try #require(phone.titlesShown.count == 2)
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.foreground)
    try phone.value(
      "scheduleDailyReminder", ["id": "r", "title": "R", "body": "B", "time": "02:29"])
    try phone.advance(to: "2025-10-25T00:00:00Z")
    #expect(phone.titlesShown.count == 2)
  }

  /// The system does not aim it at that date again, so it has fired there.
  @Test("that a journey has ahead again, and that was cleared, is not certainly missed")
  func firedBeforeJourney() throws {
    let phone = try phone("10:55", start: "2026-03-02T20:18:14Z")
    try phone.perform(.background)
    try phone.advance(to: "2026-03-03T10:56:00Z")
    try phone.perform(.setZone(try Zone(identifier: "America/Los_Angeles")))
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2026-03-03T16:31:00Z")
    try phone.perform(.foreground)
    try phone.advance(to: "2026-03-04T12:12:00Z")
    try phone.perform(.setPermission(.authorized))
    try phone.perform(.background)
    try phone.perform(.foreground)
    try phone.settle()
    try #require(phone.titlesShown.count == 1)
    #expect(phone.missed.map(\.plannedTime) == [ISO8601.parse("2026-03-03T18:55:00Z")])
    #expect(phone.missed.map(\.certainty) == [.unknown])
  }
}
