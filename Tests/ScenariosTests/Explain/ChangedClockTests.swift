import CivilTime
import DeviceModel
import History
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

  /// A run on a phone that begins on 2025-11-15 at 05:42:30 in UTC, unless the header says else.
  private func trace(
    on platform: DevicePlatform, _ steps: [String], header: String = ""
  ) throws -> RunTrace {
    let permissions =
      platform == .android
      ? ["device: {setPermission: granted}", "device: {setExactAlarm: granted}"]
      : ["press: Request Permissions", "answer: allow"]
    let trace = try DayExplanationTests.trace(
      permissions + steps,
      header: "platform: \(platform.rawValue)\n\(header)"
        + "knobs: {taskLateness: fixed\(platform == .ios ? ", deliveryDrift: none" : "")}\n")
    #expect(trace.interruption == nil)
    return trace
  }

  private static let reminder = "{scheduleDailyReminder: {id: r, title: T, body: B, time: '06:30'}}"
  private static let daily = "{scheduleDailyNotification: {time: '06:30'}}"

  @Test(
    "follows an alarm whose time a flight has jumped over to the one that has replaced it",
    arguments: [
      (reminder, "reminder_r", 16_955_000), (daily, "daily_daily", 16_955_120),
    ] as [(String, String, Int64)])
  func jumpedAlarm(call: String, name: String, drift: Int64) throws {
    let trace = try trace(
      on: .android,
      ["call: \(call)", "device: background", "device: {setZone: Asia/Kolkata}", "advance: 5m"])
    let explanation = try DayExplanation(trace, day: try DayExplanationTests.day())
    #expect(explanation.isFine && explanation.stories.map(\.verdict) == [.shown])
    let story = try #require(explanation.stories.first)
    #expect(ISO8601.text(story.plannedMilliseconds) == "2025-11-15T01:00:00Z")
    #expect(story.zone.identifier == "Asia/Kolkata")
    #expect(story.showings.map(\.driftMilliseconds) == [drift])
    #expect(story.reasons == ["at 11:12:30 setZone Asia/Kolkata jumped over its time"])
    let alarm = "alarm \(name)_2025-11-15T06:30"
    #expect(
      story.chain.map(\.text).filter { $0.hasPrefix(alarm) } == [
        "\(alarm) was set, to fire 12:00:00", "\(alarm) was set, to fire 11:12:35",
        "\(alarm) fired",
      ])
    let facts = PersonFacts(trace)
    #expect(facts.plannedDays == [explanation.day] && facts.emptyDays == [] && facts.shown == 1)
  }

  @Test("follows an alarm that a flight west has put off to its new time")
  func laterAlarm() throws {
    let trace = try trace(
      on: .android,
      [
        "call: \(ChangedClockTests.reminder)", "device: background",
        "device: {setZone: America/New_York}", "advance: 1d",
      ])
    let stories = try DayExplanation(trace, day: try DayExplanationTests.day()).stories
    #expect(stories.map(\.verdict) == [.shown] && stories.flatMap(\.reasons) == [])
    #expect(stories.map(\.plannedMilliseconds).map(ISO8601.text) == ["2025-11-15T11:30:00Z"])
  }

  @Test("assigns a reminder that was shown to its day in the zone that the phone had then")
  func reminderAfterFlight() throws {
    let trace = try trace(
      on: .ios,
      [
        "call: \(ChangedClockTests.reminder)", "device: background", "advance: 18h",
        "device: {setZone: Asia/Kolkata}", "advance: 2h",
      ])
    let stories = try DayExplanation(trace, day: try DayExplanationTests.day("2025-11-16")).stories
    #expect(stories.map(\.verdict) == [.shown])
    #expect(stories.map(\.plannedMilliseconds).map(ISO8601.text) == ["2025-11-16T01:00:00Z"])
  }

  @Test(
    "lists a date once that has fired before a flight west",
    arguments: DevicePlatform.allCases,
    [
      ("America/New_York", "210m", "America/Los_Angeles", "2025-11-14", "2025-11-14T13:00:00Z"),
      ("Pacific/Kiritimati", "9h", "Pacific/Pago_Pago", "2025-11-15", "2025-11-14T18:00:00Z"),
    ])
  func flightWest(
    platform: DevicePlatform, flight: (String, String, String, String, String)
  ) throws {
    let (from, flown, to, day, planned) = flight
    let header = "start: '2025-11-14T10:00:00Z'\nzone: \(from)\n"
    let trace = try trace(
      on: platform,
      [
        "call: {scheduleDailyNotification: {time: '08:00'}}", "device: background",
        "advance: \(flown)", "device: {setZone: \(to)}", "advance: 26h",
      ], header: header)
    let explanation = try DayExplanation(trace, day: try DayExplanationTests.day(day))
    #expect(explanation.isFine && explanation.stories.map(\.verdict) == [.shown])
    #expect(explanation.stories.map(\.plannedMilliseconds).map(ISO8601.text) == [planned])
  }

  @Test(
    "names the change of the clock that left a prefetch no moment to run",
    arguments: [("3h", "2025-11-15"), ("5d", "2025-11-15"), ("5d", "2025-11-17")])
  func setForward(duration: String, day: String) throws {
    let trace = try trace(
      on: .ios,
      [
        "call: {scheduleDailyNotification: {time: '06:00'}}", "device: background",
        "device: {warpClock: \(duration)}", "advance: 1h",
      ])
    let stories = try DayExplanation(trace, day: try DayExplanationTests.day(day)).stories
    #expect(stories.map(\.verdict) == [.defaultText])
    let date = day == "2025-11-15" ? "" : "2025-11-15 "
    #expect(
      stories.flatMap(\.reasons) == [
        "its prefetch task, due from \(date)05:55:00, had not been launched by then: "
          + "at \(date)05:42:30 warpClock \(duration) jumped over its time"
      ])
  }

  @Test("does not count a change of the clock that was taken back")
  func setForwardAndBack() throws {
    let trace = try trace(
      on: .ios,
      ["device: {warpClock: 3h}", "device: {warpClock: -3h}", "device: background"])
    let planned = try #require(ISO8601.parse("2025-11-15T06:00:00Z"))
    let jump = try #require(trace.context.jumps.first)
    #expect(trace.context.jumps.count == 1)
    #expect(jump.throughMilliseconds - jump.fromMilliseconds == 10_800_000)
    let setBack = try #require(trace.context.setBacks.first?.sequence)
    #expect(trace.context.jump(over: planned, before: setBack) == jump)
    #expect(trace.context.jump(over: planned, before: .max) == nil)
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
        "its prefetch task was launched at 07:42:30, 42m30s after its time: the phone was off "
          + "(since 05:42:30)"
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
          + "been unlocked since its start (since 05:42:30)"
      ])
  }
}
