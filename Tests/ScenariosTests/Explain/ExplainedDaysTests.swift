import CivilTime
import DeviceModel
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Explained days")
struct ExplainedDaysTests {
  private let start = DayExplanationTests.start

  private func explain(
    _ day: String, _ steps: [String], header: String = "", id: String? = nil
  ) throws -> DayExplanation {
    try DayExplanation(
      try DayExplanationTests.trace(steps, header: header),
      day: try DayExplanationTests.day(day), id: id)
  }

  @Test("follow the chain of a fetched notification from the call to its delivery")
  func chain() throws {
    let steps = start + ["device: background", "advance: 1h"]
    let explanation = try explain(
      "2025-11-15", steps, header: "knobs: {taskLateness: fixed, deliveryDrift: none}\n")
    let story = try #require(explanation.stories.first)
    #expect(
      story.chain.map { "\($0.localText.dropFirst(11)) \($0.text)" } == [
        "05:42:30.000 call 2: scheduleDailyNotification {\"time\":\"05:53\"}",
        "05:42:30.000 the prefetch task was submitted, to run not before 05:48:00",
        "05:48:00.000 the system launched the prefetch task (run 1)",
        "05:48:00.000 fetch 1 began", "05:48:00.120 fetch 1 ended",
        "05:48:00.120 content was stored for 05:53:00",
        "05:48:00.120 request daily_daily was added, to fire 05:53:00",
        "05:48:00.120 task run 1 completed (success true)",
        "05:53:00.000 daily_daily was shown, source cache: Daily Update",
      ])
    let showing = try #require(story.showings.first)
    #expect(showing.source == "cache" && showing.driftMilliseconds == 0)
    #expect(story.omittedCount == 0 && explanation.nothing == nil)
  }

  /// One event removes all requests, and its first record counts as the cause of the others.
  @Test("of a reserve that was cancelled show its own request only")
  func cancelledReserve() throws {
    let steps = start + ["call: cancelAllNotifications", "advance: 4d"]
    let story = try #require(try explain("2025-11-18", steps).stories.first)
    #expect(story.verdict == .withdrawn)
    let requests = story.chain.map(\.text).filter { $0.contains("daily_daily") }
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { $0.contains("daily_daily_2025-11-18") }, "\(requests)")
  }

  @Test("of weeks without opening the app blame the one task that never ran, then the window")
  func window() throws {
    let steps = start + ["device: swipeAway", "advance: 70d", "device: launch"]
    let sixth = try #require(try explain("2025-11-20", steps).stories.first)
    #expect(sixth.verdict == .defaultText)
    #expect(
      sixth.reasons.first?.hasPrefix("its prefetch task, due from 2025-11-15 05:48:00, had") == true
    )
    let beyond = try #require(try explain("2026-01-12", steps).stories.first)
    #expect(beyond.verdict == .missing)
    #expect(
      beyond.reasons == [
        "no request was ever added for it: requests reached to 2026-01-09 05:53:00, and the app's "
          + "code did not run in time to add more",
        "at 2026-01-24 05:42:30 the plugin reported daily of 05:53:00 as missed (noCodeRan, "
          + "certain)",
      ])
  }

  @Test("of a full disk say what could not be stored, when the task was withdrawn for that")
  func fullDisk() throws {
    let steps = start + ["device: {fillDisk: on}", "advance: 3d"]
    let story = try #require(try explain("2025-11-17", steps).stories.first)
    #expect(story.verdict == .defaultText)
    let reason = try #require(story.reasons.first)
    #expect(reason.hasPrefix("its prefetch task was withdrawn before it ran: at 2025-11-16 05:5"))
    #expect(reason.hasSuffix(" the plugin could not store earliestBeginDate"), "\(reason)")
  }

  @Test("of days behind a task that could not be stored say so")
  func withdrawnBefore() throws {
    let knobs = "knobs: {taskLateness: fixed, deliveryDrift: none}\n"
    let steps =
      start + ["device: background", "device: {fillDisk: on}", "advance: 3d"]
    let story = try #require(try explain("2025-11-17", steps, header: knobs).stories.first)
    #expect(
      story.reasons == [
        "no prefetch task was submitted for it, and the last one was withdrawn: "
          + "at 2025-11-15 05:48:00.120 "
          + "the plugin could not store earliestBeginDate"
      ])
  }

  @Test("report every schedule's notification, or that of one")
  func schedules() throws {
    let steps =
      start + [
        "call: {scheduleDailyNotification: {time: '09:00'}}",
        "call: {scheduleDailyNotification: {time: '10:00', id: other}}", "device: background",
        "advance: 6h",
      ]
    let knobs = "knobs: {taskLateness: fixed}\n"
    let all = try explain("2025-11-15", steps, header: knobs)
    #expect(all.stories.map(\.id) == ["daily", "daily", "other"])
    #expect(all.stories.map(\.verdict) == [.withdrawn, .shown, .shown])
    #expect(
      all.stories.first?.reasons == [
        "at 05:42:30 call 3: scheduleDailyNotification {\"time\":\"09:00\"}"
      ])
    let other = try explain("2025-11-15", steps, header: knobs, id: "other")
    #expect(other.stories.map(\.plannedMilliseconds) == [1_763_200_800_000])
    #expect(throws: ExplanationError.unknownSchedule("x", known: ["daily", "other"])) {
      _ = try explain("2025-11-15", steps, id: "x")
    }
  }

  @Test("are days of the phone's zone, whatever the schedule's own zone")
  func zones() throws {
    let steps = [
      "press: Request Permissions", "answer: allow",
      "call: {scheduleDailyNotification: {time: '11:00', timezone: Asia/Tokyo}}",
      "device: background", "advance: 3d",
    ]
    // 11:00 in Tokyo is 02:00 in UTC and 21:00 of the day before in New York.
    let header = "zone: America/New_York\nknobs: {taskLateness: fixed}\n"
    let explanation = try explain("2025-11-16", steps, header: header)
    #expect(explanation.zone.identifier == "America/New_York")
    #expect(explanation.stories.map(\.plannedMilliseconds) == [1_763_344_800_000])
    #expect(explanation.stories.map(\.verdict) == [.shown])
    #expect(explanation.stories.first?.chain.last?.localText.hasPrefix("2025-11-16 21:0") == true)
    #expect(explanation.days.lowerBound.text == "2025-11-15")
  }

  @Test("move with a time in a DST gap and have one notification in an overlap")
  func changesOfTheClock() throws {
    let steps = [
      "press: Request Permissions", "answer: allow",
      "call: {scheduleDailyNotification: {time: '02:30'}}", "device: background", "advance: 3d",
    ]
    let gap = "start: '2025-03-08T12:00:00Z'\nzone: America/New_York\n"
    #expect(
      try explain("2025-03-09", steps, header: gap).stories.map(\.plannedMilliseconds)
        == [1_741_505_400_000])
    let overlap = "start: '2025-10-04T12:00:00Z'\nzone: Australia/Lord_Howe\n"
    #expect(try explain("2025-10-05", steps, header: overlap).stories.count == 1)
  }

  @Test(
    "without a notification say why there is none",
    arguments: [
      ([], "2025-11-15", ["no call scheduled anything"], true),
      (
        ["{press: Schedule Test Notification, rejects: notifications_denied}", "answer: deny"],
        "2025-11-15",
        ["at 05:42:30 call 1: scheduleDailyNotification was rejected, notifications_denied: Notif"],
        false
      ),
      (
        ["{call: {scheduleDailyNotification: {time: noon}}, rejects: invalid_time_format}"],
        "2025-11-15", ["at 05:42:30 call 1: scheduleDailyNotification was rejected, invalid_time"],
        false
      ),
      (
        ["{press: Schedule Test Notification, lost: true}", "advance: 1m", "device: swipeAway"],
        "2025-11-15", ["at 05:43:30 call 1: scheduleDailyNotification had no answer, the app's"],
        false
      ),
      (
        ["{press: Schedule Test Notification}", "advance: 1m"], "2025-11-15",
        [
          "at 05:42:30 call 1: scheduleDailyNotification {\"time\":\"05:53\"}, which waits for an"
        ], false
      ),
      (
        start + ["press: Cancel All Notifications", "advance: 70d"], "2026-01-15",
        ["schedule 'daily' (05:53) ended: at 2025-11-15 05:42:30 call 3: cancelAllNotifications"],
        true
      ),
      (
        [
          "press: Request Permissions", "answer: allow",
          "call: {scheduleDailyNotification: {time: '05:30'}}",
        ], "2025-11-15",
        ["schedule 'daily' (05:30) was stored at 05:42:30 call 2: scheduleDailyNotification"], true
      ),
    ] as [([String], String, [String], Bool)])
  func nothing(steps: [String], day: String, reasons: [String], isFine: Bool) throws {
    let explanation = try explain(day, steps + ["advance: 1ms"])
    let nothing = try #require(explanation.nothing)
    #expect(explanation.stories.isEmpty)
    #expect(nothing.reasons.count == reasons.count)
    for (reason, beginning) in zip(nothing.reasons, reasons) {
      #expect(reason.hasPrefix(beginning), "\(reason)")
    }
    #expect(explanation.isFine == isFine)
    #expect(nothing.chain.isEmpty == (steps.isEmpty))
  }

  private static let start = DayExplanationTests.start

  @Test("outside the run have nothing, with the run's range, and why it ended early")
  func outside() throws {
    let failing = start + ["advance: 1d", "expect: {pending: 0}", "advance: 9d"]
    let after = try explain("2025-11-20", failing)
    #expect(after.stories.map(\.verdict) == [.ahead] && after.isFine)
    let empty = try explain("2025-11-20", ["advance: 1d", "expect: {pending: 1}", "advance: 9d"])
    #expect(empty.stories.isEmpty && empty.isFine)
    #expect(
      empty.nothing?.reasons == [
        "the run goes from 2025-11-15 to 2025-11-16, where it ended early (step 2 'expect "
          + "pending': expected 1 pending, found 0: [])"
      ], "\(empty.nothing?.reasons ?? [])")
    let before = try explain("2025-11-14", start + ["advance: 1d"])
    #expect(before.nothing?.reasons == ["the run goes from 2025-11-15 to 2025-11-16"])
  }

  @Test("leave out the middle of a long chain and say how much")
  func longChain() throws {
    let again = Array(
      repeating: ["device: clearPending", "device: foreground", "device: background"], count: 60)
    let explanation = try explain(
      "2025-11-15", start + ["device: background"] + again.flatMap { $0 })
    let story = try #require(explanation.stories.first)
    #expect(story.chain.count == DayExplanation.chainMax)
    #expect(story.omittedCount > 50)
  }
}
