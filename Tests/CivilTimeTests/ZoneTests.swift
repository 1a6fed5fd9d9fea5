import CivilTime
import Testing

@Suite("Zone")
struct ZoneTests {
  @Test(
    "resolves gaps, overlaps and skipped dates",
    arguments: [
      ("America/New_York", "2025-03-09T01:59", "2025-03-09T06:59:00Z"),
      ("America/New_York", "2025-03-09T02:00", "2025-03-09T07:00:00Z"),
      ("America/New_York", "2025-03-09T02:30", "2025-03-09T07:30:00Z"),
      ("America/New_York", "2025-03-09T03:00", "2025-03-09T07:00:00Z"),
      ("America/New_York", "2025-11-02T00:59", "2025-11-02T04:59:00Z"),
      ("America/New_York", "2025-11-02T01:30", "2025-11-02T05:30:00Z"),
      ("America/New_York", "2025-11-02T02:00", "2025-11-02T07:00:00Z"),
      ("Australia/Lord_Howe", "2025-10-05T02:15", "2025-10-04T15:45:00Z"),
      ("Australia/Lord_Howe", "2025-04-06T01:45", "2025-04-05T14:45:00Z"),
      ("America/Sao_Paulo", "2018-11-04T00:30", "2018-11-04T03:30:00Z"),
      ("America/Nuuk", "2025-03-29T23:30", "2025-03-30T01:30:00Z"),
      ("Pacific/Apia", "2011-12-29T23:59", "2011-12-30T09:59:00Z"),
      ("Pacific/Apia", "2011-12-30T12:00", nil),
      ("Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00:00Z"),
      ("Antarctica/Troll", "2025-03-30T02:00", "2025-03-30T02:00:00Z"),
      ("Asia/Kathmandu", "2025-11-15T09:00", "2025-11-15T03:15:00Z"),
      ("Pacific/Kiritimati", "2025-11-15T09:00", "2025-11-14T19:00:00Z"),
      ("UTC", "2025-11-15T09:00", "2025-11-15T09:00:00Z"),
    ] as [(String, String, String?)])
  func resolves(identifier: String, local: String, expected: String?) throws {
    let zone = try Zone(identifier: identifier)
    let wallTime = Zone.utc.wallTime(at: try #require(ISO8601.parse(local + "Z")))
    #expect(zone.instant(of: wallTime).map(ISO8601.text) == expected)
  }

  @Test(
    "refuses what is not an IANA identifier",
    arguments: [
      "", "GMT+25", "GMT+5", "GMT+05:00", "UTC+1", "+05:00", "Z", "PST", "IST", "ACT", "foo",
      "america/new_york", "America/New York", "America/Nowhere", "SystemV/EST5", "Etc/Unknown",
      "Factory", " UTC", "UTC ", "../UTC", "/etc/localtime",
    ])
  func refusesUnknown(identifier: String) {
    #expect(throws: ZoneError.unknown(identifier: identifier)) {
      try Zone(identifier: identifier)
    }
  }

  @Test(
    "knows old and slashless identifiers",
    arguments: [
      ("US/Eastern", -18_000), ("EST5EDT", -18_000), ("GMT", 0), ("Etc/GMT+5", -18_000),
      ("Asia/Calcutta", 19_800), ("Asia/Kolkata", 19_800), ("Europe/Kyiv", 7_200),
      ("Etc/UTC", 0), ("Japan", 32_400),
    ])
  func knowsAliases(identifier: String, offset: Int) throws {
    let zone = try Zone(identifier: identifier)
    #expect(zone.identifier == identifier && zone.description == identifier)
    #expect(zone.offsetSeconds(at: 1_763_185_980_000) == offset)
  }

  @Test("are equal by identifier")
  func areEqualByIdentifier() throws {
    #expect(try Zone(identifier: "UTC") == .utc)
    #expect(try Zone(identifier: "Europe/London") == Zone(identifier: "Europe/London"))
    #expect(try Zone(identifier: "Europe/London") != Zone(identifier: "GB"))
    #expect(try Set([Zone.utc, Zone(identifier: "UTC")]).count == 1)
  }

  @Test(
    "follows the same rules in years outside its table",
    arguments: [
      ("1987-04-05T02:30", "1987-04-05T07:30:00Z"), ("1987-10-25T01:30", "1987-10-25T05:30:00Z"),
      ("1999-12-31T23:59", "2000-01-01T04:59:00Z"), ("2060-12-31T23:59", "2061-01-01T04:59:00Z"),
      ("2070-03-09T02:30", "2070-03-09T07:30:00Z"), ("2070-07-01T09:00", "2070-07-01T13:00:00Z"),
      ("1950-01-15T09:00", "1950-01-15T14:00:00Z"),
    ])
  func answersOutsideTable(local: String, expected: String) throws {
    let zone = try Zone(identifier: "America/New_York")
    let wallTime = Zone.utc.wallTime(at: try #require(ISO8601.parse(local + "Z")))
    let instant = try #require(zone.instant(of: wallTime))
    #expect(ISO8601.text(instant) == expected)
    #expect(zone.date(at: instant) == wallTime.date)
  }

  @Test("has the wall time and date of an instant, also before 1970")
  func showsWallTime() throws {
    let zone = try Zone(identifier: "Asia/Kathmandu")
    let instant = try #require(ISO8601.parse("2025-11-14T18:20:30.456Z"))
    #expect(zone.wallTime(at: instant).text == "2025-11-15T00:05:30.456")
    #expect(zone.date(at: instant).text == "2025-11-15")
    #expect(Zone.utc.wallTime(at: -1).text == "1969-12-31T23:59:59.999")
    #expect(Zone.utc.date(at: -86_400_001).text == "1969-12-30")
  }

  @Test("reports that its data is present, and describes its errors")
  func dataIsThere() throws {
    try ZoneData.verify()
    #expect(!ZoneData.version.isEmpty)
    #expect(
      ZoneError.unknown(identifier: "PST").description
        == "unknown time zone 'PST': expected an IANA identifier such as 'Europe/London'")
    #expect(
      ZoneError.dataMissing(probe: "America/New_York", version: "").description
        == "time zone data is missing: 'America/New_York' is unknown or wrong (data version '')")
  }
}
