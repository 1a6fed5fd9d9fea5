import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A dual fetch")
struct DualFetchTests {
  static let news = Phone.content("News", for: "2025-11-15T18:00:00Z")

  @Test("replaces the pending request: same identifier, same trigger, fetched text")
  func success() throws {
    let phone = try Phone.dual()
    let before = try phone.pending(DualOptions.identifier)
    try phone.runTask(at: "2025-11-15T17:40:00Z", Self.news)
    let after = try phone.pending(DualOptions.identifier)
    #expect(after.trigger == before.trigger)
    #expect(after.content.title == "News")
    #expect(after.content.info.source == .cache)
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(try phone.pendingTitle("dual_daily_notification_2025-11-16") == "New Activity")
    try phone.advance(to: "2025-11-15T18:00:00Z")
    #expect(phone.titlesShown == ["News"])
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    try phone.reopen()
    #expect(try phone.value("getLastNotification")["id"] == "dual")
    #expect(try phone.value("getLastNotification")["fromCache"] == true)
  }

  @Test(
    "decides freshness at the trigger by contentTimeout, whatever ttlSeconds says",
    arguments: [(1_199_999, false), (1_200_000, true), (86_400_000, true)] as [(Int64, Bool)])
  func timeout(milliseconds: Int64, isFresh: Bool) throws {
    let phone = try Phone.dual(
      DualOptions.config(relationship: ["contentTimeout": .integer(milliseconds)]))
    try phone.value("configure", ["ttlSeconds": 300])
    try phone.runTask(at: "2025-11-15T17:40:00Z", Self.news)
    #expect(try phone.pendingTitle() == (isFresh ? "News" : "New Activity"))
    try phone.reopen()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T18:00:00Z")
    #expect(phone.titlesShown == [isFresh ? "News" : "New Activity"])
  }

  @Test("that fails leaves the default text", arguments: [401, 404, 500])
  func failure(status: Int) throws {
    let phone = try Phone.dual()
    try phone.runTask(at: "2025-11-15T17:40:00Z", Phone.failure(status))
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    try phone.advance(to: "2025-11-15T18:00:01Z")
    #expect(phone.titlesShown == ["New Activity"])
    #expect(phone.count(.prefetchFailed) == 1)
  }

