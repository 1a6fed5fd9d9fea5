import CivilTime
import DeviceModel
import ES256K
import Testing

@testable import Scenarios

/// Why default text was shown, where more than one thing happened to its fetch.
@Suite("Missing content")
struct MissingContentTests {
  /// A run, and the cause of one of its notifications.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var head = ""
    let steps: [String]
    var day = "2025-11-15"
    /// The notification's schedule.
    var id = "daily"
    let cause: String

    var testDescription: String { name }
  }

  private static let daily = "call: {scheduleDailyNotification: {time: '05:53'}}"
  private static let server = "call: {configure: {apiServer: 'https://api.test.example'}}"
  private static let token = [
    "call: {configure: {apiServer: 'https://api.test.example', activeDid: '${DID_1}'}}",
    "api: {requireToken: true}",
  ]
  private static let dual = [
    "call: {configureNativeFetcher: {apiBaseUrl: 'https://api.test.example', activeDid: "
      + "'${DID_1}'}}", "call: {updateStarredPlans: {planIds: [p1]}}",
    "call: {scheduleDualNotification: {config: {contentFetch: {enabled: true, schedule: "
      + "'48 5 * * *'}, userNotification: {enabled: true, schedule: '53 5 * * *', title: T, "
      + "body: B}, relationship: {contentTimeout: 3600000, fallbackBehavior: show_default}}}}",
  ]
  private static let dualID = "dual_daily_notification"

  static let cases: [Case] = [
    Case(
      name: "Android: the prefetch, not the fetch that the alarm began",
      head: "platform: android",
      steps: [
        server, "api: {scheduledFor: '2025-11-20T05:53:00Z'}", daily, "device: background",
        "advance: 1h",
      ], cause: "the fetched content was for another time"),
    Case(
      name: "Android: not the fetch that the alarm of the day before began",
      head: "platform: android",
      steps: [
        server, "device: {scriptAPI: {responses: [{status: 500}]}}", daily,
        "device: background", "advance: {to: '2025-11-15T05:54:00Z'}",
        "device: {scriptAPI: {responses: [{}]}}", "device: {setNetwork: offline}", "advance: 1d",
      ], day: "2025-11-16", cause: "there was no network"),
    Case(
      name: "Android: work that waits since the day before", head: "platform: android",
      steps: [daily] + dual + [
        "device: background", "device: {setNetwork: offline}", "advance: 2d",
      ], day: "2025-11-16", id: dualID, cause: "there was no network"),
    Case(
      name: "Android: work that waits in Doze while the alarm fires",
      head: "platform: android\nknobs: {exactApi: allowWhileIdle}",
      steps: [
        server, "device: {scriptAPI: {responses: [{delayMs: 20000}]}}", daily,
        "device: background", "device: {setDoze: on}", "advance: 1h",
      ], cause: "the phone was in Doze"),
    Case(
      name: "iPhone: one task fetches for two schedules",
      steps: [
        server, daily, "call: {scheduleDailyNotification: {id: b, time: '05:54'}}",
        "device: background", "device: {setNetwork: offline}", "advance: 30h",
      ], day: "2025-11-16", id: "b", cause: "the fetch failed (NETWORK)"),
    Case(
      name: "Android: other code cancels work that is due", head: "platform: android",
      steps: dual + [
        "device: background", "advance: {to: '2025-11-15T05:48:20Z'}",
        "device: {otherCode: {cancelWork: {}}}", "advance: 1h",
      ], id: dualID, cause: "the prefetch was withdrawn before it ran"),
    Case(
      name: "Android: New Activity has a life of its own for content",
      head: "platform: android\nknobs: {exactApi: allowWhileIdle}",
      steps: dual + ["device: background", "device: lock", "advance: 3d"], day: "2025-11-17",
      id: dualID, cause: "the fetched content was too old"),
    Case(
      name: "iPhone: the clock is set over it while the task is due",
      head: "seed: 2",
      steps: [
        daily, "device: background", "advance: {to: '2025-11-15T05:48:30Z'}",
        "device: {warpClock: 1h}", "advance: 1h",
      ], cause: "the clock was set forward over its time"),
    Case(
      name: "Android: the bucket in which the work waits counts",
      head: "platform: android\nknobs: {taskLateness: fixed}",
      steps: [server, daily] + dual + [
        "device: background", "device: {setStandbyBucket: restricted}",
        // The one session of the day.
        "device: {simulateTaskLaunch: dnp_fetch_daily}", "advance: 1h",
      ], id: dualID, cause: "the app was in standby bucket restricted"),
    Case(
      name: "iPhone: scheduled again when it is too late for a prefetch",
      head: "knobs: {taskLateness: never}",
      steps: [
        daily, "device: background", "advance: {to: '2025-11-15T05:49:00Z'}",
        "device: foreground", "call: {scheduleDailyNotification: {time: '05:54'}}",
        "device: background", "advance: 1h",
      ], cause: "it was too late for a prefetch"),
    Case(
      name: "iPhone: a change of zone jumps over it",
      steps: [daily, "device: background", "device: {setZone: Asia/Tokyo}", "advance: 2h"],
      cause: "a change of zone jumped over its time"),
    Case(
      name: "iPhone: what held for the last second did not hold it",
      head: "knobs: {taskLateness: never}",
      steps: [
        daily, "device: background", "advance: {to: '2025-11-15T05:52:59Z'}",
        "device: {setLowPowerMode: on}", "advance: 1h",
      ], cause: "the system had not run the prefetch yet"),
    Case(
      name: "iPhone: what held for nearly all of the time did",
      steps: [
        daily, "advance: {to: '2025-11-15T05:52:58Z'}",
        "device: {setBackgroundRefresh: denied}", "device: background", "advance: 1h",
      ], cause: "the app was in front"),
    Case(
      name: "iPhone: the phone's clock is slow, and the server goes by its own",
      head: "knobs: {taskLateness: fixed}",
      steps: ["device: {warpClock: -1h}"] + token + [
        "call: {scheduleDailyNotification: {time: '04:53'}}", "device: background", "advance: 1h",
      ], cause: "the fetch failed (AUTH): the phone's clock was 1h behind the server's"),
    Case(
      name: "iPhone: the keychain is locked with the phone",
      head: "knobs: {keychainAccess: whenUnlocked, taskLateness: fixed}",
      steps: token + [daily, "device: background", "device: lock", "advance: 1h"],
      cause: "the fetch failed (AUTH): the keychain was locked"),
    Case(
      name: "Android: no key", head: "platform: android",
      steps: [
        "call: {configure: {apiServer: 'https://api.test.example', activeDid: "
          + "'did:ethr:0x00000000000000000000000000000000000000ab'}}", daily, "device: background",
        "advance: 1h",
      ], cause: "the fetch failed (AUTH)"),
    Case(
      name: "Android: the server's clock is slow", head: "platform: android",
      steps: token + [
        "api: {requireToken: true, serverTime: -30m}", daily, "device: background", "advance: 1h",
      ], cause: "the fetch failed (AUTH): the phone's clock was 30m ahead of the server's"),
    Case(
      name: "Android: nothing tells the app that the phone has started",
      head: "platform: android\nknobs: {bootKeepsAlarms: yes, bootBroadcast: never}",
      steps: dual + [
        "device: background", "advance: {to: '2025-11-15T05:47:50Z'}",
        "device: {reboot: {locked: false}}", "advance: 1h",
      ], id: dualID, cause: "nothing had told the app that the phone was started"),
  ]

  @Test("is told by what happened to the notification's own fetch", arguments: cases)
  func cause(_ each: Case) throws {
    let allowed =
      ["device: {setPermission: granted}"]
      + (each.head.contains("android") ? ["device: {setExactAlarm: granted}"] : [])
    let steps = (allowed + each.steps).map { "  - \($0)\n" }.joined()
    let yaml = "name: a\n\(each.head)\nsteps:\n\(steps)"
    let sources = ScenarioSources(keychain: Keychain(TestKeys.standard))
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml", sources)
    let date = try #require(CivilDate(text: each.day))
    let told = try DayExplanation(try TracedRun.trace(of: scenario), day: date)
    let story = told.stories.last { $0.id == each.id && $0.verdict == .defaultText }
    #expect(story?.cause == each.cause, "\(told.stories.map { ($0.id, $0.verdict, $0.reasons) })")
  }
}
