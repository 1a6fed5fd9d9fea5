import CivilTime
import DeviceModel
import JSONText
import Testing

@testable import DailyNotification

@Suite("The prefetch task")
struct PrefetchTests {
  @Test("is submitted for one lead before the notification", arguments: [1, 5, 9, 60, 720])
  func lead(minutes: Int64) throws {
    let phone = try Phone()
    try phone.value("configure", ["prefetchLeadMinutes": .integer(minutes)])
    try phone.schedule(["time": "23:00"])
    let night = try #require(ISO8601.parse("2025-11-15T23:00:00Z"))
    #expect(phone.taskBegins == ISO8601.text(night - minutes * 60_000))
    #expect(phone.count(.prefetchSkipped) == 0)
  }

  struct Ahead: Sendable {
    let start: String
    let skipped: String?
    let begin: String

    static let all = [
      Ahead(start: "2025-11-15T05:47:00Z", skipped: nil, begin: "2025-11-15T05:48:00Z"),
      Ahead(start: "2025-11-15T05:47:01Z", skipped: "59", begin: "2025-11-16T05:48:00Z"),
      Ahead(start: "2025-11-15T05:48:00Z", skipped: "0", begin: "2025-11-16T05:48:00Z"),
      Ahead(start: "2025-11-15T05:50:30Z", skipped: "-150", begin: "2025-11-16T05:48:00Z"),
    ]
  }

