import CivilTime
import Testing

@Suite("Occurrence of a time of day")
struct OccurrenceTests {
  @Test(
    "is strictly after an instant",
    arguments: [
      ("UTC", "09:00", "2025-11-15T08:59:59.999Z", "2025-11-15T09:00:00Z"),
      ("UTC", "09:00", "2025-11-15T09:00:00Z", "2025-11-16T09:00:00Z"),
      ("America/New_York", "01:30", "2025-11-02T05:29:00Z", "2025-11-02T05:30:00Z"),
      ("America/New_York", "01:30", "2025-11-02T05:30:00Z", "2025-11-03T06:30:00Z"),
      ("America/New_York", "01:30", "2025-11-02T06:15:00Z", "2025-11-03T06:30:00Z"),
      ("America/New_York", "02:30", "2025-03-09T06:00:00Z", "2025-03-09T07:30:00Z"),
      ("Australia/Lord_Howe", "02:15", "2025-10-04T15:00:00Z", "2025-10-04T15:45:00Z"),
      ("Australia/Lord_Howe", "02:15", "2025-10-04T15:45:00Z", "2025-10-05T15:15:00Z"),
      ("Pacific/Apia", "09:00", "2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z"),
      ("America/Sao_Paulo", "00:00", "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z"),
      ("America/Nuuk", "23:30", "2025-03-30T01:10:00Z", "2025-03-30T01:30:00Z"),
      ("Pacific/Kiritimati", "00:00", "2025-11-15T09:59:00Z", "2025-11-15T10:00:00Z"),
    ])
  func comesNext(identifier: String, time: String, after: String, expected: String) throws {
    let zone = try Zone(identifier: identifier)
    let time = try #require(TimeOfDay(time))
    let after = try #require(ISO8601.parse(after))
    #expect(zone.nextOccurrence(of: time, after: after).map(ISO8601.text) == expected)
  }

  @Test("does not exist on a date that the zone skips entirely")
  func isMissingOnSkippedDate() throws {
    let zone = try Zone(identifier: "Pacific/Apia")
    let noon = try #require(TimeOfDay("12:00"))
    #expect(zone.occurrence(of: noon, on: CivilDate(year: 2_011, month: 12, day: 30)) == nil)
    #expect(zone.occurrence(of: noon, on: CivilDate(year: 2_011, month: 12, day: 31)) != nil)
  }

  @Test(
    "exists exactly once per date, in every zone and at every half hour",
    arguments: [
      "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo",
      "Pacific/Apia", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Kiritimati",
      "Antarctica/Troll", "America/Nuuk", "UTC",
    ])
  func comesOncePerDate(identifier: String) throws {
    let zone = try Zone(identifier: identifier)
    let first = CivilDate(year: 2_010, month: 1, day: 1)
    for minute in stride(from: 15, to: 1_440, by: 30) {
      let time = try #require(TimeOfDay(hour: minute / 60, minute: minute % 60))
      let dated = (0..<1_500).compactMap { zone.occurrence(of: time, on: first.adding(days: $0)) }
      var chained = [try #require(dated.first)]
      while chained.count < dated.count, let last = chained.last {
        chained.append(try #require(zone.nextOccurrence(of: time, after: last)))
      }
      #expect(chained == dated)
    }
  }
}
