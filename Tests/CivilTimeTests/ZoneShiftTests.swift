import CivilTime
import Testing

@Suite("shifted zone")
struct ZoneShiftTests {
  private static let zones = [
    "UTC", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati", "America/Sao_Paulo",
  ]

  @Test("is an hour ahead at all times, beyond the table too", arguments: zones)
  func offsets(identifier: String) throws {
    let zone = try Zone(identifier: identifier)
    let shifted = zone.shifted
    for year in stride(from: 1975, through: 2095, by: 3) {
      for month in [1, 4, 7, 10] {
        let date = CivilDate(year: year, month: month, day: 15)
        let time = try #require(zone.instant(of: WallTime(date: date, hour: 12, minute: 0)))
        #expect(shifted.offsetSeconds(at: time) == zone.offsetSeconds(at: time) + 3600)
        let local = shifted.wallTime(at: time)
        #expect(local == WallTime(date: date, hour: 13, minute: 0))
        #expect(shifted.instant(of: local) == time)
      }
    }
  }

  @Test("has the transitions of its zone, with offsets an hour greater", arguments: zones)
  func transitions(identifier: String) throws {
    let zone = try Zone(identifier: identifier)
    let expected = zone.transitions(fromYear: 2015, throughYear: 2030).map {
      ZoneTransition(
        instant: $0.instant, offsetBefore: $0.offsetBefore + 3600,
        offsetAfter: $0.offsetAfter + 3600)
    }
    #expect(zone.shifted.transitions(fromYear: 2015, throughYear: 2030) == expected)
  }

  @Test("has its own identifier, and shifting it again gives the original zone")
  func identity() throws {
    let zone = try Zone(identifier: "Europe/London")
    #expect(zone.shifted.identifier == "Europe/London+01:00 shifted")
    #expect(Zone.utc.shifted.identifier == "UTC+01:00 shifted")
    #expect(zone.shifted != zone)
    #expect(zone.shifted.isShifted && !zone.isShifted)
    #expect(zone.shifted.unshifted == zone)
    #expect(Zone.utc.shifted.unshifted == .utc)
    #expect(zone.unshifted == nil)
    #expect(throws: ZoneError.self) { try Zone(identifier: zone.shifted.identifier) }
  }
}
