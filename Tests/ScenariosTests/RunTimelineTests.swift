import CivilTime
import DeviceModel
import Scenarios
import SimulationCore
import Testing

@Suite("Marks of a run")
struct RunTimelineTests {
  private func marks(_ header: String, _ steps: [String]) throws -> [TimelineMark] {
    let list = steps.map { "  - \($0)\n" }.joined()
    let yaml = "name: a\n\(header)steps:\n\(list)"
    return ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml")).timeline.marks
  }

  private static let opening = [
    "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
  ]

  @Test("show a task, a fetch and a notification, with their times")
  func oneNotification() throws {
    let marks = try marks(
      "knobs: {taskLateness: fixed, deliveryDrift: none}\n",
      RunTimelineTests.opening + ["device: background", "advance: 11m"])
    let nine = try #require(ISO8601.parse("2025-11-15T05:53:00Z"))
    let events = marks.map(\.event)
    let id = "com.timesafari.dailynotification.fetch"
    let inOrder: [TimelineMark.Event] = [
      .app(.foreground, word: "foreground"), .taskSubmitted(id: id, begin: nine - 300_000),
      .planned(id: "daily_daily", at: nine), .app(.background, word: "background"),
      .taskLaunched(number: 1, id: id, begin: nine - 300_000), .fetchStarted(number: 1),
      .fetchEnded(number: 1, status: 200, word: "response"), .taskEnded(number: 1, .succeeded),
      .delivered(id: "daily_daily", planned: nine, source: "cache"),
    ]
    var rest = inOrder[...]
    for event in events where event == rest.first { rest = rest.dropFirst() }
    #expect(rest.isEmpty, "\(rest.first.map { "\($0)" } ?? "") \(events)")
    let shown = try #require(marks.last { $0.event == inOrder.last })
    #expect(shown.instant == SimulationInstant(milliseconds: 630_000))
    #expect(shown.wallMilliseconds == nine)
  }

  @Test("show a new zone and by how much the clock was set")
  func clocks() throws {
    let events = try marks(
      "",
      ["device: {setZone: Asia/Tokyo}", "advance: 1h", "device: {warpClock: 2h}", "advance: 1s"]
    ).map(\.event)
    #expect(events.contains(.zoneSet(try Zone(identifier: "Asia/Tokyo"))))
    #expect(events.contains(.clockSet(byMilliseconds: 7_200_000)))
    let count = events.count { if case .clockSet = $0 { true } else { false } }
    #expect(count == 1)
  }

  @Test("show a phone that is locked, off and restarted")
  func phone() throws {
    let events = try marks(
      "",
      [
        "device: lock", "device: unlock", "device: reboot", "device: unlock", "device: powerOff",
        "device: {powerOn: {locked: false}}",
      ]
    ).map(\.event)
    let told = events.filter {
      switch $0 {
      case .phone, .rebooted: true
      default: false
      }
    }
    #expect(
      told == [
        .phone(.locked), .phone(.unlocked), .rebooted, .phone(.locked), .phone(.unlocked),
        .phone(.off), .phone(.unlocked),
      ])
  }

  @Test("show recoveries and tasks that never ran")
  func recovered() throws {
    let events = try marks(
      "knobs: {taskLateness: never}\n",
      RunTimelineTests.opening + ["device: background", "advance: 2h", "device: foreground"]
    ).map(\.event)
    #expect(events.contains(.taskMissed))
    let kinds = events.compactMap { event -> String? in
      if case .recovered(let recovery) = event { recovery.scenario } else { nil }
    }
    #expect(kinds == ["none", "coldStart"])
  }

  @Test("give a repeating reminder the time of its day, not of its first delivery")
  func repeated() throws {
    let marks = try marks(
      "zone: America/New_York\nknobs: {deliveryDrift: none}\n",
      [
        "press: Request Permissions", "answer: allow",
        "call: {scheduleDailyReminder: {id: r, title: A, body: b, time: '12:00'}}",
        "device: background", "advance: 72h",
      ])
    let drifts = marks.compactMap { mark -> Int64? in
      guard case .delivered(_, let planned, _) = mark.event else { return nil }
      return mark.wallMilliseconds - planned
    }
    #expect(drifts == [0, 0, 0])
  }

  @Test("are counted and not kept beyond the limit")
  func bound() {
    var timeline = RunTimeline()
    for number in 0..<(RunTimeline.marksMax + 5) {
      timeline.append(
        TimelineMark(
          instant: .zero, wallMilliseconds: 0, event: .fetchStarted(number: number)))
    }
    #expect(timeline.marks.count == RunTimeline.marksMax)
    #expect(timeline.marks.last?.event == .fetchStarted(number: RunTimeline.marksMax - 1))
    #expect(timeline.omittedCount == 5)
  }

  @Test("are kept of an interactive session too")
  func interactive() {
    var run = InteractiveRun(name: "a")
    _ = run.press(.background, title: "background")
    #expect(run.result.timeline.marks.last?.event == .app(.background, word: "background"))
  }
}
