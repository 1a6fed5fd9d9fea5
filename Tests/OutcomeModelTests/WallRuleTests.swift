import CivilTime
import Testing

@testable import OutcomeModel

@Suite("wall rules")
struct WallRuleTests {
  private func text(_ rule: WallRule, after: String, through: String, _ zone: String) throws
    -> [String]
  {
    let from = try #require(ISO8601.parse(after))
    let to = try #require(ISO8601.parse(through))
    return rule.occurrences(after: from, through: to, in: ZoneBook.zone(zone))
      .map { ISO8601.text($0.time) }
  }

  @Test("fire each day at their time, strictly after the first instant")
  func daily() throws {
    let times = try text(
      WallRule(minuteOfDay: 480), after: "2025-11-15T08:00:00Z", through: "2025-11-17T08:00:00Z",
      "UTC")
    #expect(times == ["2025-11-16T08:00:00Z", "2025-11-17T08:00:00Z"])
  }

  @Test("move forward by the gap in spring")
  func gap() throws {
    let times = try text(
      WallRule(minuteOfDay: 150), after: "2026-03-08T00:00:00Z", through: "2026-03-09T12:00:00Z",
      "America/New_York")
    // 02:30 does not exist on the 8th: 03:30 EDT, then 02:30 EDT.
    #expect(times == ["2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"])
  }

  @Test("fire once in the hour that is repeated in autumn")
  func overlap() throws {
    let times = try text(
      WallRule(minuteOfDay: 90), after: "2025-11-02T00:00:00Z", through: "2025-11-03T12:00:00Z",
      "America/New_York")
    #expect(times == ["2025-11-02T05:30:00Z", "2025-11-03T06:30:00Z"])
  }

  @Test("fire by cron later by the gap as well")
  func gapByCron() throws {
    let times = try text(
      WallRule(minute: 30, hours: [2]), after: "2026-03-08T00:00:00Z",
      through: "2026-03-09T12:00:00Z", "America/New_York")
    #expect(times == ["2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"])
  }

  @Test("keep to their days of the week and can be written as cron expressions")
  func cron() throws {
    let rule = WallRule(minute: 30, hours: [19, 7], weekdays: [1])
    #expect(rule.text == "30 7,19 * * 1")
    let times = try text(
      rule, after: "2025-11-15T00:00:00Z", through: "2025-11-25T00:00:00Z", "UTC")
    #expect(
      times == [
        "2025-11-17T07:30:00Z", "2025-11-17T19:30:00Z", "2025-11-24T07:30:00Z",
        "2025-11-24T19:30:00Z",
      ])
  }
}
