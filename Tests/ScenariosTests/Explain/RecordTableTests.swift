import CivilTime
import DailyNotification
import DeviceModel
import History
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Table of record kinds")
struct RecordTableTests {
  @Test("has one row per key; a field can narrow a kind")
  func keys() {
    let keys = RecordTable.rows.map(\.key)
    #expect(Set(keys).count == keys.count)
    for key in keys {
      let kind = RecordKind(String(key.prefix { $0 != "." }))
      #expect(kind.flatMap { RecordTable.qualifiers[$0] } != nil, "\(key)")
    }
  }

  @Test("refers to fields that records of the kind have", arguments: RecordKind.allCases)
  func placeholders(kind: RecordKind) {
    let fields = kind.row.fields.map(\.name)
    for name in RecordRow(kind.name.description, kind.row.sentence).placeholders {
      #expect(fields.contains(name), "\(name)")
    }
    if let field = RecordTable.qualifiers[kind] { #expect(fields.contains(field)) }
  }

  @Test("agrees with every record of the shipped scenarios: fields, their values, their order")
  func shippedScenarios() throws {
    var seen: Set<RecordKind> = []
    for path in ShippedScenarios.paths {
      let trace = try TracedRun.trace(of: try ShippedScenarios.scenario(path))
      for record in trace.records {
        let kind = record.payload.recordKind
        seen.insert(kind)
        let fields = RecordFields(record.payload)
        #expect(RecordTableTests.differences(fields, kind).isEmpty, "\(kind) \(fields)")
        for name in RecordTable.row(of: record.payload)?.placeholders ?? [] {
          #expect(fields[String(name.prefix { $0 != "." })] != nil, "\(kind): \(name)")
        }
      }
    }
    let unseen = RecordKind.allCases.filter { !seen.contains($0) }
    #expect(unseen == [.callLost])
  }

  /// The names of fields that are missing, unknown, of the wrong type or out of order.
  private static func differences(_ fields: RecordFields, _ kind: RecordKind) -> [String] {
    var declared = kind.row.fields[...]
    var wrong: [String] = []
    for field in fields.list {
      while let next = declared.first, next.name != field.name, next.isOptional {
        declared.removeFirst()
      }
      if declared.first?.name == field.name {
        if declared.removeFirst().value != field.value.type { wrong.append(field.name) }
        if case .text(let text) = field.value,
          let words = ExpectedWords.words(field.name, of: kind), !words.contains(text)
        {
          wrong.append("\(field.name)=\(text)")
        }
      } else if kind != .log {
        wrong.append(field.name)
      }
    }
    return wrong + declared.filter { !$0.isOptional }.map(\.name)
  }

  @Test(
    "describes records that shipped scenarios never write",
    arguments: [
      (
        .request(.evicted(identifier: "daily_a")),
        "the system evicted request daily_a: more than 64"
      ),
      (
        .request(.dropped(identifier: "daily_a", .denied)), "the system silently dropped request da"
      ),
      (
        .request(.dropped(identifier: "daily_a", .emptyContent)),
        "the system silently dropped request da"
      ),
      (
        PlantedTrace.notDelivered("daily_a", .noDelegate),
        "daily_a came due and was not s"
      ),
      (
        PlantedTrace.notDelivered("a", .takenFromSummary),
        "a was replaced or removed while the summary held it"
      ),
      (
        .task(
          .submitted(
            identifier: "w", earliestBeginDate: 60_000, isReplacement: true, by: .other)),
        "other code in the app submitted w, to run not before 00:01:00"
      ),
      (
        PlantedTrace.notDelivered("a", .suppressedByDelegate),
        "a came due and was held bac"
      ),
      (
        .task(.refused(identifier: "a", .notPermitted)), "the system refused the prefetch task with"
      ),
      (
        .task(.completedTwice(LaunchedTask(number: 4, identifier: "a", beginDate: nil))),
        "task r"
      ),
      (
        .plugin(.log(.contentIgnored(scheduledFor: 0, notificationTime: 86_400_000))),
        "the content was for another time: 00:00:00 instead of 1970-01-02 00:00:00"
      ),
      (
        .plugin(.log(.prefetchSkipped(aheadSeconds: 3))),
        "no prefetch was submitted: it was due in 3 s, and"
      ),
      (.process(.crashed(reason: "no handler")), "the app crashed: no handler"),
      (.storage(.writeFailed(what: "history")), "the phone could not write (history)"),
      (.authorization(.dialogAnswered(isAllowed: false)), "the person denied notifications"),
    ] as [(DeviceRecord, String)])
  func sentences(payload: DeviceRecord, beginning: String) throws {
    let trace = PlantedTrace([(0, nil, payload)]).trace
    let sentences = RecordSentences(trace: trace, day: CivilDate(year: 1970, month: 1, day: 1))
    #expect(sentences.sentence(0).hasPrefix(beginning), "\(sentences.sentence(0))")
    #expect(!sentences.sentence(0).contains("?"))
  }

  @Test("describes a record without a role in the chain")
  func withoutRole() throws {
    let trace = PlantedTrace([
      (0, nil, .task(.handlerRegistered("com.example.task"))),
      (0, 0, .request(.added(identifier: "daily_a", trigger: 60_000, isReplacement: false))),
      (60_000, 0, PlantedTrace.delivered("daily_a", planned: 60_000, source: .cache)),
    ]).trace
    let story = try #require(
      try DayExplanation(trace, day: CivilDate(year: 1970, month: 1, day: 1)).stories.first)
    #expect(story.verdict == .shown)
    #expect(
      story.chain.first?.text == "the app registered the launch handler of task com.example.task")
  }
}