  @Test("whose trigger has passed changes nothing that is pending")
  func passed() throws {
    let phone = try Phone.dual()
    try phone.perform(.background)
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.advance(to: "2025-11-15T18:05:00Z")
    let before = phone.device.os.pendingRequests
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.advance(milliseconds: 1)
    try phone.answerFetch(Self.news)
    #expect(phone.titlesShown == ["New Activity"])
    #expect(
      phone.device.os.pendingRequests.map(\.content.title).filter { $0 == "News" }.isEmpty)
    #expect(Set(before.map(\.content.title)) == ["New Activity"])
  }

  @Test("that is not linked leaves the notification's own text in place")
  func unlinked() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["autoLink": false]))
    try phone.runTask(at: "2025-11-15T17:40:00Z", Self.news)
    #expect(try phone.pendingTitle() == "New Activity")
    #expect(try phone.dualStatus["relationship"]?["isLinked"] == false)
    #expect(try phone.dualStatus["relationship"]?["lastLinkTime"] == .null)
  }

  @Test("fetches from the address and with the timeout that were configured")
  func request() throws {
    let phone = try Phone.dual(
      DualOptions.config(fetch: ["url": "https://x.example/news?kind=a", "timeoutMs": 5000]))
    let request = try phone.prefetchRequest()
    #expect(request.url == "https://x.example/news?kind=a")
    #expect(request.scheduledFor == ISO8601.parse("2025-11-15T18:00:00Z"))
    #expect(request.timeoutMilliseconds == 5000)
    let plain = try Phone.dual()
    let usual = try plain.prefetchRequest()
    #expect(usual.url == "https://api.example/content")
    #expect(usual.timeoutMilliseconds == 15_000)
  }

  @Test("without fresh content shows nothing under skip, and logs it; that is not a miss")
  func skip() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["fallbackBehavior": "skip"]))
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
    try phone.runTask(at: "2025-11-15T17:40:00Z", Phone.failure(500))
    try phone.advance(to: "2025-11-15T19:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.isEmpty)
    #expect(phone.missed.isEmpty)
    #expect(
      phone.lines(from: .debug).contains(
        """
        [DNP-DUAL] Notification skipped without fresh content (id=dual, \
        planned=2025-11-15T18:00:00Z)
        """))
    for _ in 0..<2 { try phone.reopen() }
    #expect(phone.count(.notificationSkipped) == 1)
  }

  @Test("under skip is not a miss either when nothing runs between the call and the time")
  func skippedWithoutEntry() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["fallbackBehavior": "skip"]))
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-17T19:00:00Z")
    try phone.perform(.launch)
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.notificationSkipped) == 3)
  }

  @Test("under skip arms the notification when it brings fresh content")
  func skipWithContent() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["fallbackBehavior": "skip"]))
    try phone.runTask(at: "2025-11-15T17:40:00Z", Self.news)
    #expect(phone.pendingIdentifiers == [DualOptions.identifier])
    try phone.advance(to: "2025-11-15T18:00:00Z")
    #expect(phone.titlesShown == ["News"])
    try phone.advance(to: "2025-11-15T18:01:00Z")
    try phone.reopen()
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.missed.isEmpty)
  }

  @Test("under skip whose armed notification was lost is a miss")
  func skipLost() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["fallbackBehavior": "skip"]))
    try phone.runTask(at: "2025-11-15T17:40:00Z", Self.news)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-15T19:00:00Z")
    try phone.reopen()
    #expect(phone.missed.map(\.reason) == [.notDelivered])
  }

  @Test("under retry is retried three times, at least a minute apart; the default text is armed")
  func retry() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["fallbackBehavior": "retry"]))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T17:59:00Z")
    #expect(
      phone.taskStarts == [
        "2025-11-15T17:40:00Z", "2025-11-15T17:41:00.300Z", "2025-11-15T17:42:00.600Z",
        "2025-11-15T17:43:00.900Z",
      ])
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    #expect(try phone.pendingTitle() == "New Activity")
    try phone.advance(to: "2025-11-16T17:59:00Z")
    #expect(phone.taskStarts.count == 8)
  }

  @Test("can bring its content with a retry")
  func retrySucceeds() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["fallbackBehavior": "retry"]))
    try phone.runTask(at: "2025-11-15T17:40:00Z", Phone.failure(503, retryAfterSeconds: 300))
    #expect(phone.taskBegins == "2025-11-15T17:45:00Z")
    #expect(
      try phone.dualStatus["contentFetch"]?["nextFetchTime"] == Phone.time("2025-11-15T17:45:00Z"))
    try phone.advance(to: "2025-11-15T17:45:00Z")
    try phone.answerFetch(Self.news)
    #expect(try phone.pendingTitle() == "News")
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
  }

  struct Retry: Sendable {
    var fetch: JSONObject = [:]
    var fallback: JSONValue = "retry"
    var status = 500
    var retryAfter: Int64?
    let begins: String

    static let all = [
      Retry(begins: "2025-11-15T17:41:00Z"),
      Retry(fetch: ["retryDelayMs": 90_000], begins: "2025-11-15T17:41:30Z"),
      Retry(fetch: ["retryDelayMs": 1000], begins: "2025-11-15T17:41:00Z"),
      Retry(fetch: ["retryDelayMs": 90_000], retryAfter: 200, begins: "2025-11-15T17:43:20Z"),
      Retry(fetch: ["retryAttempts": 0], begins: "2025-11-16T17:40:00Z"),
      Retry(fetch: ["retryAttempts": 1], fallback: "show_default", begins: "2025-11-15T17:41:00Z"),
      Retry(fallback: "show_default", begins: "2025-11-16T17:40:00Z"),
      Retry(status: 401, begins: "2025-11-16T17:40:00Z"),
      Retry(status: 429, retryAfter: 1199, begins: "2025-11-15T17:59:59Z"),
      // No longer before the notification.
      Retry(status: 429, retryAfter: 1200, begins: "2025-11-16T17:40:00Z"),
    ]
  }

  @Test("is retried as configured and only before the notification", arguments: Retry.all)
  func retries(retry: Retry) throws {
    let phone = try Phone.dual(
      DualOptions.config(
        fetch: retry.fetch, relationship: ["fallbackBehavior": retry.fallback]))
    try phone.runTask(
      at: "2025-11-15T17:40:00Z",
      Phone.failure(retry.status, retryAfterSeconds: retry.retryAfter))
    #expect(phone.taskBegins == retry.begins)
  }

  @Test("ends with its schedule: what arrives later is not used")
  func cancelledWhileFetching() throws {
    let phone = try Phone.dual()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T17:40:00Z")
    try phone.value("cancelDualSchedule")
    try phone.answerFetch(Self.news)
    #expect(phone.count(.taskCompleted) == 1)
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
  }

  @Test("that was missed is noticed after 15 minutes and submitted for a minute later")
  func missed() throws {
    let phone = try Phone.dual(
      DualOptions.config(
        notification: ["schedule": "0 20 * * *"], relationship: ["contentTimeout": 86_400_000]))
    try phone.perform(.background)
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.advance(to: "2025-11-15T17:55:01Z")
    try phone.perform(.foreground)
    #expect(phone.count(.taskMissed) == 1)
    #expect(phone.taskBegins == "2025-11-15T17:56:01Z")
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T17:56:01Z")
    try phone.answerFetch(Phone.content("News", for: "2025-11-15T20:00:00Z"))
    #expect(try phone.pendingTitle() == "News")
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
  }

  @Test("for which no task is left is made at the next entry")
  func onDemand() throws {
    let phone = try Phone.dual(start: "2025-11-15T17:45:00Z")
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    try phone.value("getLastNotification")
    try phone.answerFetch(Self.news)
    #expect(try phone.pendingTitle() == "News")
    #expect(try phone.pending(DualOptions.identifier).content.info.source == .live)
  }

  @Test("never mixes its content with a daily one's of the same time")
  func content() throws {
    let phone = try Phone.dual()
    try phone.schedule(["time": "18:00"])
    try phone.runTask(at: "2025-11-15T17:40:00Z", Self.news)
    #expect(try phone.pending("daily_daily").content.title == "Daily Notification")
    #expect(try phone.pendingTitle() == "News")
  }
}

