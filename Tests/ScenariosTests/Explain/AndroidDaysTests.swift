import CivilTime
import DeviceModel
import ES256K
import Testing

@testable import Scenarios

/// What is said of a day on an Android phone, a scenario for each situation.
@Suite("Explained days of an Android phone")
struct AndroidDaysTests {
  private static let day = "2025-11-15"
  private static let end = "advance: {to: \"2025-11-15T09:00:00Z\"}"

  private func explanation(
    _ steps: [String], knobs: String = "taskLateness: fixed", day: String = AndroidDaysTests.day,
    head more: String = "tags: [android]"
  ) throws -> DayExplanation {
    let head = """
      name: a
      platform: android
      knobs: {\(knobs)}
      \(more)
      setup:
        - device: {setPermission: granted}
        - device: {setExactAlarm: granted}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - device: background
      steps:

      """
    let yaml = head + steps.map { "  - \($0)\n" }.joined()
    let sources = ScenarioSources(keychain: Keychain(TestKeys.standard))
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml", sources)
    let date = try #require(CivilDate(text: day))
    return try DayExplanation(try TracedRun.trace(of: scenario), day: date)
  }

  private static let skippingDual = """
    call: {scheduleDualNotification: {config: {\
    contentFetch: {enabled: true, schedule: "20 18 * * *"}, \
    userNotification: {enabled: true, schedule: "25 18 * * *", title: News, body: None.}, \
    relationship: {contentTimeout: TIMEOUT, fallbackBehavior: skip}}}}
    """

  /// A dual notification of the 16th whose own fetch fails, while that of the 15th has succeeded.
  private func dualStory(timeout: Int64) throws -> NotificationStory {
    let explanation = try explanation(
      [
        "api: [{times: 1}, {times: 1}, {status: 500}]",
        "call: {configureNativeFetcher: {apiBaseUrl: \"https://api.test.example\", "
          + "activeDid: \"${DID_1}\"}}",
        Self.skippingDual.replacing("TIMEOUT", with: String(timeout)),
        "advance: {to: \"2025-11-17T18:30:00Z\"}",
      ], day: "2025-11-17")
    return try #require(explanation.stories.first { $0.id == "dual_daily_notification" })
  }

  @Test("a dual notification that is skipped as it is set is told so, and what its fetch came to")
  func skippedDual() throws {
    let story = try dualStory(timeout: 3_600_000)
    #expect(story.verdict == .missing)
    #expect(story.cause == "skipped without fresh content, as it is set")
    #expect(story.reasons.first?.contains("skipped without fresh content") == true)
  }

  @Test("a dual notification that shows the content of an earlier day is told how old that is")
  func earlierDual() throws {
    let story = try dualStory(timeout: 400_000_000)
    #expect(story.verdict == .shown)
    #expect(story.remarks.contains { $0.contains("old, from before the time of its own prefetch") })
  }

  private func story(
    _ steps: [String], knobs: String = "taskLateness: fixed", day: String = AndroidDaysTests.day,
    head: String = "tags: [android]"
  ) throws -> NotificationStory {
    let stories = try explanation(steps, knobs: knobs, day: day, head: head).stories
    return try #require(stories.first { $0.id == "daily" })
  }

  @Test("with fetched content nothing needs a reason; the chain is told in Android's words")
  func fetched() throws {
    let story = try story([AndroidDaysTests.end])
    #expect(story.verdict == .shown && story.reasons == [])
    #expect(story.chain.contains { $0.text == "the system launched the prefetch work (run 1)" })
    #expect(!story.chain.contains { $0.text.contains("the prefetch task") })
  }

  private static let dual = [
    "api: [{}]",
    "call: {configureNativeFetcher: {apiBaseUrl: 'https://api.example', activeDid: '${DID_1}'}}",
    "call: {scheduleDualNotification: {config: {contentFetch: {enabled: true, "
      + "schedule: '30 8 * * *'}, userNotification: {enabled: true, schedule: '40 8 * * *', "
      + "title: T, body: B}, relationship: {contentTimeout: 3600000, "
      + "fallbackBehavior: show_default}}}}",
  ]

