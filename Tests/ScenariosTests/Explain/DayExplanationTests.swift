import CivilTime
import DeviceModel
import SimulationCore
import Testing

@testable import Scenarios

/// Scenarios with a known outcome of the notification at 05:53 on 2025-11-15.
@Suite("Explanation of a day")
struct DayExplanationTests {
  /// A scenario, and what is said about its only notification of the day.
  struct Fate: Sendable, CustomTestStringConvertible {
    let name: String
    var header = "knobs: {taskLateness: fixed, deliveryDrift: none}\n"
    var steps: [String]
    let verdict: StoryVerdict
    /// The first words of the reasons.
    var reasons: [String] = []

    var testDescription: String { name }
  }

  static let start = [
    "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
  ]

  static func trace(_ steps: [String], header: String = "") throws -> RunTrace {
    let list = steps.map { "  - \($0)\n" }.joined()
    return try TracedRun.trace(
      of: try ScenarioFile.parse("name: a\n\(header)steps:\n\(list)", path: "a.yaml"))
  }

  static func day(_ text: String = "2025-11-15") throws -> CivilDate {
    try #require(CivilDate(text: text))
  }

  @Test("says how old content is that its own prefetch did not bring")
  func oldContent() throws {
    let steps = [
      "device: {setLowPowerMode: on}", "device: background", "advance: 1h",
      "device: {setLowPowerMode: off}", "advance: 1m", "device: {setBackgroundRefresh: denied}",
      "advance: 1d",
    ]
    let trace = try Self.trace(
      Self.start + steps, header: "knobs: {taskLateness: fixed, deliveryDrift: none}\n")
    let stories = DayExplainer(trace, day: try Self.day("2025-11-16")).stories()
    #expect(stories.map(\.verdict) == [.shown])
    #expect(
      stories[0].remarks == [
        "its content was 23h10m29s880ms old, from before the time of its own prefetch"
      ])
    let first = DayExplainer(trace, day: try Self.day()).stories()
    #expect(first.map(\.remarks) == [[]])
  }

  static let fates: [Fate] = contentFates + taskFates + absenceFates

  private static let contentFates: [Fate] = [
    Fate(name: "prefetched", steps: ["device: background", "advance: 1h"], verdict: .shown),
    Fate(
      name: "fetched at an entry",
      steps: [
        "device: background", "advance: {to: '2025-11-15T05:49:00Z'}",
        "device: {tamperCache: invalidJSON}", "device: foreground", "advance: 1h",
      ], verdict: .shown),
    Fate(
      name: "no server",
      steps: [
        "call: {configure: {apiServer: 'https://example.org'}}", "device: background",
        "advance: 1h",
      ], verdict: .defaultText,
      reasons: ["at 05:51:01.200 the fetch failed: NETWORK (HTTP status none)"]),
    Fate(
      name: "stale",
      steps: [
        "call: {configure: {ttlSeconds: 300}}", "device: simulateTaskLaunch",
        "device: {setLowPowerMode: on}", "device: background", "advance: 1h",
      ], verdict: .defaultText,
      reasons: ["its content was 10m29s880ms old by then and may be 5m old at most"]),
    Fate(
      name: "full disk", steps: ["device: {fillDisk: on}", "device: background", "advance: 1h"],
      verdict: .defaultText,
      reasons: ["at 05:48:00.120 the plugin could not store content for 2025-11-15T05:53:00Z"]),
    Fate(
      name: "killed while fetching",
      steps: [
        "device: background", "advance: {to: '2025-11-15T05:48:00Z'}", "advance: 50ms",
        "device: systemTerminate", "advance: 1h",
      ], verdict: .defaultText,
      reasons: [
        "fetch 1, begun at 05:48:00, did not end: at 05:48:00.050 task run 1 was lost with"
      ]),
    Fate(
      name: "expired",
      steps: [
        "advance: {to: '2025-11-15T05:48:00Z'}", "device: simulateTaskLaunch",
        "device: simulateTaskExpiration", "device: background", "advance: 10m",
      ], verdict: .defaultText,
      reasons: ["fetch 1, begun at 05:48:00, did not end: at 05:48:00 the time of task run 1 was"]),
    Fate(
      name: "another identity",
      steps: [
        "device: simulateTaskLaunch", "advance: 10s", "device: {setLowPowerMode: on}",
        "call: {configure: {activeDid: 'did:ethr:0x1'}}", "device: background", "advance: 1h",
      ], verdict: .defaultText,
      reasons: [
        "content was stored at 05:42:30.120 and dropped with the identity, at 05:42:40 call 3: conf"
      ]),
    Fate(
      name: "another identity without a connection",
      steps: [
        "device: background", "advance: {to: '2025-11-15T05:49:00Z'}",
        "device: foreground", "device: {setNetwork: offline}",
        "call: {configure: {activeDid: 'did:ethr:0x1'}}", "advance: 1h",
      ], verdict: .defaultText,
      reasons: ["at 05:49:00.050 the fetch failed: NETWORK (HTTP status none)"]),
  ]

  private static let taskFates: [Fate] = [
    Fate(
      name: "never launched", header: "knobs: {taskLateness: never}\n",
      steps: ["device: background", "advance: 1h"], verdict: .defaultText,
      reasons: ["its prefetch task, due from 05:48:00, had not been launched by then: the system"]),
    Fate(
      name: "on the screen", steps: ["advance: 1h"], verdict: .defaultText,
      reasons: [
        "its prefetch task, due from 05:48:00, had not been launched by then: the app was in "
          + "front"
      ]),
    Fate(
      name: "launched too late",
      steps: ["advance: 30m", "device: background", "advance: 1m"], verdict: .defaultText,
      reasons: [
        "its prefetch task was launched at 06:12:30, 19m30s after its time: the app was in front"
      ]),
    Fate(
      name: "swiped away", steps: ["device: swipeAway", "advance: 1h"], verdict: .defaultText,
      reasons: [
        "its prefetch task, due from 05:48:00, had not been launched by then: the app had been "
          + "swiped away, so the system runs no refresh task before it is opened (since 05:42:30)"
      ]),
    Fate(
      name: "refresh off",
      steps: ["device: {setBackgroundRefresh: denied}", "device: background", "advance: 1h"],
      verdict: .defaultText,
      reasons: [
        "its prefetch task, due from 05:48:00, had not been launched by then: Background App "
          + "Refresh was off (since 05:42:30)"
      ]),
    Fate(
      name: "low power",
      steps: ["device: background", "device: {setLowPowerMode: on}", "advance: 1h"],
      verdict: .defaultText,
      reasons: [
        "its prefetch task, due from 05:48:00, had not been launched by then: Low Power Mode was on"
      ]),
    Fate(
      name: "refused", header: "variant: simulator\n",
      steps: ["device: background", "advance: 1h"], verdict: .defaultText,
      reasons: ["at 05:42:30 the system refused the prefetch task with code 1 (unavailable:"]),
    Fate(
      name: "too soon",
      steps: [
        "call: cancelAllNotifications", "advance: 6m",
        "call: {scheduleDailyNotification: {time: '05:53'}}", "device: background", "advance: 1h",
      ], verdict: .defaultText,
      reasons: ["at 05:48:30 no prefetch was submitted: it was due in -30 s, and a minute is"]),
  ]

  private static let absenceFates: [Fate] = [
    Fate(
      name: "denied",
      steps: [
        "device: background", "advance: 1m", "device: {setPermission: denied}", "advance: 1h",
        "device: foreground",
      ], verdict: .missing,
      reasons: [
        "notifications had been denied since 05:43:30",
        "at 05:48:00.004 request daily_daily was removed",
        "at 06:43:30 the plugin reported daily of 05:53:00 as missed (notificationsDenied,",
      ]),
    Fate(
      name: "denied and scheduled again",
      steps: [
        "device: {setPermission: denied}",
        "{call: {scheduleDailyNotification: {time: '05:53'}}, rejects: notifications_denied}",
        "advance: 1h",
      ], verdict: .missing,
      reasons: [
        "notifications had been denied since 05:42:30",
        "at 05:42:30.004 request daily_daily was removed: at 05:42:30 call 3: ",
      ]),
    Fate(
      name: "lost by the system", header: "knobs: {taskLateness: never}\n",
      steps: ["device: background", "device: clearPending", "advance: 1h"], verdict: .missing,
      reasons: [
        "at 05:42:30 request daily_daily was removed: at 05:42:30 the system lost every pending"
      ]),
    Fate(
      name: "cancelled",
      steps: ["advance: 1m", "press: Cancel All Notifications", "advance: 1h"],
      verdict: .withdrawn, reasons: ["at 05:43:30 call 3: cancelAllNotifications {}"]),
    Fate(
      name: "run too short", steps: ["advance: 1m"], verdict: .ahead,
      reasons: ["the run ended before, at 05:43:30"]),
    Fate(
      name: "on its way", header: "knobs: {deliveryDrift: beyond}\n", steps: ["advance: 11m"],
      verdict: .ahead,
      reasons: ["it was due and on its way when the run ended, at 05:53:30"]),
  ]

  @Test("says what happened to the notification, and why", arguments: fates)
  func fate(_ fate: Fate) throws {
    let trace = try DayExplanationTests.trace(
      DayExplanationTests.start + fate.steps, header: fate.header)
    #expect(trace.interruption == nil)
    let explanation = try DayExplanation(trace, day: try DayExplanationTests.day())
    let story = try #require(
      explanation.stories.first {
        $0.plannedMilliseconds == 1_763_185_980_000
      })
    #expect(story.verdict == fate.verdict)
    #expect(story.reasons.count == fate.reasons.count, "\(story.reasons)")
    for (reason, beginning) in zip(story.reasons, fate.reasons) {
      #expect(reason.hasPrefix(beginning), "\(reason)")
    }
    #expect(explanation.isFine == (fate.verdict != .missing && fate.verdict != .defaultText))
    check(story.chain, of: trace)
  }

  /// A chain leads from a command to the end, oldest first, and holds the causes of its records.
  private func check(_ chain: [ChainLink], of trace: RunTrace) {
    let sequences = chain.map(\.record.sequence)
    #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
    #expect(chain.contains { $0.record.cause == nil })
    for link in chain {
      #expect(link.record.cause.map(sequences.contains) ?? true, "\(link.text)")
      #expect(!link.text.contains("{") || link.text.contains("{\"") || link.text.hasSuffix("{}"))
    }
  }
}