  @Test("is submitted for 60 s ahead or later, otherwise for the next day", arguments: Ahead.all)
  func ahead(expected: Ahead) throws {
    let phone = try Phone(start: expected.start)
    try phone.schedule()
    #expect(phone.taskBegins == expected.begin)
    let lines = phone.lines().filter { $0.contains("Prefetch skipped") }
    #expect(
      lines == (expected.skipped.map { ["[DNP-FETCH] Prefetch skipped (ahead=\($0)s)"] } ?? []))
  }

  @Test("that ran too late is made up for at the next entry, whose call does not wait for it")
  func fetchedLive() throws {
    let phone = try Phone(start: "2025-11-15T05:50:00Z")
    try phone.schedule()
    #expect(phone.device.activities.isEmpty)
    #expect(try phone.value("getLastNotification").isNull)
    #expect(phone.device.activities == [.fetch])
    try phone.settle()
    let content = try phone.pending("daily_daily").content
    #expect(content.title == "Daily Update")
    #expect(content.info.source == .live)
    try phone.advance(to: "2025-11-15T05:53:01Z")
    #expect(
      phone.lines().contains(
        "[DNP-SCHEDULER] Notification delivered (id=daily, source=live, "
          + "planned=2025-11-15T05:53:00Z)"))
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
  }

  @Test("submits the next one first, stores the content and then completes, once")
  func order() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:47:59Z")
    let start = phone.mark
    try phone.advance(to: "2025-11-15T05:49:00Z")
    let kinds = phone.payloads(since: start).map(\.kind.description)
    let wanted = ["taskLaunched", "taskSubmitted", "fetchStarted", "fetchEnded", "taskCompleted"]
    #expect(kinds.filter(wanted.contains) == wanted)
    #expect(
      phone.lines(since: start) == [
        """
        [DNP-FETCH] BGTask started (earliestBeginDate=2025-11-15T05:48:00Z, \
        actual=2025-11-15T05:48:00Z, late=0s)
        """,
        "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-16T05:48:00Z)",
        "[DNP-FETCH] Prefetch succeeded (status=200, bytes=170)",
        "[DNP-FETCH] BGTask completed (success=true)",
      ])
    let row = try #require(phone.device.os.storage.contents.first)
    #expect(row.scheduledFor == ISO8601.parse("2025-11-15T05:53:00Z"))
    #expect(row.bytes == FixedContent.bytes(for: row.scheduledFor))
    #expect(row.fetchedAt == ISO8601.parse("2025-11-15T05:48:00.120Z"))
    #expect(phone.device.os.storage.value(.lastSuccessfulRun) == .integer(row.fetchedAt))
    #expect(phone.hostEvents == [.prefetchCompleted(scheduledFor: row.scheduledFor, bytes: 170)])
  }

  @Test("brings its content into the notification")
  func delivered() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:53:00Z")
    #expect(phone.titlesShown == ["Daily Update"])
    try phone.reopen()
    #expect(
      phone.lines().contains(
        "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache, "
          + "planned=2025-11-15T05:53:00Z)"))
    let last = try phone.value("getLastNotification")
    #expect(
      last == [
        "id": "daily", "title": "Daily Update",
        "body": "Fixed content of the built-in fetcher; no server is configured.",
        "timestamp": ISO8601.parse("2025-11-15T05:53:00Z").map(JSONValue.integer) ?? .null,
        "url": nil, "fromCache": true,
      ])
  }

  @Test("runs every day while the app stays closed")
  func everyDay() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-25T06:00:00Z")
    #expect(phone.titlesShown == [String](repeating: "Daily Update", count: 11))
    #expect(phone.count(.taskCompleted) == 11)
    #expect(phone.count(.taskMissed) == 0)
    #expect(phone.taskBegins == "2025-11-26T05:48:00Z")
  }

  @Test("completes without success when its time is up, and its fetch is cancelled")
  func expired() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.perform(.simulateTaskExpiration(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(
      phone.lines().suffix(3) == [
        "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00Z)",
        "[DNP-FETCH] BGTask expired",
        "[DNP-FETCH] BGTask completed (success=false)",
      ])
    #expect(phone.device.os.storage.value(.lastSuccessfulRun) == nil)
    #expect(phone.device.os.storage.contents.isEmpty)
    #expect(phone.hostEvents == [.prefetchFailed(reason: .expired, status: nil)])
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    #expect(phone.device.app?.plugin.prefetch.running == nil)
  }

  @Test("does not count as successful when the next one could not be submitted")
  func nextRefused() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(phone.count(.prefetchSucceeded) == 1)
    #expect(phone.device.os.storage.value(.lastSuccessfulRun) == nil)
  }

  @Test("completes the maintenance task at once, which it never submits")
  func maintenance() throws {
    let phone = try Phone { $0.variant = .simulator }
    try phone.value("scheduleDailyNotification", ["time": "05:53"])
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.notify))
    let completions = phone.payloads.compactMap {
      if case .task(.completed(let task, true)) = $0 { task.identifier } else { nil }
    }
    #expect(completions == [TaskIdentifier.notify])
    #expect(phone.device.os.pendingTask(TaskIdentifier.notify) == nil)
  }

  @Test("with nothing scheduled completes and fetches nothing")
  func nothingScheduled() throws {
    let phone = try Phone { $0.variant = .simulator }
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(phone.count(.taskCompleted) == 1)
    #expect(phone.count(.taskScheduled) == 0)
  }

  @Test("moves when configure changes the lead", arguments: [1, 10] as [Int64])
  func leadChanged(minutes: Int64) throws {
    let phone = try Phone(start: "2025-11-15T05:00:00Z")
    try phone.schedule()
    try phone.value("configure", ["prefetchLeadMinutes": .integer(minutes)])
    try phone.reopen()
    let notification = try #require(ISO8601.parse("2025-11-15T05:53:00Z"))
    #expect(phone.taskBegins == ISO8601.text(notification - minutes * 60_000))
  }
}

@Suite("A prefetch without an answer")
struct PrefetchRetryTests {
  private func phone(time: JSONValue = "05:53") throws -> Phone {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example"])
    try phone.schedule(["time": time])
    try phone.perform(.background)
    return phone
  }

