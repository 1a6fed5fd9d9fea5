import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Table of record kinds")
struct RecordTableTests {
  @Test("has one row a key, and a narrowed key only where a field narrows the kind")
  func keys() {
    let keys = RecordTable.rows.map(\.key)
    #expect(Set(keys).count == keys.count)
    for key in keys where key.contains(".") {
      let kind = String(key.prefix { $0 != "." })
      #expect(RecordTable.qualifiers.contains { $0.kind == kind }, "\(key)")
    }
  }

  @Test("names only fields that its records have")
  func placeholders() throws {
    var seen: Set<String> = []
    for path in ShippedScenarios.paths {
      let trace = try TracedRun.trace(of: try ShippedScenarios.scenario(path))
      for record in trace.records {
        guard let row = RecordTable.row(of: record.payload) else { continue }
        seen.insert(row.key)
        let fields = RecordFields(record.payload)
        for name in row.placeholders {
          let field = String(name.prefix { $0 != "." })
          #expect(fields[field] != nil, "\(row.key): \(name)")
        }
      }
    }
    #expect(seen.count >= 25)
  }

  @Test(
    "tells records that shipped scenarios never write",
    arguments: [
      (.requestEvicted(identifier: "daily_a"), "the system evicted request daily_a: more than 64"),
      (.requestDropped(identifier: "daily_a", .denied), "the system silently dropped request da"),
      (.requestDropped(identifier: "daily_a", .invalidInterval), "the system dropped request dai"),
      (.notDelivered(identifier: "daily_a", reason: .noDelegate), "daily_a came due and was not s"),
      (
        .notDelivered(identifier: "a", reason: .suppressedByDelegate), "a came due and was held bac"
      ),
      (.taskRefused(identifier: "a", .notPermitted), "the system refused the prefetch task with"),
      (
        .taskCompletedTwice(LaunchedTask(number: 4, identifier: "a", earliestBeginDate: nil)),
        "task r"
      ),
      (
        .log(.contentIgnored(scheduledFor: 0, notificationTime: 86_400_000)),
        "the content was for another time: 00:00:00 instead of 1970-01-02 00:00:00"
      ),
      (
        .log(.prefetchSkipped(aheadSeconds: 3)), "no prefetch was asked for: it was due in 3 s, and"
      ),
      (.crashed(reason: "no handler"), "the app crashed: no handler"),
      (.writeFailed(what: "history"), "the phone could not write (history)"),
      (.dialogAnswered(isAllowed: false), "the person denied notifications"),
    ] as [(DeviceRecord, String)])
  func sentences(payload: DeviceRecord, beginning: String) throws {
    let trace = PlantedTrace([(0, nil, payload)]).trace
    let telling = TraceTelling(trace: trace, day: CivilDate(year: 1970, month: 1, day: 1))
    #expect(telling.sentence(0).hasPrefix(beginning), "\(telling.sentence(0))")
    #expect(!telling.sentence(0).contains("?"))
  }

  @Test("shows a kind without a row by its kind and fields, and goes on")
  func unknownKind() throws {
    let payload = DeviceRecord.handlerRegistered("com.example.task")
    #expect(RecordTable.row(of: payload) == nil)
    let trace = PlantedTrace([
      (0, nil, .handlerRegistered("com.example.task")),
      (0, 0, .requestAdded(identifier: "daily_a", trigger: 60_000, isReplacement: false)),
      (60_000, 0, PlantedTrace.delivered("daily_a", planned: 60_000, source: .cache)),
    ]).trace
    let story = try #require(
      try DayExplanation(trace, day: CivilDate(year: 1970, month: 1, day: 1)).stories.first)
    #expect(story.verdict == .shown)
    #expect(story.chain.first?.text == "handlerRegistered identifier=com.example.task")
  }
}

/// A run's trace as a list of records, for what no scenario can bring about.
struct PlantedTrace {
  private(set) var trace = RunTrace()

  /// Takes wall time and instant, cause and payload of each record; the zone is UTC.
  init(_ records: [(Int64, UInt64?, DeviceRecord)], plan: String? = nil) {
    var ring = Trace<DeviceRecord>(capacity: 64)
    for (wall, cause, payload) in records {
      ring.append(
        payload, instant: SimulationInstant(milliseconds: wall), wallMilliseconds: wall,
        cause: cause)
    }
    trace.records = ring.records(from: 0)
    let start = Moment(sequence: 0, wallMilliseconds: 0)
    trace.zones.note(.utc, at: start)
    trace.settings.note(PluginTimes(), at: start)
    trace.endWallMilliseconds = 86_399_999
    if let plan {
      trace.plans = [StoredPlan(id: "a", time: plan, timezone: nil, since: start)]
    }
  }

  static func delivered(
    _ identifier: String, planned: Int64, source: ContentSource
  ) -> DeviceRecord {
    let content = NotificationContent(
      title: "Title", body: "Body", hasSound: true, priority: .default,
      categoryIdentifier: Plugin.category,
      info: RequestInfo(
        kind: .daily, scheduleID: "a", plannedTime: planned, wallMinute: 0, source: source,
        fetchedAt: nil, url: nil))
    return .delivered(
      DeliveredNotification(
        request: NotificationRequest(
          identifier: identifier, trigger: .interval(milliseconds: 1, repeats: false),
          content: content), deliveredAt: planned), occurrence: planned)
  }
}
