import CivilTime
import Testing

@Suite("Occurrence of a cron expression")
struct CronOccurrenceTests {
  private static func firings(
    _ text: String, _ identifier: String, after: String, count: Int
  ) throws -> [String] {
    let expression = try CronExpression(text)
    let zone = try Zone(identifier: identifier)
    var last = try #require(ISO8601.parse(after))
    var firings: [String] = []
    while firings.count < count, let next = expression.nextOccurrence(after: last, in: zone) {
      firings.append(ISO8601.text(next))
      last = next
    }
    return firings
  }

  /// An expression, a zone, an instant and the firings after it.
  typealias Row = (String, String, String, [String])

  @Test(
    "in a gap is later by the gap's length, once where that is another one",
    arguments: [
      // 02:00 EST is 03:00 EDT, at 07:00Z.
      ("30 2 * * *", "America/New_York", "2025-03-09T05:00:00Z", ["2025-03-09T07:30:00Z"]),
      (
        "0,15,30 2 * * *", "America/New_York", "2025-03-09T05:00:00Z",
        [
          "2025-03-09T07:00:00Z", "2025-03-09T07:15:00Z", "2025-03-09T07:30:00Z",
          "2025-03-10T06:00:00Z",
        ]
      ),
      (
        "0 2,3 * * *", "America/New_York", "2025-03-09T05:00:00Z",
        ["2025-03-09T07:00:00Z", "2025-03-10T06:00:00Z", "2025-03-10T07:00:00Z"]
      ),
      (
        "59 1,2 * * *", "America/New_York", "2025-03-09T06:59:00Z",
        ["2025-03-09T07:59:00Z", "2025-03-10T05:59:00Z"]
      ),
      ("30 2 * * *", "America/New_York", "2025-03-09T07:00:00Z", ["2025-03-09T07:30:00Z"]),
      ("30 2 * * *", "America/New_York", "2025-03-09T07:30:00Z", ["2025-03-10T06:30:00Z"]),
      ("30 2 9 3 *", "America/New_York", "2025-03-09T07:29:59.999Z", ["2025-03-09T07:30:00Z"]),
      // 02:00 +10:30 is 02:30 +11, at 15:30Z.
      (
        "15 2 * * *", "Australia/Lord_Howe", "2025-10-04T12:00:00Z",
        ["2025-10-04T15:45:00Z", "2025-10-05T15:15:00Z"]
      ),
      (
        "15,45 2 * * *", "Australia/Lord_Howe", "2025-10-04T12:00:00Z",
        ["2025-10-04T15:45:00Z", "2025-10-05T15:15:00Z", "2025-10-05T15:45:00Z"]
      ),
      (
        "20,35 2 * * *", "Australia/Lord_Howe", "2025-10-04T12:00:00Z",
        ["2025-10-04T15:35:00Z", "2025-10-04T15:50:00Z", "2025-10-05T15:20:00Z"]
      ),
      (
        "20,35 2 * * *", "Australia/Lord_Howe", "2025-10-04T15:35:00Z", ["2025-10-04T15:50:00Z"]
      ),
      // The gap ends Ramadan's time: 02:00 +00 is 03:00 +01, at 02:00Z.
      ("30 2 * * *", "Africa/Casablanca", "2025-04-06T00:00:00Z", ["2025-04-06T02:30:00Z"]),
      // 01:00 is 03:00, at 01:00Z.
      (
        "5 1,2,3 * * *", "Antarctica/Troll", "2025-03-30T00:00:00Z",
        ["2025-03-30T01:05:00Z", "2025-03-30T02:05:00Z", "2025-03-30T23:05:00Z"]
      ),
      // Midnight is 01:00, at 03:00Z.
      ("0 0 * * *", "America/Sao_Paulo", "2018-11-04T00:00:00Z", ["2018-11-04T03:00:00Z"]),
      // Beyond the table of offsets: 2075-03-10 and 1985-04-28.
      ("30 2 * * *", "America/New_York", "2075-03-10T05:00:00Z", ["2075-03-10T07:30:00Z"]),
      ("30 2 * * *", "America/New_York", "1985-04-28T05:00:00Z", ["1985-04-28T07:30:00Z"]),
    ] as [Row])
  func movesByGap(row: Row) throws {
    #expect(try Self.firings(row.0, row.1, after: row.2, count: row.3.count) == row.3)
  }