extension RecordFields.Value {
  /// The type that the table of kinds has for such a value.
  fileprivate var type: RecordKind.Field.Value {
    switch self {
    case .text: .string
    case .number: .integer
    case .flag: .boolean
    case .time: .time
    case .json: .json
    }
  }
}

/// A run's trace as a list of records, for situations that no scenario can cause.
struct PlantedTrace {
  let trace: RunTrace

  /// Takes wall time and instant (milliseconds), cause and payload of each record; the zone is UTC.
  init(_ records: [(Int64, UInt64?, DeviceRecord)], plan: String? = nil) {
    var ring = Trace<DeviceRecord>(capacity: 64)
    for (wall, cause, payload) in records {
      ring.append(
        payload, instant: SimulationInstant(milliseconds: wall), wallMilliseconds: wall,
        cause: cause)
    }
    let start = TracePoint(sequence: 0, wallMilliseconds: 0)
    var context = PhoneContext()
    context.zones.note(.utc, at: start)
    context.settings.note(PluginTimes(), at: start)
    context.endWallMilliseconds = 86_399_999
    if let plan {
      context.schedules = [StoredSchedule(id: "a", time: plan, timezone: nil, since: start)]
    }
    let records = ring.records(from: 0)
    trace = RunTrace(PhoneHistory(records, in: context), records: records)
  }

  static func delivered(
    _ identifier: String, planned: Int64, source: ContentSource
  ) -> DeviceRecord {
    .notification(
      .delivered(
        VisibleNotification(
          identifier: identifier, content: content(planned: planned, source),
          deliveredAt: planned, occurrence: planned, isRepeating: false)))
  }

  static func notDelivered(_ identifier: String, _ reason: NotDeliveredReason) -> DeviceRecord {
    .notification(
      .notDelivered(
        UndeliveredNotification(
          identifier: identifier, content: content(planned: 0, .default), occurrence: 0,
          reason: reason)))
  }

  private static func content(planned: Int64, _ source: ContentSource) -> NotificationContent {
    NotificationContent(
      title: "Title", body: "Body", hasSound: true, priority: .default,
      categoryIdentifier: NotificationContent.category,
      info: RequestInfo(
        kind: .daily, scheduleID: "a", plannedTime: planned, wallMinute: 0, source: source,
        fetchedAt: nil, url: nil))
  }
}
