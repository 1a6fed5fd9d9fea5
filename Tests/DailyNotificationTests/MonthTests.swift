import CivilTime
import DailyNotification
import JSONText
import Testing

@testable import DeviceModel

@Suite("Thirty days of one notification a day")
struct MonthTests {
  /// The local dates on which the schedule's notifications were shown, in order.
  private func datesShown(_ phone: Phone) -> [String] {
    phone.payloads.compactMap { payload in
      guard case .notification(.delivered(let shown)) = payload else { return nil }
      let minute = shown.content.info.wallMinute
      return WallTime(minutesSinceEpoch: minute).date.text
    }
  }

  private func dates(_ count: Int, from text: String) throws -> [String] {
    let first = try #require(CivilDate(text: text))
    return (0..<count).map { first.adding(days: $0).text }
  }

  private func phone(seed: UInt64, lateness: Knobs.TaskLateness = .heavyTail) throws -> Phone {
    let phone = try Phone(start: "2025-10-20T12:00:00Z", zone: "America/New_York") {
      $0.seed = seed
      $0.knobs.taskLateness = lateness
      $0.knobs.deliveryDrift = .bounded180
    }
    try phone.schedule(["time": "01:30"])
    try phone.perform(.background)
    return phone
  }

  private func zone(_ name: String) throws -> Command {
    .setZone(try Zone(identifier: name))
  }

  @Test(
    "shows each local date once despite DST changes, reboots, a force-quit and a journey",
    arguments: 1...10 as ClosedRange<UInt64>)
  func month(seed: UInt64) throws {
    let phone = try phone(seed: seed)
    for day in 0..<30 {
      switch day {
      case 5: try phone.perform(.reboot(isLocked: true))
      case 6: try phone.perform(.unlock)
      case 9: try phone.perform(.swipeAway)
      // The night of 1 to 2 November has 01:30 twice.
      case 12, 14: try phone.reopen()
      case 16: try phone.perform(.reboot(isLocked: false))
      case 20: try phone.perform(zone("Europe/London"))
      default: break
      }
      if [7, 11, 17, 21].contains(day) {
        try phone.reopen()
        try phone.perform(.background)
      }
      if phone.device.os.process.state.isOnScreen { try phone.perform(.background) }
      try phone.advance(milliseconds: 86_400_000)
    }
    try phone.reopen()
    try phone.settle()
    #expect(datesShown(phone) == (try dates(30, from: "2025-10-21")))
    #expect(phone.missed == [])
    #expect(phone.count(.recovered) > 2)
    let boots = phone.lines().filter { $0.contains("scenario=boot") }
    #expect(boots.count == 2)
  }

  @Test("reports why a date has none: the app was not opened for longer than the reserves last")
  func unopened() throws {
    let phone = try phone(seed: 1, lateness: .never)
    try phone.perform(.swipeAway)
    try phone.advance(milliseconds: 78 * 86_400_000)
    try phone.perform(.launch)
    try phone.settle()
    #expect(datesShown(phone) == (try dates(Phone.windowMax, from: "2025-10-21")))
    #expect(phone.missed.count == 22)
    #expect(phone.missed.allSatisfy { $0.reason == .noCodeRan && $0.certainty == .certain })
    try phone.reopen()
    #expect(phone.missed.count == 22)
  }

  @Test("reports why a date has none: notifications were denied")
  func denied() throws {
    let phone = try phone(seed: 1)
    try phone.advance(milliseconds: 3 * 86_400_000)
    try phone.perform(.setPermission(.denied))
    try phone.advance(milliseconds: 4 * 86_400_000)
    try phone.reopen()
    #expect(datesShown(phone) == (try dates(3, from: "2025-10-21")))
    #expect(phone.missed.map(\.reason) == Array(repeating: .notificationsDenied, count: 4))
    try phone.perform(.setPermission(.authorized))
    try phone.reopen()
    try phone.advance(milliseconds: 2 * 86_400_000)
    #expect(datesShown(phone).suffix(2) == (try dates(2, from: "2025-10-28"))[...])
  }

  @Test("shows once each date that a journey skips eastward or repeats westward")
  func journeys() throws {
    let phone = try Phone(start: "2025-11-10T20:00:00Z", zone: "America/New_York")
    try phone.schedule(["time": "20:00"])
    try phone.advance(milliseconds: 3 * 3_600_000)
    // 18:00 in New York is 08:00 of the next day in Tokyo: 20:00 of the 10th has passed there.
    try phone.perform(zone("Asia/Tokyo"))
    try phone.settle()
    try phone.advance(milliseconds: 13 * 3_600_000)
    #expect(datesShown(phone) == ["2025-11-10", "2025-11-11"])
    // Back in New York it is 07:00 of the 11th, and its 20:00 is still ahead.
    try phone.perform(zone("America/New_York"))
    try phone.advance(milliseconds: 2 * 86_400_000)
    #expect(datesShown(phone) == (try dates(3, from: "2025-11-10")))
    #expect(phone.missed == [])
  }
}
