import CivilTime
import DailyNotification
import History
import Testing

@testable import DeviceModel
@testable import Scenarios

/// Situations that no scenario can cause yet, as records written by hand.
@Suite("Explanation of planted records")
struct PlantedTraceTests {
  private static let hour: Int64 = 3_600_000
  private static let task = LaunchedTask(
    number: 1, identifier: TaskIdentifier.fetch, beginDate: hour - 300_000)
  private static let added = DeviceRecord.request(
    .added(
      identifier: "daily_a", trigger: hour, isReplacement: false))
  private static let asked = DeviceRecord.task(
    .submitted(
      identifier: TaskIdentifier.fetch, earliestBeginDate: hour - 300_000, isReplacement: false))

  private func story(
    _ records: [(Int64, UInt64?, DeviceRecord)]
  ) throws -> NotificationStory {
    let trace = PlantedTrace([(0, nil, .command(.performed(.launch)))] + records, plan: "01:00")
      .trace
    let explanation = try DayExplanation(trace, day: CivilDate(year: 1970, month: 1, day: 1))
    #expect(explanation.stories.count == 1)
    return try #require(explanation.stories.first)
  }

  private static func fetched(_ after: [DeviceRecord]) -> [(Int64, UInt64?, DeviceRecord)] {
    let response = FetchResult(
      .response(status: 200, body: [], etag: nil, retryAfterSeconds: nil),
      durationMilliseconds: 1000)
    let begin: [(Int64, UInt64?, DeviceRecord)] = [
      (0, 0, asked), (0, 0, added), (hour - 300_000, 0, .task(.launched(task))),
      (hour - 300_000, 3, .fetch(.started(number: 1, nil))),
      (hour - 299_000, 3, .fetch(.ended(number: 1, response))),
    ]
    let middle = after.map { (hour - 299_000, UInt64?.some(5), $0) }
    let shown = PlantedTrace.delivered("daily_a", planned: hour, source: .default)
    return begin + middle + [(hour, 0, shown)]
  }

  @Test(
    "says what the fetch returned instead of the content that was needed",
    arguments: [
      (
        [
          .plugin(.log(.contentIgnored(scheduledFor: 2 * hour, notificationTime: hour))),
          .plugin(.hostEvent(.prefetchCompleted(scheduledFor: hour, bytes: 3))),
        ], "at 00:55:01 the content was for another time: 02:00:00 instead of 01:00:00"
      ),
      (
        [.plugin(.log(.prefetchFailed(reason: .authentication, status: 401)))],
        "at 00:55:01 the fetch failed: AUTH (HTTP status 401)"
      ),
      (
        [.plugin(.hostEvent(.prefetchCompleted(scheduledFor: hour, bytes: 3)))],
        "content was stored at 00:55:01, but the request that was shown still had the schedule's"
      ),
    ] as [([DeviceRecord], String)])
  func fetches(after: [DeviceRecord], reason: String) throws {
    let story = try story(PlantedTraceTests.fetched(after))
    #expect(story.verdict == .defaultText && story.reasons.count == 1)
    #expect(story.reasons.first?.hasPrefix(reason) == true, "\(story.reasons)")
  }

  @Test("does not blame a fetch for what happened in another event")
  func otherEvent() throws {
    var records = PlantedTraceTests.fetched([
      .plugin(.hostEvent(.prefetchCompleted(scheduledFor: PlantedTraceTests.hour, bytes: 3)))
    ])
    records.insert(
      (PlantedTraceTests.hour - 1_000, 0, .plugin(.log(.persistFailed(what: "history")))), at: 6)
    #expect(try story(records).reasons.first?.hasPrefix("content was stored at 00:55:01, ") == true)
  }

