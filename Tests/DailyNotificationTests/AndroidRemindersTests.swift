import CivilTime
import ES256K
import JSONText
import Testing

@testable import DailyNotification

@Suite("Reminders and the dual schedule on Android")
struct AndroidRemindersTests {
  private var phone: AndroidPhone

  init() throws {
    phone = try AndroidPhone()
    phone.launch()
  }

  private static let pills: JSONObject = [
    "id": "pills", "title": "Pills", "body": "Two of them", "time": "05:53",
  ]

  private static func dual(_ fallback: String, timeout: Int64 = 3_600_000) -> JSONObject {
    [
      "config": [
        "contentFetch": ["enabled": true, "schedule": "40 5 * * *"],
        "userNotification": [
          "enabled": true, "schedule": "0 6 * * *", "title": "New Activity", "body": "Nothing new",
        ],
        "relationship": [
          "contentTimeout": .integer(timeout), "fallbackBehavior": .string(fallback),
        ],
      ]
    ]
  }

  private mutating func scheduleDual(_ fallback: String, timeout: Int64 = 3_600_000) {
    phone.call(
      "configureNativeFetcher",
      ["apiBaseUrl": "https://api.test", "activeDid": .string(TestKeys.standard.identities[0])])
    let reply = phone.call("scheduleDualNotification", Self.dual(fallback, timeout: timeout))
    #expect(reply == .value(["warning": nil]))
  }

  private func content(_ title: String, for time: String) -> FetchOutcome {
    let text = #"{"id":"1","title":"\#(title)","body":"b","scheduled_for":"\#(time)"}"#
    return .response(FetchResponse(status: 200, body: Array(text.utf8)))
  }

