import CivilTime
import JSONText
import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Content")
struct ContentTests {
  /// A phone in the foreground whose prefetch ran at 05:48:00, before the notification.
  private func prefetched() throws -> Phone {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:49:00Z")
    return phone
  }

  @Test(
    "is shown only when it is fresh at its trigger",
    arguments: [(300, false), (629, false), (630, true), (86_400, true)])
  func timeToLive(seconds: Int64, isFresh: Bool) throws {
    let phone = try Phone()
    try phone.value("configure", ["ttlSeconds": .integer(seconds)])
    try phone.schedule()
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    try phone.perform(.background)
    #expect(try phone.counter("dnp_cache_stale_total") == (isFresh ? 0 : 1))
    #expect(phone.device.os.storage.contents.isEmpty != isFresh)
    let line =
      "[DNP-FETCH] Content discarded: too old for 2025-11-15T05:53:00Z (age=630s, ttl=\(seconds)s)"
    #expect(phone.lines().filter { $0.contains("discarded") } == (isFresh ? [] : [line]))
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    try phone.advance(to: "2025-11-15T05:53:00Z")
    #expect(phone.titlesShown == [isFresh ? "Daily Update" : "Daily Notification"])
  }

  @Test("that a shorter time to live makes stale is no longer shown")
  func shorterTimeToLive() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(try phone.pendingTitle("daily_daily") == "Daily Update")
    try phone.value("configure", ["ttlSeconds": 300])
    #expect(phone.count(.contentDiscarded) == 1)
    #expect(try phone.pendingTitle("daily_daily") == "Daily Notification")
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:53:00Z")
    #expect(phone.titlesShown == ["Daily Notification"])
  }

  @Test("that is stale in the foreground is replaced by the default text, a second later")
  func staleInForeground() throws {
    let phone = try prefetched()
    try phone.perform(.foreground)
    phone.device.app?.plugin.contents.rules.ttlMilliseconds = 10_000
    try phone.advance(to: "2025-11-15T05:53:00.999Z")
    #expect(phone.titlesShown.isEmpty)
    #expect(phone.count(.contentDiscarded) == 1)
    #expect(phone.pendingTimes.first == "2025-11-15T05:53:00Z")
    try phone.advance(to: "2025-11-15T05:53:01Z")
    #expect(phone.titlesShown == ["Daily Notification"])
    let shown = try #require(phone.device.os.deliveredNotifications.first)
    #expect(shown.request.identifier == "daily_daily")
    #expect(
      phone.lines().contains(
        "[DNP-SCHEDULER] Notification delivered (id=daily, source=default, "
          + "planned=2025-11-15T05:53:00Z)"))
    #expect(phone.missed.isEmpty)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.titlesShown.count == 1)
  }

  @Test(
    "that is damaged is quarantined; the default text is shown", arguments: CacheTampering.allCases
  )
  func tampered(tampering: CacheTampering) throws {
    let phone = try prefetched()
    try phone.perform(.tamperCache(tampering))
    try phone.perform(.foreground)
    let lines = phone.lines(from: .warning)
    #expect(
      lines
        == (tampering == .invalidJSON
          ? ["[DNP-STORAGE] Quarantined (content for 2025-11-15T05:53:00Z)"] : []))
    let content = try phone.pending("daily_daily").content
    #expect(content.title == "Daily Notification")
    #expect(content.info.source == .default)
    try phone.settle()
    try phone.reopen()
    #expect(phone.lines(from: .warning) == lines)
    #expect(try phone.pending("daily_daily").content.info.source == .live)
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.titlesShown.count == 1)
  }

  @Test("older than retentionDays is deleted")
  func retention() throws {
    let phone = try Phone()
    try phone.value("configure", ["retentionDays": 3])
    try phone.schedule()
    try phone.perform(.background)
    for day in 16...25 {
      try phone.advance(to: "2025-11-\(day)T08:00:00Z")
      try phone.reopen()
      try phone.perform(.background)
    }
    let oldest = try #require(ISO8601.parse("2025-11-22T05:00:00Z"))
    #expect(phone.device.os.storage.contents.count == 4)
    #expect(phone.device.os.storage.contents.allSatisfy { $0.scheduledFor >= oldest })
    #expect(phone.device.os.storage.history.allSatisfy { $0.deliveredAt >= oldest })
  }
}

@Suite("An answer of the content API")
struct ContentAnswerTests {
  static let body = """
    {"id":"7","title":"News","body":"All of it","url":"https://a.example/7",\
    "scheduled_for":"2025-11-15T05:53:00Z"}
    """

  /// A phone whose prefetch is waiting for the API's answer at 05:48:00.
  private func fetching() throws -> Phone {
    let phone = try Phone()
    try phone.value(
      "configure", ["apiServer": "https://api.example", "activeDid": IdentityTests.alice])
    try phone.schedule()
    try phone.advance(to: "2025-11-15T05:48:00Z")
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    return phone
  }