  @Test("Battery Saver holds work back, unless the app is exempt", arguments: [false, true])
  func batterySaver(isExempt: Bool) throws {
    let stories = try explanation(
      (isExempt ? ["device: {setBatteryExemption: on}"] : []) + AndroidDaysTests.dual
        + ["device: {setLowPowerMode: on}", AndroidDaysTests.end]
    ).stories
    let story = try #require(stories.first { $0.id.hasPrefix("dual") })
    #expect(story.verdict == (isExempt ? .shown : .defaultText))
    #expect(
      story.reasons
        == (isExempt
          ? []
          : [
            "its prefetch work, due from 08:30:00, had not been started by then: Battery Saver was "
              + "on, and the app is not exempt from it (since 05:42:30)"
          ]))
  }

  @Test("work of the dual schedule that ran and did not fetch is named, and no other work")
  func dualWork() throws {
    let refused = AndroidDaysTests.dual.map { $0.replacing("${DID_1}", with: "did:ethr:1") }
    let stories = try explanation(
      refused + [
        "call: {scheduleDailyReminder: {id: tea, time: \"08:32\", title: T, body: B}}",
        AndroidDaysTests.end,
      ]
    ).stories
    let reasons = stories.filter { $0.verdict == .defaultText }.map { [$0.id] + $0.reasons }
    #expect(
      reasons == [
        [
          "daily",
          "at 07:55:00 the fetch failed: AUTH (HTTP status none)",
        ],
        [
          "dual_daily_notification",
          "at 08:30:00 the fetch failed: AUTH (HTTP status none)",
        ],
      ])
  }

  @Test(
    "the schedule's own text, and why",
    arguments: [
      (
        ["device: {setNetwork: offline}", AndroidDaysTests.end],
        "its prefetch work, due from 07:55:00, had not been started by then: there was no network, "
          + "which the work waits for (since 05:42:30)"
      ),
      (
        [
          "device: {setNetwork: slow}", "advance: {to: \"2025-11-15T07:55:00Z\"}",
          "device: {setNetwork: offline}", AndroidDaysTests.end,
        ],
        "the system stopped work run 1: the network was gone, or Doze had begun"
      ),
    ])
  func defaultText(steps: [String], reason: String) throws {
    let story = try story(steps)
    #expect(story.verdict == .defaultText)
    #expect(story.reasons.contains { $0.contains(reason) }, "\(story.reasons)")
  }

  @Test(
    "not shown, and why",
    arguments: [
      (
        ["device: forceStop", AndroidDaysTests.end],
        ["the app was stopped by force", "nothing reaches it before it is opened (since 05:42:30)"]
      ),
      (
        ["device: powerOff", AndroidDaysTests.end],
        [
          "alarms die when the phone is switched off",
          "the phone was switched off (since 05:42:30)",
        ]
      ),
      (
        ["device: reboot", AndroidDaysTests.end, "device: unlock", "advance: 5m"],
        ["alarms die when", "had not been unlocked since it was started", "noCodeRan"]
      ),
      (
        ["device: {setPermission: denied}", AndroidDaysTests.end],
        ["was cancelled", "notifications had been denied since 05:42:30"]
      ),
      (
        [
          "device: {setChannel: {channelId: timesafari.daily, importance: none}}",
          AndroidDaysTests.end,
        ],
        ["its alarm fired at 08:00:00, and channel timesafari.daily was blocked (since 05:42:30)"]
      ),
      (
        ["device: {setExactAlarm: denied}", AndroidDaysTests.end],
        [
          "the permission for exact alarms was taken away",
          "exact alarms were not allowed (since 05:42:30)",
        ]
      ),
    ])
  func missing(steps: [String], reasons: [String]) throws {
    let story = try story(steps)
    #expect(story.verdict == .missing)
    for reason in reasons {
      #expect(story.reasons.contains { $0.contains(reason) }, "\(reason): \(story.reasons)")
    }
  }

  @Test("an alarm of other code that has the same name says nothing about the plugin's")
  func namesake() throws {
    let name = "daily_daily_2025-11-15T08:00"
    let other = "device: {otherCode: {setAlarm: {id: '\(name)', after: 2h}}}"
    let shown = try story(["device: foreground", other, AndroidDaysTests.end])
    #expect(shown.verdict == .shown && shown.reasons == [])
    #expect(!shown.chain.contains { $0.text.contains("otherCode") }, "\(shown.chain)")
    let lost = try story([
      "device: foreground", other, "device: {setExactAlarm: denied}", AndroidDaysTests.end,
    ])
    #expect(
      lost.reasons.first?.contains("the permission for exact alarms was taken away") == true,
      "\(lost.reasons)")
    #expect(!lost.chain.contains { $0.text.contains("otherCode") }, "\(lost.chain)")
  }

  @Test("what other code cancelled is named as the reason")
  func cancelledByOthers() throws {
    let story = try story([
      "device: foreground", "device: {otherCode: {cancelAlarms: {}}}",
      "device: {otherCode: {cancelWork: {}}}", "device: swipeAway", AndroidDaysTests.end,
    ])
    #expect(story.verdict == .missing)
    #expect(
      story.reasons.first?.contains("other code in the app cancelled it") == true,
      "\(story.reasons)")
  }

  @Test("late, because Doze held the alarm back")
  func held() throws {
    let steps = ["device: lock", "device: {setDoze: on}", AndroidDaysTests.end]
    let late = try story(steps, knobs: "exactApi: exact")
    #expect(late.showings.allSatisfy { $0.driftMilliseconds > 180_000 })
    #expect(
      late.reasons.contains(
        "at 08:00:00 alarm daily_daily_2025-11-15T08:00 waits for the end of Doze"),
      "\(late.reasons)")
    let waiting = try story(
      ["device: lock", "device: {setDoze: on}", "advance: {to: \"2025-11-15T08:10:00Z\"}"],
      knobs: "exactApi: exact")
    #expect(waiting.verdict != .shown && !waiting.reasons.isEmpty, "\(waiting.reasons)")
  }

  @Test("an alarm that reached nobody, and why")
  func unreceived() throws {
    let story = try story(
      ["device: swipeAway", AndroidDaysTests.end, "device: launch", "runUntilIdle"],
      head: "manifest: {without: [DailyNotificationReceiver]}")
    #expect(story.verdict == .missing)
    #expect(
      story.reasons.first
        == "its alarm fired at 08:00:00 and reached nobody: the manifest has no receiver for alarms"
    )
    #expect(
      story.reasons.last?.hasSuffix(
        "(noCodeRan, certain), its word for an alarm that was gone or reached nobody, too") == true,
      "\(story.reasons)")
  }

  @Test("the plugin's word for a miss is told apart from a denied permission")
  func blockedWord() throws {
    let story = try story([
      "device: {setChannel: {channelId: timesafari.daily, importance: none}}",
      AndroidDaysTests.end,
    ])
    #expect(
      story.reasons.last?.contains("(channelBlocked") == true,
      "\(story.reasons)")
    let denied = try self.story(["device: {setPermission: denied}", AndroidDaysTests.end])
    #expect(!denied.reasons.contains { $0.contains("channelBlocked") }, "\(denied.reasons)")
  }

  @Test("a fetch at fire time that had no answer in its 8 s is named")
  func slowFetch() throws {
    let story = try story(
      [
        "api: [{delayMs: 20000}]", "call: {configure: {apiServer: 'https://api.example'}}",
        "device: {setDoze: on}", AndroidDaysTests.end,
      ], knobs: "taskLateness: fixed, exactApi: allowWhileIdle")
    #expect(story.verdict == .defaultText)
    #expect(
      story.reasons.contains {
        $0.hasPrefix("fetch 1 began when its alarm fired, for which there are 8 s: at 08:00:08 ")
          && $0.contains("TIMEOUT")
      }, "\(story.reasons)")
  }

  @Test("a standby bucket whose quota is used up is named, unless the app is exempt")
  func bucket() throws {
    let steps = [
      // The first prefetch is the one session of the day.
      "api: [{}, {status: 500}]", "call: {configure: {apiServer: 'https://api.test'}}",
      "device: foreground", "call: {scheduleDailyNotification: {id: b, time: \"08:30\"}}",
      "device: background", "device: {setStandbyBucket: restricted}",
      "advance: {to: \"2025-11-15T08:31:00Z\"}",
    ]
    func words(_ steps: [String]) throws -> String {
      try explanation(steps).stories.flatMap(\.reasons).joined(separator: "; ")
    }
    #expect(
      try words(steps).contains(
        "the app was in standby bucket restricted, whose work waits for other work and has a quota "
          + "of time (since 05:42:30)"))
    #expect(try !words(["device: {setBatteryExemption: on}"] + steps).contains("bucket"))
  }

  @Test("days after a force-stop have no alarm, and the app is still stopped")
  func later() throws {
    let story = try story(
      ["device: forceStop", "advance: 4d"], day: "2025-11-18")
    #expect(story.verdict == .missing)
    #expect(story.reasons.contains { $0.hasPrefix("no alarm was ever set") }, "\(story.reasons)")
    #expect(story.reasons.contains { $0.contains("the app had been stopped") })
  }

  @Test("a reminder and New Activity are told by the names of their schedules")
  func kinds() throws {
    let explanation = try explanation([
      "call: {scheduleDailyReminder: {id: tea, time: \"08:30\", title: T, body: B}}",
      "press: 'New Activity: Turn On'", AndroidDaysTests.end,
    ])
    let verdicts = explanation.stories.map { "\($0.id) \($0.verdict.rawValue)" }
    #expect(verdicts.contains("reminder_tea shown"), "\(verdicts)")
    #expect(verdicts.filter { $0.hasPrefix("dual_daily_notification ") }.count == 1, "\(verdicts)")
    #expect(!verdicts.contains { $0.hasPrefix("dual_notify") }, "\(verdicts)")
  }
}