  @Test("a reminder is shown each day on its own channel, without any fetch")
  mutating func reminder() throws {
    #expect(phone.call("scheduleDailyReminder", Self.pills) == .value([:]))
    #expect(
      phone.alarms == [
        "reminder_pills_2025-11-15T05:53 2025-11-15T05:53:00Z",
        "reminder_pills_2025-11-16T05:53 2025-11-16T05:53:00Z",
      ])
    try phone.advance(to: "2025-11-17T06:00:00Z")
    #expect(
      phone.shown
        == (15...17).map { "reminder_pills_2025-11-\($0)T05:53 default 2025-11-\($0)T05:53:00Z" })
    #expect(Set(phone.system.showings.map(\.channel)) == ["daily_reminders"])
    #expect(phone.system.fetches == [])
    let reminder = phone.value("getScheduledReminders")?["reminders"]?.arrayValue?.first
    #expect(reminder?["isScheduled"] == true)
    #expect(
      reminder?["nextTriggerTime"]?.integerValue == ISO8601.parse("2025-11-18T05:53:00Z"))
    #expect(phone.call("cancelDailyReminder", ["reminderId": "pills"]) == .value([:]))
    #expect(phone.alarms == [])
  }

  @Test("a reminder that fires once is shown once")
  mutating func once() throws {
    var options = Self.pills
    options["repeatDaily"] = false
    phone.call("scheduleDailyReminder", options)
    #expect(phone.alarms.count == 1)
    try phone.advance(to: "2025-11-18T06:00:00Z")
    #expect(phone.shown.count == 1)
    #expect(phone.system.store.scheduleRows.allSatisfy { !$0.isEnabled })
  }

  @Test("a reminder does not wait for the content of another notification of its minute")
  mutating func oneMinute() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.call("scheduleDailyReminder", Self.pills)
    phone.system.works = [:]
    phone.fetchMilliseconds = 5_000
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(
      phone.shown == [
        "reminder_pills_2025-11-15T05:53 default 2025-11-15T05:53:00Z",
        "daily_daily_2025-11-15T05:53 live 2025-11-15T05:53:05Z",
      ])
    #expect(phone.missed == [])
    phone.kill()
    phone.launch()
    #expect(phone.missed == [])
  }

  @Test("two daily schedules of one minute share what is fetched for it")
  mutating func shared() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.call("scheduleDailyNotification", ["id": "second", "time": "05:53"])
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.shown.count == 4)
    #expect(phone.shown.allSatisfy { $0.contains(" cache ") })
    #expect(phone.missed == [])
  }

  @Test(
    "dual content is resolved when its alarm fires", arguments: ["show_default", "skip", "retry"])
  mutating func dualContent(fallback: String) throws {
    scheduleDual(fallback)
    #expect(
      phone.alarms == [
        "dual_notify_2025-11-15T06:00_2025-11-15T06:00:00Z 2025-11-15T06:00:00Z",
        "dual_notify_2025-11-16T06:00_2025-11-16T06:00:00Z 2025-11-16T06:00:00Z",
      ])
    phone.outcome = content("Fresh", for: "2025-11-16T06:00:00Z")
    try phone.advance(to: "2025-11-15T12:00:00Z")
    // The time of the first day's fetch had passed when the schedule was made.
    let first = phone.shown
    let sources = first.map { String($0.split(separator: " ")[1]) }
    #expect(sources == (fallback == "skip" ? [] : ["default"]))
    try phone.advance(to: "2025-11-16T12:00:00Z")
    #expect(
      phone.shown.last
        == "dual_notify_2025-11-16T06:00_2025-11-16T06:00:00Z cache 2025-11-16T06:00:00Z")
    #expect(phone.shown.count == first.count + 1)
    #expect(phone.system.showings.last?.content.title == "Fresh")
    #expect(phone.missed == [])
  }

  @Test(
    "a dual notification without content shows that of the day before while it is young enough",
    arguments: ["show_default", "skip"], [48, 24])
  mutating func yesterdaysContent(fallback: String, hours: Int64) throws {
    scheduleDual(fallback, timeout: hours * 3_600_000)
    try phone.advance(to: "2025-11-15T12:00:00Z")
    phone.outcome = content("Fresh", for: "2025-11-16T06:00:00Z")
    try phone.advance(to: "2025-11-16T12:00:00Z")
    let before = phone.shown.count
    phone.outcome = .unreachable
    try phone.advance(to: "2025-11-17T12:00:00Z")
    // It was fetched twenty minutes before yesterday's notification.
    let isYoung = hours == 48
    let last = phone.system.showings.last?.content
    #expect(phone.shown.count == (isYoung || fallback == "show_default" ? before + 1 : before))
    #expect(last?.title == (isYoung || fallback == "skip" ? "Fresh" : "New Activity"))
    #expect(last?.info.source == (isYoung || fallback == "skip" ? .cache : .default))
    #expect(phone.missed == [])
    // Three days later it is too old for either.
    try phone.advance(to: "2025-11-19T12:00:00Z")
    let shown = phone.system.showings.last?.content.title
    #expect(shown == (fallback == "skip" ? "Fresh" : "New Activity"))
  }

  @Test("content that came for another notification than it was fetched for serves none after it")
  mutating func strayContent() throws {
    scheduleDual("show_default", timeout: 200 * 3_600_000)
    phone.outcome = content("Stray", for: "2025-11-15T06:00:00Z")
    try phone.advance(to: "2025-11-17T12:00:00Z")
    #expect(phone.shown.count == 3)
    #expect(phone.shown.allSatisfy { $0.contains(" default ") })
  }

  @Test("without fresh content a dual notification shows its text, or is skipped")
  mutating func withoutContent() throws {
    phone.outcome = .unreachable
    scheduleDual("show_default")
    try phone.advance(to: "2025-11-16T12:00:00Z")
    #expect(
      phone.shown == [
        "dual_notify_2025-11-15T06:00_2025-11-15T06:00:00Z default 2025-11-15T06:00:00Z",
        "dual_notify_2025-11-16T06:00_2025-11-16T06:00:00Z default 2025-11-16T06:00:00Z",
      ])
    phone.call("updateDualScheduleConfig", Self.dual("skip"))
    try phone.advance(to: "2025-11-18T12:00:00Z")
    #expect(phone.shown.count == 2)
    #expect(phone.missed == [])
    #expect(phone.alarms.count == 2)
  }

  @Test("a paused dual schedule has neither alarm nor work, and goes on when it is resumed")
  mutating func paused() throws {
    phone.outcome = .unreachable
    scheduleDual("show_default")
    phone.call("pauseDualSchedule")
    #expect(phone.alarms == [])
    #expect(phone.system.works == [:])
    try phone.advance(to: "2025-11-16T12:00:00Z")
    phone.call("resumeDualSchedule")
    #expect(phone.system.works.keys.sorted() == ["dnp_fetch_dual"])
    try phone.advance(to: "2025-11-17T12:00:00Z")
    #expect(
      phone.shown == [
        "dual_notify_2025-11-17T06:00_2025-11-17T06:00:00Z default 2025-11-17T06:00:00Z"
      ])
    #expect(phone.missed == [])
  }

  @Test("the dual schedule and a daily one leave each other alone")
  mutating func apart() throws {
    phone.outcome = .unreachable
    phone.call("scheduleDailyNotification", ["time": "07:00"])
    scheduleDual("show_default")
    #expect(phone.alarms.count == 4)
    #expect(phone.system.works.keys.sorted() == ["dnp_fetch_daily", "dnp_fetch_dual"])
    #expect(phone.value("getCoordinationStatus")?["pendingTasks"] == 2)
    phone.call("cancelDualSchedule")
    #expect(
      phone.alarms == [
        "daily_daily_2025-11-15T07:00 2025-11-15T07:00:00Z",
        "daily_daily_2025-11-16T07:00 2025-11-16T07:00:00Z",
      ])
    #expect(phone.system.works.keys.sorted() == ["dnp_fetch_daily"])
  }

  @Test("both works wait at once, and each status names its own")
  mutating func bothWait() throws {
    scheduleDual("show_default")
    phone.call("scheduleDailyNotification", ["time": "07:00"])
    func begin(_ name: String) -> String? {
      phone.system.works[name]?.waiting.first.map(ISO8601.text)
    }
    #expect(begin("dnp_fetch_dual") == "2025-11-16T05:40:00Z")
    #expect(begin("dnp_fetch_daily") == "2025-11-15T06:55:00Z")
    let fetches = phone.value("getSchedules", ["kind": "fetch"])?["schedules"]?.arrayValue ?? []
    #expect(
      fetches.map { $0["nextRunAt"]?.integerValue.map(ISO8601.text) }
        == ["2025-11-15T06:55:00Z", "2025-11-16T05:40:00Z"])
    #expect(
      phone.value("checkStatus")?["nextFetchTime"]?.integerValue.map(ISO8601.text)
        == "2025-11-15T06:55:00Z")
    phone.call("cancelAllNotifications")
    #expect(phone.system.works == [:])
  }

  @Test("two workers that run at once each fetch for their own kind and name their successors")
  mutating func bothRun() throws {
    phone.hasServerContent = true
    phone.call("configure", ["prefetchLeadMinutes": 8])
    phone.call("scheduleDailyNotification", ["time": "05:48"])
    phone.fetchMilliseconds = 10_000
    scheduleDual("show_default")
    try phone.advance(to: "2025-11-16T05:40:05Z")
    #expect(phone.system.fetches.count == 2)
    #expect(phone.system.works.values.allSatisfy { $0.running != nil })
    phone.stopWork("dnp_fetch_daily")
    #expect(phone.system.fetches.count == 1)
    #expect(phone.system.works["dnp_fetch_dual"]?.running != nil)
    try phone.advance(to: "2025-11-16T12:00:00Z")
    #expect(
      phone.shown.suffix(2) == [
        "daily_daily_2025-11-16T05:48 cache 2025-11-16T05:48:00Z",
        "dual_notify_2025-11-16T06:00_2025-11-16T06:00:00Z cache 2025-11-16T06:00:00Z",
      ])
    #expect(
      phone.system.showings.suffix(2).map(\.content.body)
        == ["2025-11-16T05:48:00Z", "2025-11-16T06:00:00Z"])
    #expect(
      phone.system.works.mapValues { $0.waiting.map(ISO8601.text) }
        == [
          "dnp_fetch_daily": ["2025-11-17T05:40:00Z"], "dnp_fetch_dual": ["2025-11-17T05:40:00Z"],
        ])
    #expect(phone.missed == [])
  }

  @Test("each work that never ran is noticed, whatever the other one did")
  mutating func bothMissed() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    scheduleDual("show_default")
    try phone.advance(to: "2025-11-16T05:30:00Z")
    phone.holdsWork = true
    try phone.advance(to: "2025-11-16T06:10:00Z")
    phone.call("getNotificationStatus")
    #expect(phone.system.telemetry.prefetchMissed == 2)
    #expect(phone.system.works["dnp_fetch_daily"]?.waiting.count == 1)
    #expect(phone.system.works["dnp_fetch_dual"]?.waiting.count == 1)
  }

  @Test("work that never ran is noticed, and the notification is shown all the same")
  mutating func missedWork() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.holdsWork = true
    try phone.advance(to: "2025-11-15T06:10:00Z")
    #expect(phone.shown.count == 1)
    phone.call("getNotificationStatus")
    #expect(phone.hasLine("[DNP-FETCH] Work missed window; rescheduling"))
    #expect(phone.system.works["dnp_fetch_daily"]?.waiting.count == 1)
  }

  @Test("work that fails is tried again when the plugin says so, and work after it remains")
  mutating func retried() throws {
    phone.outcome = .unreachable
    phone.call("configure", ["prefetchLeadMinutes": 8])
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.advance(to: "2025-11-15T05:45:30Z")
    phone.outcome = nil
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.system.results.prefix(2) == [.retry, .success])
    #expect(
      phone.shown == [
        "daily_daily_2025-11-15T05:53 cache 2025-11-15T05:53:00Z",
        "daily_daily_2025-11-16T05:53 cache 2025-11-16T05:53:00Z",
      ])
    #expect(!phone.hasLine("(a worker has stopped itself)"))
  }

  @Test("a worker that the system stops has a successor")
  mutating func stopped() throws {
    phone.call("scheduleDailyNotification", ["time": "05:53"])
    phone.fetchMilliseconds = 60_000
    try phone.advance(to: "2025-11-15T05:48:10Z")
    phone.stopWork("dnp_fetch_daily")
    #expect(phone.hasLine("[DNP-FETCH] Work expired"))
    #expect(phone.system.works["dnp_fetch_daily"] != nil)
    phone.fetchMilliseconds = 200
    try phone.advance(to: "2025-11-16T12:00:00Z")
    #expect(phone.shown.count == 2)
    #expect(phone.missed == [])
  }
}
