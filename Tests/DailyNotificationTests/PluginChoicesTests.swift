import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("The plugin's choices")
struct PluginChoicesTests {
  @Test("decide how old content may be, and how long before it is fetched, until it is configured")
  func defaults() throws {
    let phone = try Phone { $0.knobs.plugin.leadDefault = .quarterHour }
    try phone.schedule(["time": "08:00"])
    #expect(phone.beginDates == ["2025-11-15T07:45:00Z"])
    try phone.value("configure", ["prefetchLeadMinutes": 20])
    #expect(phone.beginDates == ["2025-11-15T07:40:00Z"])

    let short = try Phone { $0.knobs.plugin.ttlDefault = .halfHour }
    #expect(
      try short.rejection("configure", ["prefetchLeadMinutes": 31]).kind == .invalidParameter)
    try short.value("configure", ["ttlSeconds": 7200, "prefetchLeadMinutes": 31])
  }

  @Test("decide the zone and the priority of a reminder that names none")
  func reminders() throws {
    let phone = try Phone(zone: "America/New_York") {
      $0.knobs.plugin.reminderZone = .utc
      $0.knobs.plugin.reminderPriority = .normal
    }
    let options: JSONObject = ["id": "tea", "title": "Tea", "body": "Now.", "time": "12:00"]
    try phone.value("scheduleDailyReminder", options)
    let reminder = try phone.value("getScheduledReminders")["reminders"]?.arrayValue?.first
    #expect(reminder?["timezone"] == "UTC")
    #expect(reminder?["priority"] == "normal")
    #expect(phone.pendingTimes == ["2025-11-15T12:00:00Z"])
    // The word belongs to reminders, and to this choice.
    #expect(
      try phone.rejection("scheduleDailyNotification", ["time": "09:00", "priority": "normal"])
        .kind == .invalidParameter)
    var named = options
    named["priority"] = "normal"
    #expect(
      try Phone().rejection("scheduleDailyReminder", named).kind == .invalidParameter)
  }

  @Test("decide whether the next day comes by the wall clock or 24 hours later")
  func rollover() throws {
    let phone = try Phone(start: "2025-11-01T20:00:00Z", zone: "America/New_York") {
      $0.knobs.plugin.dailyRollover = .elapsed
    }
    try phone.schedule(["time": "01:00"])
    #expect(
      phone.pendingTimes.prefix(2) == ["2025-11-02T05:00:00Z", "2025-11-03T05:00:00Z"])
    #expect(phone.device.os.storage.schedules.first?.rollover?.minutes == 1440)
  }

  // MARK: A dual notification that is chained to its fetch

  private func chained(_ fallback: String = "show_default") throws -> Phone {
    let phone = try Phone { $0.knobs.plugin.dualMode = .chained }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value(
      "scheduleDualNotification",
      DualOptions.config(relationship: ["fallbackBehavior": .string(fallback)]))
    #expect(phone.pendingTimes == [])
    return phone
  }

  @Test("arm a chained notification with the content that its fetch has brought")
  func content() throws {
    let phone = try chained()
    try phone.runTask(
      at: "2025-11-15T17:40:00Z", Phone.content("News", for: "2025-11-15T18:00:00Z"))
    #expect(phone.pendingTimes == ["2025-11-15T18:00:00Z"])
    #expect(try phone.pending(DualOptions.identifier).content.title == "News")
  }

  @Test("arm it with the default text when its fetch has failed, and with none when it is skipped")
  func failure() throws {
    let phone = try chained()
    try phone.runTask(at: "2025-11-15T17:40:00Z", .unreachable)
    #expect(phone.pendingTimes == ["2025-11-15T18:00:00Z"])
    #expect(try phone.pending(DualOptions.identifier).content.info.source == .default)
    try phone.advance(to: "2025-11-15T18:05:00Z")
    #expect(phone.pendingTimes == [])

    let skipped = try chained("skip")
    try skipped.runTask(at: "2025-11-15T17:40:00Z", .unreachable)
    #expect(skipped.pendingTimes == [])
  }

  @Test("arm nothing without a fetch, say so, and count no miss")
  func noRun() throws {
    let phone = try chained()
    try phone.perform(.background)
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.advance(to: "2025-11-15T19:00:00Z")
    #expect(phone.device.os.delivered.count == 0)
    try phone.reopen()
    #expect(phone.count(.notificationSkipped) == 1)
    #expect(phone.count(.notificationMissed) == 0)
  }

  private func issues(_ phone: Phone) throws -> [String] {
    let issues = try phone.value("checkStatus")["issues"]?.arrayValue ?? []
    return issues.compactMap { $0["issue"]?.stringValue }
  }

  @Test("let the readiness say that a notification waits for its fetch, whatever else is armed")
  func awaiting() throws {
    let phone = try chained()
    #expect(try issues(phone) == ["awaiting_fetch"])
    try phone.schedule()
    #expect(try issues(phone) == ["awaiting_fetch"])
    try phone.runTask(
      at: "2025-11-15T17:40:00Z", Phone.content("News", for: "2025-11-15T18:00:00Z"))
    #expect(phone.pendingTimes.contains("2025-11-15T18:00:00Z"))
    #expect(try issues(phone) == [])
  }

  @Test("have no effect where content does not go into the notification")
  func unlinked() throws {
    let phone = try Phone { $0.knobs.plugin.dualMode = .chained }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value(
      "scheduleDualNotification", DualOptions.config(relationship: ["autoLink": false]))
    #expect(phone.pendingTimes.first == "2025-11-15T18:00:00Z")
  }

  // MARK: Answers without rows

  private static let empty = FetchOutcome.response(
    status: 200, body: Array(#"{"data":[]}"#.utf8), etag: nil, retryAfterSeconds: nil)

  @Test("decide what an answer without rows means", arguments: PluginChoices.EmptyResult.allCases)
  func emptyAnswer(result: PluginChoices.EmptyResult) throws {
    let phone = try Phone {
      $0.knobs.plugin.dualMode = .chained
      $0.knobs.plugin.emptyResult = result
    }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value("scheduleDualNotification", DualOptions.config())
    try phone.runTask(at: "2025-11-15T17:40:00Z", Self.empty)
    let titles = phone.device.os.pendingRequests.map(\.content.title)
    let sources = phone.device.os.pendingRequests.map(\.content.info.source)
    switch result {
    case .fail:
      #expect(sources == [.default])
      #expect(titles != ["No updates"])
      #expect(phone.count(.prefetchFailed) == 1)
    case .skip:
      #expect(titles == [])
      #expect(phone.count(.contentEmpty) == 1)
    case .synthetic:
      #expect(sources == [.default])
      #expect(titles == ["No updates"])
      #expect(phone.count(.contentEmpty) == 1)
    }
  }

  // MARK: Retries

  @Test("decide how often a failed fetch is tried again on an iPhone: not at all")
  func retries() throws {
    let phone = try Phone { $0.knobs.plugin.fetchRetries = .upstream }
    try phone.value("configure", ["apiServer": "https://api.example"])
    try phone.schedule(["time": "08:00"])
    try phone.runTask(at: "2025-11-15T07:55:00Z", .unreachable)
    #expect(phone.beginDates == ["2025-11-16T07:55:00Z"])
  }

  @Test("double the wait between tries up to an hour")
  func waits() {
    let rules = FetchWork<AndroidSystem>.upstreamRetries
    #expect(rules.retriesMax == 4)
    #expect((0...7).map { rules.delay(afterRetries: $0) / 60_000 } == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(RetryRules.three.delay(afterRetries: 2) == 0)
  }
}

extension PluginChoicesTests {
  @Test("name two rejections as the original plugin does, and keep this one's words")
  func errorNames() throws {
    let own = try Phone()
    let missing = try own.rejection("scheduleDailyNotification", [:])
    #expect(missing.code == "MISSING_PARAMETER")

    let phone = try Phone { $0.knobs.plugin.errorNames = .upstream }
    let named = try phone.rejection("scheduleDailyNotification", [:])
    #expect(named.kind == .missingParameter && named.code == "MISSING_REQUIRED_PARAMETER")
    #expect(named.json["code"] == "MISSING_REQUIRED_PARAMETER")
    let wrong = try phone.rejection("scheduleDailyNotification", ["time": "24:00"])
    #expect(wrong.code == "INVALID_TIME_FORMAT")
    try phone.schedule(["time": "08:00"])
    try phone.perform(.reboot(isLocked: true))
    try phone.advance(seconds: 5)
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    let sealed = try phone.rejection("cancelAllNotifications", [:])
    #expect(sealed.kind == .storageFailed && sealed.code == "PLUGIN_NOT_INITIALIZED")
    // Something that was not written is another failure of the storage.
    #expect(Rejection.notStored("schedule").named(.upstream).code == "STORAGE_FAILED")
  }
}

extension Phone {
  /// When the pending background work may begin.
  fileprivate var beginDates: [String] {
    device.backgroundWork.compactMap(\.beginDate).map(ISO8601.text)
  }
}