  @Test("fails with its reason, is retried three times, then tomorrow")
  func retries() throws {
    let phone = try phone()
    try phone.advance(to: "2025-11-15T05:52:59Z")
    let failed = phone.lines().filter { $0.contains("Prefetch failed") }
    #expect(
      failed
        == .init(
          repeating: "[DNP-FETCH] Prefetch failed (reason=NETWORK, status=none)", count: 4))
    let starts = phone.payloads.compactMap {
      if case .task(.launched(let task)) = $0 { task.beginDate } else { nil }
    }
    #expect(
      starts.map(ISO8601.text) == [
        "2025-11-15T05:48:00Z", "2025-11-15T05:49:00.300Z", "2025-11-15T05:50:00.600Z",
        "2025-11-15T05:51:00.900Z",
      ])
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
    #expect(phone.device.os.storage.value(.lastSuccessfulRun) == nil)
    #expect(phone.device.os.storage.value(.retryCount) == nil)
    #expect(phone.count(.taskCompleted) == 4)
    try phone.advance(to: "2025-11-15T05:53:00Z")
    #expect(phone.titlesShown == ["Daily Notification"])
  }

  @Test("is retried only before the notification")
  func beforeTheNotification() throws {
    let phone = try Phone()
    try phone.value(
      "configure", ["apiServer": "https://api.example", "prefetchLeadMinutes": 2])
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:30:00Z")
    #expect(phone.count(.prefetchFailed) == 2)
    #expect(phone.taskBegins == "2025-11-16T05:51:00Z")
  }

  @Test("has three retries again the next day")
  func nextDay() throws {
    let phone = try phone()
    try phone.advance(to: "2025-11-17T06:00:00Z")
    #expect(phone.count(.prefetchFailed) == 12)
    #expect(phone.count(.taskMissed) == 0)
  }

  @Test("is retried after failures that may be temporary", arguments: FailureReason.allCases)
  func retriedReasons(reason: FailureReason) {
    let passing: [FailureReason] = [.network, .timeout, .server, .rateLimit]
    #expect(reason.isRetried == passing.contains(reason))
  }
}

@Suite("A missed prefetch task")
struct MissedTaskTests {
  private func late(until time: String) throws -> Phone {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule(["time": "12:00"])
    try phone.perform(.background)
    try phone.advance(to: time)
    return phone
  }

  static let line = "[DNP-FETCH] BGTask missed window; rescheduling"

  @Test(
    "is noticed at an entry more than 15 minutes after its begin date",
    arguments: [
      ("2025-11-15T12:10:00Z", false), ("2025-11-15T12:10:00.001Z", true),
      ("2025-11-15T18:00:00Z", true),
    ])
  func threshold(time: String, isMissed: Bool) throws {
    let phone = try late(until: time)
    try phone.perform(.foreground)
    #expect(phone.lines().contains(Self.line) == isMissed)
    guard isMissed else { return }
    let soon = phone.device.os.wallMilliseconds + 60_000
    #expect(phone.device.os.pendingTask(TaskIdentifier.fetch) == soon)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == .integer(soon))
    #expect(try phone.counter("dnp_prefetch_missed_total") == 1)
  }

  @Test("is also noticed at a launch and at a call", arguments: ["launch", "call"])
  func entries(entry: String) throws {
    let phone = try late(until: "2025-11-15T11:58:00Z")
    if entry == "launch" {
      try phone.perform(.swipeAway)
      try phone.advance(to: "2025-11-15T12:11:00Z")
      try phone.perform(.launch)
    } else {
      try phone.perform(.foreground)
      try phone.advance(to: "2025-11-15T11:59:00Z")
      #expect(phone.count(.taskMissed) == 0)
      try phone.perform(.background)
      try phone.perform(.foreground)
      try phone.advance(to: "2025-11-15T12:11:00Z")
      try phone.value("getLastNotification")
    }
    #expect(phone.count(.taskMissed) == 1)
  }

  @Test("is not noticed by its own late launch")
  func ownLaunch() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T08:00:00Z")
    try phone.perform(.swipeAway)
    try phone.perform(.launch)
    #expect(phone.count(.taskMissed) == 1)
    try phone.perform(.systemTerminate)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.settle()
    #expect(phone.count(.taskStarted) == 1)
    #expect(phone.count(.taskMissed) == 1)
    #expect(phone.count(.prefetchSucceeded) == 1)
    try phone.reopen()
    #expect(phone.count(.taskMissed) == 1)
  }

  @Test("is noticed once, not at every entry")
  func once() throws {
    let phone = try late(until: "2025-11-15T13:00:00Z")
    for _ in 0..<5 { try phone.reopen() }
    #expect(phone.count(.taskMissed) == 1)
  }

  @Test("is noticed although a run succeeded in what is the future since the clock was set back")
  func clockSetBack() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000))
    try phone.perform(.foreground)
    try phone.schedule(["time": "15:19"])
    #expect(phone.taskBegins == "2025-11-13T15:14:00Z")
    try phone.advance(to: "2025-11-13T15:29:00.001Z")
    try phone.value("getPowerState")
    #expect(phone.count(.taskMissed) == 1)
  }

  @Test("is not reported after a successful run")
  func successful() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T18:00:00Z")
    try phone.reopen()
    #expect(phone.count(.taskMissed) == 0)
  }
}