@Suite("One refresh task for daily and dual")
struct SharedTaskTests {
  /// A phone with a daily notification whose prefetch is at `time`, and a dual fetch at 17:40.
  private func phone(daily: String, relationship: JSONObject = [:]) throws -> Phone {
    let phone = try Phone.dual(DualOptions.config(relationship: relationship))
    try phone.schedule(["time": .string(daily)])
    return phone
  }

  @Test(
    "serves the fetch that is due first, whichever was scheduled first",
    arguments: [
      ("17:30", "2025-11-15T17:25:00Z", "daily"),
      ("17:50", "2025-11-15T17:40:00Z", "dual_daily_notification"),
    ], [true, false])
  func owner(due: (daily: String, begins: String, owner: String), isDailyFirst: Bool) throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    if isDailyFirst { try phone.schedule(["time": .string(due.daily)]) }
    try phone.value("scheduleDualNotification", GoodOptions.dual)
    if !isDailyFirst { try phone.schedule(["time": .string(due.daily)]) }
    #expect(phone.taskBegins == due.begins)
    #expect(phone.device.os.storage.value(.taskOwner) == .text(due.owner))
  }

  @Test("serves one after the other on its day")
  func oneAfterTheOther() throws {
    let phone = try phone(daily: "17:50")
    try phone.runTask(
      at: "2025-11-15T17:40:00Z", Phone.content("News", for: "2025-11-15T18:00:00Z"))
    #expect(phone.taskBegins == "2025-11-15T17:45:00Z")
    try phone.advance(to: "2025-11-15T17:45:00Z")
    try phone.answerFetch(Phone.content("Daily", for: "2025-11-15T17:50:00Z"))
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    try phone.advance(to: "2025-11-15T18:00:01Z")
    #expect(phone.titlesShown == ["Daily", "News"])
  }

  @Test("fetches both when both are due, and completes after both")
  func both() throws {
    let phone = try phone(daily: "17:45")
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T17:40:00Z")
    #expect(try phone.fetchedOccurrence == ISO8601.parse("2025-11-15T17:45:00Z"))
    try phone.answerOpenFetch(Phone.content("Daily", for: "2025-11-15T17:45:00Z"))
    #expect(phone.count(.taskCompleted) == 0)
    #expect(try phone.fetchedOccurrence == ISO8601.parse("2025-11-15T18:00:00Z"))
    try phone.answerOpenFetch(Phone.content("News", for: "2025-11-15T18:00:00Z"))
    #expect(phone.count(.taskCompleted) == 1)
    #expect(phone.device.os.storage.value(.lastSuccessfulRun) != nil)
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    try phone.advance(to: "2025-11-15T18:00:01Z")
    #expect(phone.titlesShown == ["Daily", "News"])
  }

  @Test("can expire between the two fetches: the first one's content stays")
  func expires() throws {
    let phone = try phone(daily: "17:45")
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T17:40:00Z")
    try phone.answerOpenFetch(Phone.content("Daily", for: "2025-11-15T17:45:00Z"))
    try phone.perform(.simulateTaskExpiration(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(phone.count(.taskExpired) == 1)
    #expect(phone.count(.taskCompleted) == 1)
    #expect(phone.device.os.storage.value(.lastSuccessfulRun) == nil)
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
    try phone.advance(to: "2025-11-15T18:00:01Z")
    #expect(phone.titlesShown == ["Daily", "New Activity"])
  }

  @Test("retries both when both have failed, three times each")
  func bothFail() throws {
    let phone = try phone(daily: "17:45", relationship: ["fallbackBehavior": "retry"])
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T17:44:59Z")
    // Each run fetches both and fails twice.
    #expect(phone.count(.prefetchFailed) == 8)
    #expect(phone.count(.taskCompleted) == 4)
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
  }

  @Test("retries only the one that has failed", arguments: [true, false])
  func oneFails(isDaily: Bool) throws {
    let phone = try phone(daily: "17:45", relationship: ["fallbackBehavior": "retry"])
    let news = Phone.content("News", for: "2025-11-15T18:00:00Z")
    let daily = Phone.content("Daily", for: "2025-11-15T17:45:00Z")
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T17:40:00Z")
    try phone.answerOpenFetch(isDaily ? Phone.failure(500) : daily)
    try phone.answerOpenFetch(isDaily ? news : Phone.failure(500))
    #expect(phone.taskBegins == "2025-11-15T17:41:00Z")
    try phone.advance(to: "2025-11-15T17:41:00Z")
    try phone.answerOpenFetch(isDaily ? daily : news)
    #expect(phone.count(.taskCompleted) == 2)
    #expect(phone.count(.prefetchFailed) == 1)
    #expect(phone.device.app?.plugin.prefetch.running == nil)
    try phone.advance(to: "2025-11-15T18:00:01Z")
    #expect(phone.titlesShown == ["Daily", "News"])
  }

  @Test("keeps the retry of one kind when the other kind is scheduled or cancelled")
  func retryStays() throws {
    let phone = try Phone()
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.schedule()
    try phone.runTask(at: "2025-11-15T05:48:00Z", Phone.failure(500))
    #expect(phone.taskBegins == "2025-11-15T05:49:00Z")
    try phone.value("scheduleDualNotification", GoodOptions.dual)
    #expect(phone.taskBegins == "2025-11-15T05:49:00Z")
    try phone.value("cancelDualSchedule")
    #expect(phone.taskBegins == "2025-11-15T05:49:00Z")
  }

  @Test("keeps the dual retry when a daily schedule is set")
  func dualRetryStays() throws {
    let phone = try Phone.dual(DualOptions.config(relationship: ["fallbackBehavior": "retry"]))
    try phone.runTask(at: "2025-11-15T17:40:00Z", Phone.failure(500))
    #expect(phone.taskBegins == "2025-11-15T17:41:00Z")
    try phone.schedule(["time": "20:00"])
    #expect(phone.taskBegins == "2025-11-15T17:41:00Z")
    try phone.advance(to: "2025-11-15T17:41:00Z")
    try phone.answerFetch(Phone.content("News", for: "2025-11-15T18:00:00Z"))
    #expect(try phone.pendingTitle() == "News")
    #expect(phone.taskBegins == "2025-11-15T19:55:00Z")
  }
}

@Suite("The status of a dual schedule")
struct DualStatusTests {
  static let empty: JSONValue = [
    "contentFetch": [
      "isEnabled": false, "isScheduled": false, "lastFetchTime": nil, "nextFetchTime": nil,
    ],
    "userNotification": [
      "isEnabled": false, "isScheduled": false, "lastNotificationTime": nil,
      "nextNotificationTime": nil,
    ],
    "relationship": ["isLinked": false, "contentAvailable": false, "lastLinkTime": nil],
    "overall": ["isActive": false, "lastActivity": nil, "errorCount": 0, "successRate": 1],
  ]

  @Test("is empty without a schedule, at first and in the end", arguments: [true, false])
  func none(wasCancelled: Bool) throws {
    let phone = wasCancelled ? try Phone.dual() : try Phone()
    if wasCancelled {
      try phone.runTask(at: "2025-11-15T17:40:00Z", Phone.failure(500))
      try phone.value("cancelDualSchedule")
      try phone.settle()
    }
    #expect(try phone.dualStatus == Self.empty)
  }

  @Test("reports both parts, how they are linked and their outcome")
  func typical() throws {
    let phone = try Phone.dual()
    #expect(
      try phone.dualStatus == [
        "contentFetch": [
          "isEnabled": true, "isScheduled": true, "lastFetchTime": nil,
          "nextFetchTime": Phone.time("2025-11-15T17:40:00Z"),
        ],
        "userNotification": [
          "isEnabled": true, "isScheduled": true, "lastNotificationTime": nil,
          "nextNotificationTime": Phone.time("2025-11-15T18:00:00Z"),
        ],
        "relationship": ["isLinked": true, "contentAvailable": false, "lastLinkTime": nil],
        "overall": ["isActive": true, "lastActivity": nil, "errorCount": 0, "successRate": 1],
      ])
    try phone.runTask(at: "2025-11-15T17:40:00Z", DualFetchTests.news)
    #expect(try phone.dualStatus["relationship"]?["contentAvailable"] == true)
    try phone.advance(to: "2025-11-15T18:00:00Z")
    try phone.runTask(at: "2025-11-16T17:40:00Z", Phone.failure(401))
    try phone.perform(.foreground)
    #expect(
      try phone.dualStatus == [
        "contentFetch": [
          "isEnabled": true, "isScheduled": true,
          "lastFetchTime": Phone.time("2025-11-16T17:40:00Z"),
          "nextFetchTime": Phone.time("2025-11-17T17:40:00Z"),
        ],
        "userNotification": [
          "isEnabled": true, "isScheduled": true,
          "lastNotificationTime": Phone.time("2025-11-15T18:00:00Z"),
          "nextNotificationTime": Phone.time("2025-11-16T18:00:00Z"),
        ],
        "relationship": [
          "isLinked": true, "contentAvailable": false,
          "lastLinkTime": Phone.time("2025-11-15T17:40:00Z"),
        ],
        "overall": [
          "isActive": true, "lastActivity": Phone.time("2025-11-16T17:40:00Z"), "errorCount": 1,
          "successRate": 0.5,
        ],
      ])
  }
}
