import CivilTime
import DeviceModel
import JSONText
import Testing

@testable import DailyNotification

@Suite("Calls about what is stored and armed")
struct StoredDataCallTests {
  private func issues(_ phone: Phone) throws -> [String] {
    let issues = try phone.value("checkStatus")["issues"]?.arrayValue ?? []
    return issues.compactMap { $0["issue"]?.stringValue }
  }

  private func isReady(_ phone: Phone) throws -> Bool {
    try phone.value("checkStatus")["isReady"]?.boolValue == true
  }

  @Test("a phone with an armed notification is ready")
  func ready() throws {
    let phone = try Phone()
    #expect(try issues(phone) == ["no_schedule"])
    try phone.schedule()
    let status = try phone.value("checkStatus")
    #expect(status["isReady"] == true && status["issues"] == .array([]))
    #expect(status["schedules"] == 1)
    #expect(
      status["nextNotificationTime"]
        == .integer(try #require(ISO8601.parse("2025-11-15T05:53:00Z")))
    )
    #expect(
      status["nextFetchTime"] == .integer(try #require(ISO8601.parse("2025-11-15T05:48:00Z"))))
  }

  @Test("says what is missing and which call helps")
  func notReady() throws {
    let phone = try Phone(permission: .notDetermined)
    let issue = try phone.value("checkStatus")["issues"]?[0]
    #expect(issue?["issue"] == "notifications_not_asked" && issue?["isBlocking"] == true)
    #expect(issue?["call"] == "requestNotificationPermissions")
    try phone.perform(.setPermission(.authorized))
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    #expect(try issues(phone).first == "notifications_denied")
    #expect(try !isReady(phone))
  }

  @Test("what only keeps content from being fetched leaves it ready")
  func fetching() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setLowPowerMode(isOn: true))
    #expect(try issues(phone) == ["power_saving"])
    #expect(try isReady(phone))
  }

  @Test("an issue has its own word, and a remedy that is a text")
  func table() {
    #expect(Set(ReadinessIssue.allCases.map(\.rawValue)).count == ReadinessIssue.allCases.count)
    for issue in ReadinessIssue.allCases { #expect(!issue.remedy.isEmpty) }
  }

  @Test("an alarm is scheduled at its time, as next or later, and at no other")
  func alarms() throws {
    let phone = try Phone()
    #expect(try phone.value("getNextAlarmTime") == ["scheduled": false, "triggerAtMillis": nil])
    try phone.schedule()
    let next = try #require(ISO8601.parse("2025-11-15T05:53:00Z"))
    #expect(
      try phone.value("getNextAlarmTime")
        == ["scheduled": true, "triggerAtMillis": .integer(next)])
    #expect(
      try phone.value("isAlarmScheduled", ["id": "daily"])
        == ["scheduled": true, "triggerAtMillis": .integer(next)])
    #expect(
      try phone.value("isAlarmScheduled", ["id": "other"])
        == ["scheduled": false, "triggerAtMillis": nil])
    for (time, isArmed) in [
      (next, true), (next + 86_400_000, true), (next + 60_000, false), (next - 86_400_000, false),
      (next + 400 * 86_400_000, false),
    ] {
      let reply = try phone.value("isAlarmScheduled", ["triggerAtMillis": .integer(time)])
      #expect(reply == ["scheduled": .bool(isArmed), "triggerAtMillis": .integer(time)])
    }
  }

  @Test("a repeating reminder is scheduled on each of its days")
  func reminder() throws {
    let phone = try Phone()
    try phone.value("scheduleDailyReminder", GoodOptions.options(.scheduleDailyReminder))
    let next = try #require(ISO8601.parse("2025-11-15T08:00:00Z"))
    for day in [0, 1, 100] as [Int64] {
      let time = next + day * 86_400_000
      let reply = try phone.value("isAlarmScheduled", ["triggerAtMillis": .integer(time)])
      #expect(reply["scheduled"] == true, "\(day)")
    }
  }

  @Test("content is read, shown as latest, and forgotten")
  func content() throws {
    let phone = try Phone()
    #expect(try phone.value("getLatestContentCache") == nil)
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:50:00Z")
    try phone.reopen()
    let latest = try phone.value("getLatestContentCache")
    #expect(latest["title"] == "Daily Update" && latest["isFresh"] == true)
    #expect(latest["ttlSeconds"] == 86_400)
    #expect(try phone.value("getContentCache") == ["contents": [latest]])
    #expect(try phone.value("clearContentCache") == ["cleared": 1])
  }

  @Test("what was shown is history, and no more of it than was asked for")
  func history() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.advance(to: "2025-11-18T06:00:00Z")
    try phone.reopen()
    let all = try phone.value("getContentHistory")["history"]?.arrayValue ?? []
    #expect(all.count == 4)
    let last = try phone.value("getContentHistory", ["limit": 1])["history"]?.arrayValue ?? []
    #expect(last == [all[3]])
    #expect(last[0]["plannedTime"]?.integerValue == ISO8601.parse("2025-11-18T05:53:00Z"))
  }

  @Test("plans are read as they were stored")
  func plans() throws {
    let phone = try Phone()
    #expect(try phone.value("getStarredPlans") == ["planIds": .array([]), "count": 0])
    try phone.value("updateStarredPlans", ["planIds": ["b", "a"]])
    #expect(try phone.value("getStarredPlans") == ["planIds": ["b", "a"], "count": 2])
  }

  @Test("a schedule is made by a time of day or by cron, and is listed")
  func schedules() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    let daily = try phone.value("createSchedule", ["kind": "notify", "clockTime": "05:53"])
    #expect(daily["id"] == "daily" && daily["clockTime"] == "05:53")
    #expect(daily["cron"]?.isNull == true)
    #expect(daily["nextRunAt"]?.integerValue == ISO8601.parse("2025-11-15T05:53:00Z"))
    let fetch = try phone.value("createSchedule", ["kind": "fetch", "clockTime": "17:40"])
    #expect(fetch["id"] == "fetch_dual" && fetch["cron"] == "40 17 * * *")
    let cron = try phone.value("createSchedule", ["kind": "notify", "cron": "0 18 * * *"])
    #expect(cron["cron"] == "0 18 * * *" && cron["enabled"] == true)
    func ids(_ options: JSONObject) throws -> [String] {
      let all = try phone.value("getSchedules", options)["schedules"]?.arrayValue ?? []
      return all.compactMap { $0["id"]?.stringValue }
    }
    #expect(try ids([:]).count == 4)
    #expect(try ids(["kind": "fetch"]) == ["fetch_daily", "fetch_dual"])
    #expect(try ids(["enabled": false]) == [])
    try phone.value("pauseDualSchedule")
    #expect(try ids(["enabled": false, "kind": "fetch"]) == ["fetch_dual"])
  }

  @Test(
    "a schedule that cannot be made is rejected",
    arguments: [
      (["kind": "notify", "clockTime": "24:00"], "invalid_time_format"),
      (["kind": "fetch", "clockTime": "24:00"], "invalid_time_format"),
      (["kind": "fetch", "cron": "* * *"], "invalid_cron_expression"),
      (["kind": "fetch", "cron": "0 1 * * *"], "not_configured"),
      (["kind": "notify", "clockTime": "05:00", "enabled": false], "invalid_parameter"),
      (["kind": "show", "cron": "0 1 * * *"], "invalid_parameter"),
    ] as [(JSONObject, String)])
  func badSchedule(options: JSONObject, word: String) throws {
    let phone = try Phone()
    let before = phone.footprint
    #expect(try phone.rejection("createSchedule", options).kind.rawValue == word)
    #expect(phone.footprint == before)
  }

  @Test("a registered callback counts the events, until it is not or the process has ended")
  func callbacks() throws {
    let phone = try Phone()
    try phone.value("registerCallback", ["id": "a"])
    try phone.value("registerCallback", ["id": "b"])
    try phone.schedule()
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(try phone.value("unregisterCallback", ["id": "b"]) == ["removed": true])
    #expect(try phone.value("unregisterCallback", ["id": "b"]) == ["removed": false])
    let left = try phone.value("getRegisteredCallbacks")["callbacks"]?.arrayValue ?? []
    #expect(left.map { $0["id"] } == ["a"])
    #expect(left[0]["events"]?.integerValue ?? 0 > 0)
    try phone.perform(.swipeAway)
    try phone.perform(.launch)
    #expect(try phone.value("getRegisteredCallbacks") == ["callbacks": .array([])])
  }

  @Test("at most a hundred callbacks are registered")
  func callbackLimit() throws {
    let phone = try Phone()
    for number in 0..<HostCallbacks.maximum {
      try phone.value("registerCallback", ["id": .string("c\(number)")])
    }
    try phone.value("registerCallback", ["id": "c0"])
    #expect(try phone.rejection("registerCallback", ["id": "more"]).kind == .invalidParameter)
  }

  @Test("older spellings of options are read")
  func spellings() throws {
    let phone = try Phone()
    try phone.schedule(["options": ["time": "05:53", "title": "Mine"]])
    #expect(phone.count(.unknownOption) == 0)
    #expect(phone.footprint.schedules.map(\.title) == ["Mine"])
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    let bare = try #require(GoodOptions.dual["config"]?.objectValue)
    #expect(try phone.value("scheduleDualNotification", bare) == ["warning": nil])
    #expect(phone.footprint.schedules.count == 2)
  }

  @Test("the old name asks for the permission as well")
  func alias() throws {
    let phone = try Phone(permission: .notDetermined)
    let call = try phone.call("requestPermissions")
    try phone.perform(.answerDialog(isAllowed: true))
    #expect(
      phone.reply(call) == .value(["granted": true, "notifications": "granted"]))
  }
}
