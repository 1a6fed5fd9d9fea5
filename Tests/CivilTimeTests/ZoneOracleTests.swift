import CivilTime
import Foundation
import ProjectFiles
import Testing

/// Compares zones with the fixtures that `Tests/oracles/zones.py` writes from Python's zoneinfo.
@Suite("Zone oracle")
struct ZoneOracleTests {
  private static let identifiers = [
    "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo",
    "Pacific/Apia", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Kiritimati",
    "Antarctica/Troll", "UTC",
  ]

  private static func fixture(_ name: String) throws -> String {
    try ProjectFile.text("Tests/CivilTimeTests/Fixtures/\(name)")
  }

  /// The lines of a fixture after its header, split into fields, grouped by the zone in the first.
  private static func rows(_ name: String, of identifier: String) throws -> [[Substring]] {
    try fixture(name).split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ") }.filter { $0.first == identifier[...] }
  }

  @Test("has the same transitions from 2000 through 2037, byte for byte")
  func hasSameTransitions() throws {
    let expected = try Self.fixture("zone-transitions.txt")
    let listings = try Self.identifiers.map { identifier in
      ZoneListing.text(
        zone: try Zone(identifier: identifier), fromYear: 2_000, throughYear: 2_037)
    }
    #expect(expected.split(separator: "\n").count > 400)
    #expect(ZoneListing.header + listings.joined() == expected)
  }

  @Test("resolves wall times around each transition in the same way", arguments: identifiers)
  func resolvesAlike(identifier: String) throws {
    let zone = try Zone(identifier: identifier)
    let rows = try Self.rows("zone-resolutions.txt", of: identifier)
    let isFixed = ["Asia/Kathmandu", "Pacific/Kiritimati", "UTC"].contains(identifier)
    #expect(rows.isEmpty == isFixed)
    for row in rows {
      let instant = try #require(ISO8601.parse(row[1] + "Z"))
      let expected = Int64(row[2]).map { $0 * 1_000 }
      #expect(zone.instant(of: Zone.utc.wallTime(at: instant)) == expected, "\(row)")
    }
  }

  @Test("changes offset at each transition and nowhere between", arguments: identifiers)
  func changesAtTransitions(identifier: String) throws {
    let zone = try Zone(identifier: identifier)
    var at = try #require(ISO8601.parse("2000-01-01T00:00Z")) - 1
    for row in try Self.rows("zone-transitions.txt", of: identifier) {
      let transition = try #require(zone.nextTransition(after: at))
      let instant = try #require(Int64(row[1])) * 1_000
      #expect(transition.instant == instant)
      #expect(zone.offsetSeconds(at: instant - 1) == Int(row[2]))
      #expect(zone.offsetSeconds(at: instant) == Int(row[3]))
      #expect(transition.isGap == (transition.offsetAfter > transition.offsetBefore))
      at = instant
    }
    let next = zone.nextTransition(after: at)
    #expect(next.map { $0.instant >= 2_145_916_800_000 } ?? true)
  }

  @Test(
    "lists transitions outside the table and clamps the years",
    arguments: [
      (1_970, 1_970, 2), (1_999, 2_000, 4), (2_060, 2_061, 4), (2_100, 2_200, 2),
      (2_101, 2_200, 0), (1_900, 1_969, 0), (2_010, 2_009, 0), (1_900, 1_970, 2),
    ])
  func listsOutsideTable(from: Int, through: Int, count: Int) throws {
    let zone = try Zone(identifier: "America/New_York")
    let transitions = zone.transitions(fromYear: from, throughYear: through)
    #expect(transitions.count == count)
    let years = transitions.map { Zone.utc.date(at: $0.instant).year }
    #expect(years.allSatisfy { from <= $0 && $0 <= through })
    let first = transitions.first
    #expect(first == first.flatMap { zone.nextTransition(after: $0.instant - 1) })
  }
}