  @Test("is stored unchanged, with its time, ETag and identity, and shown")
  func used() throws {
    let phone = try fetching()
    try phone.answerFetch(200, Self.body, etag: "\"v1\"")
    let row = try #require(phone.device.os.storage.contents.first)
    #expect(row.bytes == Array(Self.body.utf8))
    #expect(row.etag == "\"v1\"")
    #expect(row.identity == IdentityTests.alice.stringValue)
    #expect(row.source == .cache)
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.titlesShown == ["News"])
    #expect(try phone.value("getLastNotification")["url"] == "https://a.example/7")
  }

  @Test("for another time is stored and not used")
  func otherTime() throws {
    let phone = try fetching()
    try phone.answerFetch(200, Self.body.replacing("05:53:00Z", with: "05:54:00Z"))
    let row = try #require(phone.device.os.storage.contents.first)
    #expect(ISO8601.text(row.scheduledFor) == "2025-11-15T05:54:00Z")
    #expect(phone.count(.contentIgnored) == 1)
    try phone.advance(to: "2025-11-15T05:53:30Z")
    #expect(phone.titlesShown == ["Daily Notification"])
  }

  @Test(
    "that is not valid content is a PAYLOAD failure, which is not retried",
    arguments: [
      "", "{", "null", "[]", "{}", "{\"title\":\"T\"}",
      body.replacing("\"title\":\"News\",", with: ""), body.replacing("News", with: ""),
      body.replacing("\"body\":\"All of it\",", with: ""),
      body.replacing("\"All of it\"", with: "7"), body.replacing("05:53:00Z", with: "soon"),
      body.replacing("scheduled_for", with: "scheduledFor"), body + body,
    ])
  func noContent(body: String) throws {
    let phone = try fetching()
    try phone.answerFetch(200, body)
    #expect(
      phone.lines().suffix(2) == [
        "[DNP-FETCH] Prefetch failed (reason=PAYLOAD, status=200)",
        "[DNP-FETCH] BGTask completed (success=false)",
      ])
    #expect(phone.device.os.storage.contents.isEmpty)
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
  }

  @Test(
    "with an error status is retried where that can help",
    arguments: [
      (401, "AUTH", false), (403, "AUTH", false), (400, "SERVER", true),
      (404, "SERVER", true), (429, "RATE_LIMIT", true),
      (500, "SERVER", true), (503, "SERVER", true),
    ])
  func statuses(status: Int, reason: String, isRetried: Bool) throws {
    let phone = try fetching()
    try phone.answerFetch(status)
    let line = "[DNP-FETCH] Prefetch failed (reason=\(reason), status=\(status))"
    #expect(phone.lines(from: .warning) == [line])
    #expect(phone.taskBegins == (isRetried ? "2025-11-15T05:49:00Z" : "2025-11-16T05:48:00Z"))
    #expect(try phone.counter("dnp_prefetch_failure_total{reason=\"\(reason)\"}") == 1)
  }

  @Test("400 JWT_VERIFY_FAILED is an AUTH failure")
  func tokenRefused() throws {
    let phone = try fetching()
    try phone.answerFetch(400, #"{"error":{"code":"JWT_VERIFY_FAILED"}}"#)
    #expect(
      phone.lines(from: .warning) == ["[DNP-FETCH] Prefetch failed (reason=AUTH, status=400)"])
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
  }

  @Test(
    "can say when to retry; a time after the notification is not used",
    arguments: [
      (0, "2025-11-15T05:49:00Z"), (59, "2025-11-15T05:49:00Z"), (90, "2025-11-15T05:49:30Z"),
      (299, "2025-11-15T05:52:59Z"), (300, "2025-11-16T05:48:00Z"),
      (1_000_000, "2025-11-16T05:48:00Z"),
    ])
  func retryAfter(seconds: Int64, begin: String) throws {
    let phone = try fetching()
    try phone.answerFetch(429, retryAfterSeconds: seconds)
    #expect(phone.taskBegins == begin)
  }

  @Test("that does not arrive in time is a TIMEOUT failure and retried")
  func timeout() throws {
    let phone = try fetching()
    try phone.answerFetch(.timedOut)
    #expect(
      phone.lines(from: .warning) == ["[DNP-FETCH] Prefetch failed (reason=TIMEOUT, status=none)"])
    #expect(phone.taskBegins == "2025-11-15T05:49:00Z")
  }

  @Test("to a retry after a failure still reaches the notification")
  func secondTry() throws {
    let phone = try fetching()
    try phone.answerFetch(500)
    try phone.advance(to: "2025-11-15T05:49:00Z")
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.answerFetch(200, Self.body)
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
    try phone.advance(to: "2025-11-15T05:53:00Z")
    #expect(phone.titlesShown == ["News"])
  }

  @Test("that cannot be stored does not complete the task with success")
  func notStored() throws {
    let phone = try fetching()
    try phone.perform(.fillDisk(isOn: true))
    try phone.answerFetch(200, Self.body)
    #expect(phone.lines().last == "[DNP-FETCH] BGTask completed (success=false)")
    #expect(
      phone.lines(from: .error)
        == ["[DNP-STORAGE] Persist failed (content for 2025-11-15T05:53:00Z)"])
    #expect(try phone.pending("daily_daily").content.info.source == .default)
  }
}