  @Test(
    "moved by a gap stands for the time that the expression names, the later of two",
    arguments: [
      ("30 2 * * *", "2025-03-09T02:30:00Z"), ("0,15,30 2 * * *", "2025-03-09T02:00:00Z"),
      ("0 2,3 * * *", "2025-03-09T03:00:00Z"), ("59 1,2 9 * *", "2025-03-09T02:59:00Z"),
      ("30 * * * *", "2025-03-09T03:30:00Z"),
    ])
  func standsForItsTime(text: String, wall: String) throws {
    let zone = try Zone(identifier: "America/New_York")
    let before = try #require(ISO8601.parse("2025-03-09T06:59:00Z"))
    let next = try CronExpression(text).nextFiring(after: before, in: zone)
    #expect(next?.wallMinute == ISO8601.parse(wall).map { $0 / 60_000 })
  }

  @Test("that a gap moves past another one stands for the time that the clock shows")
  func staysInOrder() throws {
    let zone = try Zone(identifier: "Australia/Lord_Howe")
    var last = try #require(ISO8601.parse("2025-10-04T12:00:00Z"))
    var names: [String] = []
    for _ in 0..<3 {
      let next = try #require(
        CronExpression("0,20,35 2 * * *").nextFiring(after: last, in: zone))
      names.append(WallTime(minutesSinceEpoch: next.wallMinute).timeOfDay.text)
      last = next.instant
    }
    #expect(names == ["02:00", "02:35", "02:50"])
  }

  @Test(
    "is only in the first pass of an overlap, wherever the search begins",
    arguments: [
      // 02:00 EDT is 01:00 EST, at 06:00Z.
      (
        "30 1 * * *", "America/New_York", "2025-11-02T05:00:00Z",
        ["2025-11-02T05:30:00Z", "2025-11-03T06:30:00Z"]
      ),
      ("30 1 * * *", "America/New_York", "2025-11-02T05:30:00Z", ["2025-11-03T06:30:00Z"]),
      ("30 1 * * *", "America/New_York", "2025-11-02T06:10:00Z", ["2025-11-03T06:30:00Z"]),
      (
        "0-59/30 0-23 2 11 *", "America/New_York", "2025-11-02T05:00:00Z",
        ["2025-11-02T05:30:00Z", "2025-11-02T07:00:00Z"]
      ),
      // 02:00 +11 is 01:30 +10:30, at 15:00Z.
      (
        "45 1 * * *", "Australia/Lord_Howe", "2025-04-05T14:00:00Z",
        ["2025-04-05T14:45:00Z", "2025-04-06T15:15:00Z"]
      ),
      // Ramadan begins: 03:00 +01 is 02:00 +00, at 02:00Z.
      (
        "30 2 * * *", "Africa/Casablanca", "2025-02-23T00:00:00Z",
        ["2025-02-23T01:30:00Z", "2025-02-24T02:30:00Z"]
      ),
      // 00:01 is 23:01 of the day before, at 02:31Z; midnight has occurred already.
      (
        "0 0 * * *", "America/St_Johns", "2010-11-07T02:00:00Z",
        ["2010-11-07T02:30:00Z", "2010-11-08T03:30:00Z"]
      ),
      ("30 23 * * *", "America/St_Johns", "2010-11-07T02:35:00Z", ["2010-11-08T03:00:00Z"]),
    ] as [Row])
  func comesInFirstPass(row: Row) throws {
    #expect(try Self.firings(row.0, row.1, after: row.2, count: row.3.count) == row.3)
  }

  @Test(
    "follows the wall clock with a star in the minute or the hour, but for the second pass",
    arguments: [
      (
        "*/30 2 * * *", "America/New_York", "2025-03-09T05:00:00Z",
        ["2025-03-10T06:00:00Z", "2025-03-10T06:30:00Z"]
      ),
      (
        "30 * * * *", "America/New_York", "2025-03-09T06:00:00Z",
        ["2025-03-09T06:30:00Z", "2025-03-09T07:30:00Z"]
      ),
      (
        "*/30 1 * * *", "America/New_York", "2025-11-02T04:59:00Z",
        [
          "2025-11-02T05:00:00Z", "2025-11-02T05:30:00Z", "2025-11-03T06:00:00Z",
        ]
      ),
      (
        "40 * * * *", "Australia/Lord_Howe", "2025-04-05T14:00:00Z",
        ["2025-04-05T14:40:00Z", "2025-04-05T16:10:00Z", "2025-04-05T17:10:00Z"]
      ),
      (
        "*/20 * * * *", "Australia/Lord_Howe", "2025-10-04T15:00:00Z",
        ["2025-10-04T15:10:00Z", "2025-10-04T15:40:00Z", "2025-10-04T16:00:00Z"]
      ),
      // Midnight, the minute before the change, and the previous day once more.
      (
        "*/30 * * * *", "America/St_Johns", "2010-11-07T02:15:00Z",
        ["2010-11-07T02:30:00Z", "2010-11-07T04:00:00Z", "2010-11-07T04:30:00Z"]
      ),
      (
        "0 * * * *", "America/St_Johns", "2010-11-07T02:15:00Z",
        ["2010-11-07T02:30:00Z", "2010-11-07T04:30:00Z"]
      ),
      // Beyond the table of offsets: 2075-11-03 and 1985-10-27.
      (
        "30 */1 * * *", "America/New_York", "2075-11-03T05:00:00Z",
        ["2075-11-03T05:30:00Z", "2075-11-03T07:30:00Z"]
      ),
      // From winter, in the table of offsets, to a summer beyond it.
      (
        "*/30 9 1 7 *", "America/New_York", "2060-12-20T00:00:00Z",
        ["2061-07-01T13:00:00Z", "2061-07-01T13:30:00Z", "2062-07-01T13:00:00Z"]
      ),
      (
        "*/30 1 27 10 *", "America/New_York", "1985-01-01T00:00:00Z",
        ["1985-10-27T05:00:00Z", "1985-10-27T05:30:00Z", "1986-10-27T06:00:00Z"]
      ),
    ] as [Row])
  func followsClock(row: Row) throws {
    #expect(try Self.firings(row.0, row.1, after: row.2, count: row.3.count) == row.3)
  }

  @Test(
    "does not exist on a date that the zone skips entirely",
    arguments: [
      ("0 9 * * *", ["2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z"]),
      ("0 9 30 12 *", ["2012-12-29T19:00:00Z"]), ("* 9 30 12 *", ["2012-12-29T19:00:00Z"]),
      ("0 0 * * FRI", ["2012-01-05T10:00:00Z"]), ("0 0 30 * FRI", ["2012-01-05T10:00:00Z"]),
      ("0 */12 * * *", ["2011-12-29T22:00:00Z", "2011-12-30T10:00:00Z"]),
    ])
  func isMissingOnSkippedDate(text: String, expected: [String]) throws {
    let firings = try Self.firings(
      text, "Pacific/Apia", after: "2011-12-29T18:00:00Z", count: expected.count)
    #expect(firings == expected)
  }

  @Test("is lost when its minutes lie in a gap every year")
  func isLostInGaps() throws {
    // The second Sunday of March, from 02:00: in New York's gap every year since 2007.
    let firings = try Self.firings(
      "*/30 2 8-14 3 */7", "America/New_York", after: "2010-01-01T00:00:00Z", count: 1)
    #expect(firings == [])
  }

  @Test("is strictly after an instant, to the millisecond")
  func comesStrictlyAfter() throws {
    let noon = try #require(ISO8601.parse("2025-11-15T12:00:00Z"))
    for text in ["0 12 * * *", "0 */12 * * *"] {
      let expression = try CronExpression(text)
      #expect(expression.nextOccurrence(after: noon - 1, in: .utc) == noon)
      #expect(expression.nextOccurrence(after: noon, in: .utc) != noon)
    }
  }

  @Test(
    "agrees with the wall clock, minute by minute over eleven days around each transition",
    arguments: [
      "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "America/Sao_Paulo",
      "Pacific/Apia", "Africa/Casablanca", "Antarctica/Troll", "Antarctica/Casey",
    ])
  func agreesWithClock(identifier: String) throws {
    let zone = try Zone(identifier: identifier)
    let texts = ["*/7 * * * *", "13 */2 * * *", "* 0,2,23 * * */2"]
    let transitions = zone.transitions(fromYear: 2_009, throughYear: 2_012)
    try #require(transitions.count >= 3)
    for transition in transitions {
      let start = transition.instant - 5 * 86_400_000
      let minutes = (1...11 * 1_440).map { start + Int64($0) * 60_000 }
      for text in texts {
        let expression = try CronExpression(text)
        let shown = minutes.filter {
          let wallTime = zone.wallTime(at: $0)
          return Self.isShown(expression, wallTime) && zone.instant(of: wallTime) == $0
        }
        var chained: [Int64] = []
        while let next = expression.nextOccurrence(after: chained.last ?? start, in: zone),
          next <= minutes[minutes.count - 1]
        {
          chained.append(next)
        }
        #expect(chained == shown, "\(text) around \(ISO8601.text(transition.instant))")
      }
    }
  }

  /// Whether the fields match a minute: it is then the next match after the previous minute.
  private static func isShown(_ expression: CronExpression, _ wallTime: WallTime) -> Bool {
    let local = Zone.utc.instant(of: wallTime)
    let before = local.map { Zone.utc.wallTime(at: $0 - 60_000) }
    return before.flatMap { expression.nextMatch(after: $0) } == wallTime
  }
}
