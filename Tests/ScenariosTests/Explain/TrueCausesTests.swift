import CivilTime
import DeviceModel
import ES256K
import Testing

@testable import Scenarios

/// Causes that touched the notification itself, beside others that did not.
@Suite("True causes")
struct TrueCausesTests {
  private func explanation(
    _ steps: [String], day: String = "2025-11-15", head: String
  ) throws -> DayExplanation {
    let yaml = "name: a\n\(head)\nsteps:\n" + steps.map { "  - \($0)\n" }.joined()
    let sources = ScenarioSources(keychain: Keychain(TestKeys.standard))
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml", sources)
    let date = try #require(CivilDate(text: day))
    return try DayExplanation(try TracedRun.trace(of: scenario), day: date)
  }

  private static let exact = "knobs: {deliveryDrift: none}"
  private static let android = "platform: android\nknobs: {taskLateness: never}"
  private static let allowed = [
    "device: {setPermission: granted}", "device: {setExactAlarm: granted}",
  ]
  private static let dual = [
    "call: {configureNativeFetcher: {apiBaseUrl: 'https://api.test.example', activeDid: "
      + "'${DID_1}'}}", "call: {updateStarredPlans: {planIds: [p1]}}",
    "call: {scheduleDualNotification: {config: {contentFetch: {enabled: true, schedule: "
      + "'55 7 * * *'}, userNotification: {enabled: true, schedule: '0 8 * * *', title: T, "
      + "body: B}, relationship: {contentTimeout: 3600000, fallbackBehavior: show_default}}}}",
  ]

