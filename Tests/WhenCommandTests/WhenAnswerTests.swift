import CivilTime
import Testing

@testable import dnp

@Suite("Answer of dnp when")
struct WhenAnswerTests {
  static func answer(
    _ schedule: String, _ zone: String, from: String, count: Int
  ) throws -> WhenAnswer {
    let schedule =
      try TimeOfDay(schedule).map(WhenSchedule.time) ?? .cron(try CronExpression(schedule))
    return WhenAnswer(
      schedule: schedule, zone: try Zone(identifier: zone),
      start: try #require(ISO8601.parse(from)), count: count)
  }

  /// A schedule, a zone, a start, and the notes on the firings after it, one string per firing.
  typealias Row = (String, String, String, [String])

  /// The notes of one firing: `kind wallTime text`.
  private static func notes(_ firing: WhenFiring) -> String {
    firing.notes.map { "\($0.kind.rawValue) \($0.wallTime.text) \($0.text)" }
      .joined(separator: " | ")
  }

  @Test(
    "notes the effect of an offset change on a time of day",
    arguments: [
      (
        "02:30", "America/New_York", "2025-03-08T00:00:00Z",
        [
          "",
          "movedForward 2025-03-09T02:30:00 "
            + "02:30 is in the gap 02:00 to 03:00, moved forward by 1h",
          "",
        ]
      ),
      (
        // The search begins in the hour after the gap.
        "02:30", "America/New_York", "2025-03-09T07:10:00Z",
        [
          "movedForward 2025-03-09T02:30:00 "
            + "02:30 is in the gap 02:00 to 03:00, moved forward by 1h"
        ]
      ),
      ("03:30", "America/New_York", "2025-03-08T00:00:00Z", ["", "", ""]),
      (
        "02:15", "Australia/Lord_Howe", "2025-10-04T00:00:00Z",
        [
          "movedForward 2025-10-05T02:15:00 "
            + "02:15 is in the gap 02:00 to 02:30, moved forward by 30m"
        ]
      ),
      (
        "23:30", "America/Nuuk", "2025-03-29T12:00:00Z",
        [
          "movedForward 2025-03-29T23:30:00 "
            + "2025-03-29 23:30 is in the gap 23:00 to 00:00, moved forward by 1h"
        ]
      ),
      (
        "01:30", "America/New_York", "2025-11-01T12:00:00Z",
        [
          "firstOfTwo 2025-11-02T01:30:00 first of two 01:30, "
            + "the clock goes back by 1h; the second does not fire", "",
        ]
      ),
      ("02:00", "America/New_York", "2025-11-01T12:00:00Z", ["", ""]),
      (
        "09:00", "Pacific/Apia", "2011-12-29T00:00:00Z",
        [
          "",
          "dateSkipped 2011-12-30T09:00:00 "
            + "2011-12-30 is skipped in this zone, nothing fires on it",
          "",
        ]
      ),
      ("09:00", "UTC", "2025-03-08T00:00:00Z", ["", "", ""]),
    ] as [Row])
  func notesTimeOfDay(row: Row) throws {
    let answer = try Self.answer(row.0, row.1, from: row.2, count: row.3.count)
    #expect(answer.firings.map(Self.notes) == row.3)
  }

  @Test(
    "notes the effect of an offset change on a cron expression",
    arguments: [
      (
        "30 2 * * *", "America/New_York", "2025-03-09T00:00:00Z",
        [
          "movedForward 2025-03-09T02:30:00 "
            + "02:30 is in the gap 02:00 to 03:00, moved forward by 1h", "",
        ]
      ),
      (
        "0,15,30 2-3 * * *", "America/New_York", "2025-03-09T06:00:00Z",
        [
          "movedForward 2025-03-09T02:00:00 "
            + "02:00 is in the gap 02:00 to 03:00, moved forward by 1h, together with 03:00",
          "movedForward 2025-03-09T02:15:00 "
            + "02:15 is in the gap 02:00 to 03:00, moved forward by 1h, together with 03:15",
        ]
      ),
      ("30 2 * * *", "America/New_York", "2025-03-09T07:30:00Z", ["", ""]),
      (
        "*/30 1-3 * * *", "America/New_York", "2025-03-09T06:10:00Z",
        [
          "", "lostInGap 2025-03-09T02:00:00 02:00 and 1 more are in the gap 02:00 to 03:00, lost",
          "",
        ]
      ),
      (
        "*/30 2 * * *", "America/New_York", "2025-03-09T00:00:00Z",
        [
          "lostInGap 2025-03-09T02:00:00 2025-03-09 02:00 and 1 more are in the gap "
            + "02:00 to 03:00, lost"
        ]
      ),
      (
        "30 1 * * *", "America/New_York", "2025-11-02T00:00:00Z",
        [
          "firstOfTwo 2025-11-02T01:30:00 first of two 01:30, "
            + "the clock goes back by 1h; the second does not fire", "",
        ]
      ),
      (
        "*/30 1 * * *", "America/New_York", "2025-11-02T05:00:00Z",
        [
          "firstOfTwo 2025-11-02T01:30:00 first of two 01:30, "
            + "the clock goes back by 1h; the second does not fire", "",
        ]
      ),
      (
        "0 9,10 * * *", "Pacific/Apia", "2011-12-29T20:00:00Z",
        [
          "dateSkipped 2011-12-30T09:00:00 "
            + "2011-12-30 is skipped in this zone, nothing fires on it", "",
        ]
      ),
      ("0 9 29,31 12 *", "Pacific/Apia", "2011-12-29T00:00:00Z", ["", ""]),
    ] as [Row])
  func notesCron(row: Row) throws {
    let answer = try Self.answer(row.0, row.1, from: row.2, count: row.3.count)
    #expect(answer.firings.map(Self.notes) == row.3)
  }

  @Test("has the duration between each firing and the previous one")
  func saysSincePrevious() throws {
    let answer = try Self.answer(
      "02:30", "America/New_York", from: "2025-03-08T00:00:00Z", count: 3)
    #expect(answer.firings.map(\.sincePrevious) == [nil, 86_400_000, 82_800_000])
    #expect(answer.firings.map(\.number) == [1, 2, 3])
  }

  @Test(
    "prints offsets with their sign, and with seconds where they have some",
    arguments: [
      ("UTC", "+00:00"), ("America/New_York", "-05:00"), ("Asia/Kathmandu", "+05:30"),
      ("Africa/Monrovia", "-00:44:30"), ("America/St_Johns", "-03:30"),
    ])
  func writesOffsets(zone: String, offset: String) throws {
    let answer = try Self.answer("12:00", zone, from: "1971-01-10T00:00:00Z", count: 1)
    #expect(answer.firings.map(\.offsetText) == [offset])
    #expect(answer.firings.first?.localText.hasSuffix("T12:00:00" + offset) == true)
  }

  @Test("says when there are fewer firings than requested, and why")
  func saysShortfall() throws {
    let never = try Self.answer("0 0 30 2 *", "UTC", from: "2025-11-15T05:42:30Z", count: 1)
    #expect(never.firings == [])
    #expect(
      never.shortfall
        == "'0 0 30 2 *' never fires within 50 years after 2025-11-15T05:42:30Z: "
        + "no date fits; check the day of month and the month")
    let lost = try Self.answer(
      "*/30 2 8-14 3 */7", "America/New_York", from: "2010-01-01T00:00:00Z", count: 1)
    #expect(lost.shortfall?.hasSuffix("lie in gaps of the zone; choose others") == true)
    let enough = try Self.answer("0 0 29 2 */7", "UTC", from: "2025-11-15T05:42:30Z", count: 4)
    #expect(enough.shortfall == nil)
  }
}
