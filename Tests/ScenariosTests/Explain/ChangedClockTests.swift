import CivilTime
import Testing

@testable import Scenarios

/// Explanations after the clock was set, the zone changed or the phone was off.
@Suite("Explanation after changes of clock, zone and power")
struct ChangedClockTests {
  private static let start = [
    "press: Request Permissions", "answer: allow",
    "call: {scheduleDailyNotification: {time: '07:00', title: T, body: B}}",
    "device: background",
  ]

  /// What is explained about 2025-11-15; runs begin on that day at 05:42:30 in UTC.
  private func stories(
    _ steps: [String], taskLateness: String = "fixed"
  ) throws -> [NotificationStory] {
    let trace = try DayExplanationTests.trace(
      ChangedClockTests.start + steps,
      header: "knobs: {taskLateness: \(taskLateness), deliveryDrift: none}\n")
    #expect(trace.interruption == nil)
    return try DayExplanation(trace, day: try DayExplanationTests.day()).stories
  }

  @Test("follows a request that a change of zone moved while the app was suspended")
  func zoneChange() throws {
    let stories = try stories(
      ["advance: 10m", "device: {setZone: America/New_York}", "advance: 1d"],
      taskLateness: "never")
    #expect(stories.map(\.plannedMilliseconds).map(ISO8601.text) == ["2025-11-15T12:00:00Z"])
    #expect(stories.map(\.verdict) == [.defaultText])
    #expect(
      stories[0].chain.map(\.text).contains("request daily_daily was moved, to fire 07:00:00"))
  }

  @Test("considers what was true before the clock was set back")
  func setBack() throws {
    let stories = try stories([
      "advance: 30m", "device: {setPermission: denied}", "device: {warpClock: -50m}",
      "advance: 2h",
    ])
    #expect(stories.map(\.verdict) == [.missing])
    #expect(stories[0].reasons.contains("notifications had been denied since 06:12:30"))
  }

  @Test("says that a phone that was off launches no task and shows its notification at the start")
  func switchedOff() throws {
    let stories = try stories([
      "device: powerOff", "advance: 2h", "device: {powerOn: {locked: false}}", "advance: 1h",
    ])
    #expect(stories.map(\.verdict) == [.defaultText])
    #expect(stories[0].showings.map(\.driftMilliseconds) == [2_550_000])
    #expect(
      stories[0].reasons == [
        "its prefetch task was launched at 07:42:30, 42m30s after its time: the phone was switched "
          + "off (since 05:42:30)"
      ])
  }

  @Test("says that the time of a notification came while the phone was off")
  func stillOff() throws {
    let stories = try stories(["device: powerOff", "advance: 2h"])
    #expect(stories.map(\.verdict) == [.ahead])
    #expect(stories[0].reasons == ["its time came while the phone was off (since 05:42:30)"])
  }

  @Test("says that no task runs before the first unlock")
  func locked() throws {
    let stories = try stories(["device: {reboot: {locked: true}}", "advance: 2h"])
    #expect(
      stories[0].reasons == [
        "its prefetch task, due from 06:55:00, had not been launched by then: the phone had not "
          + "been unlocked since it was started (since 05:42:30)"
      ])
  }
}