  @Test(
    "name the act that ended a receiver's process",
    arguments: ["systemTerminate", "swipeAway", "reboot: {locked: false}", "forceStop"])
  func receiver(act: String) throws {
    let isMap = act.contains(":")
    let steps =
      Self.allowed + [
        "call: {configure: {apiServer: 'https://api.test.example'}}", "api: {delayMs: 6s}",
        "call: {scheduleDailyNotification: {time: '08:00'}}", "device: background",
        "advance: {to: '2025-11-15T08:00:03Z'}", "device: \(isMap ? "{\(act)}" : act)",
        "advance: 10m",
      ]
    let stories = try explanation(steps, head: Self.android).stories
    #expect(stories.map(\.verdict) == [.missing])
    let verb = act.prefix { $0 != ":" }
    #expect(
      stories.first?.reasons.first?.hasPrefix(
        "its alarm fired at 08:00:00, and the app's process ended in its receiver: at 08:00:03 "
          + verb) == true, "\(stories.map(\.reasons))")
  }

  @Test("say until when the summary holds a notification, and that it had held one")
  func summary() throws {
    let steps = [
      "device: {setPermission: granted}",
      "device: {setNotificationSettings: {scheduledDelivery: true}}",
      "call: {scheduleDailyNotification: {time: '08:30'}}", "device: background",
      "advance: {to: '2025-11-15T12:00:00Z'}",
    ]
    let held = try #require(try explanation(steps, head: Self.exact).stories.first)
    #expect(held.verdict == .ahead)
    #expect(
      held.reasons.contains { $0.contains("is held for the summary at 18:00:00") },
      "\(held.reasons)")
    let evening = steps + ["advance: {to: '2025-11-15T18:01:00Z'}"]
    let shown = try #require(try explanation(evening, head: Self.exact).stories.first)
    #expect(!shown.showings.isEmpty)
    #expect(shown.remarks.contains { $0.contains("it came with the scheduled summary") })
    #expect(shown.reasons.contains { $0.contains("is held for the summary at 18:00:00") })
  }

  @Test("name other code whose alarm has the plugin's pending intent", arguments: ["30m", "5h"])
  func sameIntent(after: String) throws {
    let act = "id: 'daily_daily_2025-11-15T08:00', after: \(after), sameIntent: true"
    let steps =
      Self.allowed + [
        "call: {scheduleDailyNotification: {time: '08:00'}}", "device: background",
        "device: {otherCode: {setAlarm: {\(act)}}}", "advance: {to: '2025-11-15T09:00:00Z'}",
      ]
    let story = try #require(try explanation(steps, head: Self.android).stories.first)
    #expect(story.verdict == (after == "30m" ? .shown : .missing), "\(story.verdict)")
    #expect(
      story.reasons.contains { $0.contains("other code in the app set one with the same pend") },
      "\(story.reasons)")
  }

  @Test("name other code whose work has taken the name of the prefetch")
  func sameWork() throws {
    let steps =
      Self.allowed + [
        "call: {scheduleDailyNotification: {time: '08:00'}}", "device: background",
        "device: {otherCode: {enqueueWork: {name: dnp_fetch_daily, policy: replace, after: 1h}}}",
        "device: {setNetwork: offline}", "advance: {to: '2025-11-15T09:00:00Z'}",
      ]
    let story = try #require(try explanation(steps, head: Self.android).stories.first)
    #expect(story.verdict == .defaultText)
    #expect(
      story.reasons.contains { $0.contains("other code in the app cancelled dnp_fetch_daily") },
      "\(story.reasons)")
  }

  @Test("do not take the process's end an hour later for the receiver's")
  func later() throws {
    let steps =
      Self.allowed + [
        "call: {scheduleDailyNotification: {time: '08:00'}}",
        "device: {setChannel: {channelId: timesafari.daily, importance: none}}",
        "device: background", "advance: {to: '2025-11-15T09:00:00Z'}", "device: systemTerminate",
        "advance: 1m",
      ]
    let reasons = try explanation(steps, head: Self.android).stories.flatMap(\.reasons)
    #expect(reasons.first?.contains("channel timesafari.daily was blocked") == true, "\(reasons)")
    #expect(!reasons.contains { $0.contains("process ended") })
  }

  @Test("name Doze for work that waited while the alarm fired")
  func doze() throws {
    let steps =
      Self.allowed + Self.dual + [
        "device: background", "advance: {to: '2025-11-15T22:00:00Z'}", "device: lock",
        "advance: {to: '2025-11-16T08:00:30Z'}",
      ]
    let stories = try explanation(
      steps, day: "2025-11-16",
      head: "platform: android\nknobs: {taskLateness: fixed, exactApi: allowWhileIdle}"
    ).stories
    #expect(stories.count == 1)
    let reasons = stories.flatMap(\.reasons)
    #expect(reasons.first?.contains("the phone was in Doze") == true, "\(reasons)")
    #expect(!reasons.contains { $0.contains("began when its alarm fired") }, "\(reasons)")
  }

  @Test("name the end of Doze before an alarm clock where the content came in time")
  func dozeEnds() throws {
    let steps =
      Self.allowed + Self.dual + [
        "device: background", "advance: {to: '2025-11-15T22:00:00Z'}", "device: lock",
        "advance: {to: '2025-11-16T08:00:30Z'}",
      ]
    let stories = try explanation(
      steps, day: "2025-11-16", head: "platform: android\nknobs: {taskLateness: fixed}"
    ).stories
    #expect(stories.map(\.verdict) == [.shown] && stories.flatMap(\.reasons).isEmpty)
    let chain = stories.flatMap(\.chain).map(\.text)
    #expect(chain.contains("Doze ended: an alarm clock goes off soon"), "\(chain)")
  }

  @Test("credit no schedule with the content of another one")
  func another() throws {
    let steps =
      Self.allowed + [
        "call: {configure: {apiServer: 'https://api.test.example'}}", "api: {delayMs: 7s}",
        "call: {scheduleDailyNotification: {id: a, time: '08:00'}}",
      ] + Self.dual + ["device: swipeAway", "advance: {to: '2025-11-15T08:02:00Z'}"]
    let stories = try explanation(steps, head: Self.android).stories
    #expect(stories.map(\.id) == ["a", "dual_daily_notification"])
    #expect(stories[0].verdict == .shown)
    #expect(
      stories[1].reasons.first?.hasPrefix("its prefetch work, due from 07:55:00, had not been")
        == true, "\(stories[1].reasons)")
  }

  @Test("name a denial for what the plugin took back then, and no act of days before")
  func denied() throws {
    let steps = [
      "device: {setPermission: granted}", "call: {scheduleDailyNotification: {time: '05:53'}}",
      "advance: 2s", "device: simulateTaskLaunch", "advance: 72m", "device: background",
      "advance: 1d", "device: {setPermission: denied}", "advance: 1d",
      "device: {setPermission: granted}", "advance: 1d", "device: foreground",
    ]
    let stories = try explanation(steps, day: "2025-11-18", head: "tags: [ios]").stories
    #expect(stories.map(\.verdict) == [.missing])
    let reasons = stories.flatMap(\.reasons)
    #expect(
      reasons.contains { $0.hasPrefix("notifications had been denied then since 2025-11-16") },
      "\(reasons)")
    #expect(!reasons.contains { $0.contains("simulateTaskLaunch") }, "\(reasons)")
  }

  @Test("say of what is still ahead whether anything is armed for it")
  func ahead() throws {
    let steps =
      Self.allowed + ["call: {scheduleDailyNotification: {time: '08:00'}}", "advance: 1m"]
    let armed = try explanation(steps, head: Self.android).stories.flatMap(\.reasons)
    #expect(armed == ["the run ended before, at 05:43:30"])
    let revoked = steps + ["device: background", "device: {setExactAlarm: denied}"]
    let reasons = try explanation(revoked, head: Self.android).stories.flatMap(\.reasons)
    #expect(reasons.dropFirst().first == "no alarm stands for it then", "\(reasons)")
    #expect(reasons.last?.contains("the permission for exact alarms was taken away") == true)
  }

  @Test("a step that may fail ends no run", arguments: [true, false])
  func soft(isSoft: Bool) throws {
    let steps = [
      "device: {setPermission: granted}", "call: {scheduleDailyNotification: {time: '08:00'}}",
      "{soft: \(isSoft), expect: {pending: 3}}", "device: background",
      "advance: {to: '2025-11-15T09:00:00Z'}",
    ]
    let interruption = try explanation(steps, head: "tags: [ios]").interruption
    #expect((interruption == nil) == isSoft, "\(interruption ?? "")")
  }
}