  @Test("says that content came after the time, or was discarded before it")
  func lateContent() throws {
    var records = PlantedTraceTests.fetched([])
    records.swapAt(4, 5)
    records[4].0 = PlantedTraceTests.hour
    records[5].0 = PlantedTraceTests.hour + 1_000
    #expect(try story(records).reasons == ["its content arrived at 01:00:01, after its time"])
    var thrown = PlantedTraceTests.fetched([
      .plugin(.hostEvent(.prefetchCompleted(scheduledFor: PlantedTraceTests.hour, bytes: 3)))
    ])
    thrown.insert(
      (PlantedTraceTests.hour - 1_000, nil, .plugin(.log(.quarantined(what: "content")))), at: 6)
    #expect(
      try story(thrown).reasons
        == ["at 00:59:59 the plugin threw away what it could not read: content"])
  }

  @Test(
    "says what happened to a task that fetched nothing",
    arguments: [
      (
        [
          (0, 0, asked), (hour - 300_000, 0, .task(.launched(task))),
          (hour - 299_000, 2, .task(.lost(task))),
        ],
        "its prefetch task ran at 00:55:00 without fetching: at 00:55:01 task run 1 was lost with "
          + "the app's process"
      ),
      (
        [(0, 0, asked), (1_000, nil, .task(.cancelled(identifier: TaskIdentifier.fetch)))],
        "its prefetch task was withdrawn before it ran: at 00:00:01 the prefetch task was cancelled"
      ),
      (
        [
          (0, 0, asked),
          (1_000, nil, .task(.refused(identifier: TaskIdentifier.fetch, .notPermitted))),
        ],
        "at 00:00:01 the system refused the prefetch task with code 3 (not permitted by Info.plist)"
      ),
      (
        [(hour - 200_000, 0, .plugin(.log(.prefetchSkipped(aheadSeconds: -100))))],
        "at 00:56:40 no prefetch was submitted: it was due in -100 s, and a minute is the least"
      ),
      ([], "no prefetch task was submitted for it"),
    ] as [([(Int64, UInt64?, DeviceRecord)], String)])
  func tasks(records: [(Int64, UInt64?, DeviceRecord)], reason: String) throws {
    let showing = (
      PlantedTraceTests.hour, nil as UInt64?,
      PlantedTrace.delivered("daily_a", planned: PlantedTraceTests.hour, source: .default)
    )
    #expect(try story(records + [showing]).reasons == [reason])
  }

  @Test(
    "says how a request was lost",
    arguments: [
      (
        [(0, 0, added), (1_000, 0, .request(.evicted(identifier: "daily_a")))],
        "at 00:00:01 the system evicted request daily_a: more than 64 were pending: at 00:00:00 "
          + "launch"
      ),
      (
        [(0, 0, .request(.dropped(identifier: "daily_a", .pastDate)))],
        "at 00:00:00 the system silently dropped request daily_a: its time has passed"
      ),
      (
        [
          (0, 0, added),
          (hour, 0, PlantedTrace.notDelivered("daily_a", .noDelegate)),
        ],
        "at 01:00:00 daily_a came due and was not shown: the app is on the screen without a "
          + "delegate"
      ),
      ([], "no request was ever added for it"),
    ] as [([(Int64, UInt64?, DeviceRecord)], String)])
  func requests(records: [(Int64, UInt64?, DeviceRecord)], reason: String) throws {
    let granted = (
      records.map(\.0).max() ?? 0, nil as UInt64?,
      DeviceRecord.authorization(.dialogAnswered(isAllowed: true))
    )
    let story = try story(records + [granted])
    #expect(story.verdict == .missing)
    #expect(story.reasons == [reason])
  }

  @Test("shows a notification that was delivered twice as two")
  func twice() throws {
    let delivered = PlantedTrace.delivered(
      "daily_a", planned: PlantedTraceTests.hour, source: .cache)
    let story = try story([
      (0, 0, PlantedTraceTests.added), (PlantedTraceTests.hour, 0, delivered),
      (PlantedTraceTests.hour + 5_000, 0, delivered),
    ])
    #expect(story.verdict == .shown)
    #expect(story.showings.map(\.driftMilliseconds) == [0, 5_000])
  }

  @Test(
    "knows the schedule of an identifier",
    arguments: [
      ("daily_daily", "daily"), ("daily_daily_2025-11-16", "daily"), ("daily_a_b", "a_b"),
      ("daily_2025-11-16", "2025-11-16"), ("reminder_x", "reminder_x"), ("", ""), ("daily_", ""),
    ])
  func names(identifier: String, id: String) {
    #expect(PlantedTraceTests.id(identifier) == id)
  }

  private static func id(_ identifier: String) -> String {
    PlannedOccurrence.scheduleID(of: identifier)
  }
}
