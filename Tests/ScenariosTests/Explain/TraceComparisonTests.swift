import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel
@testable import Scenarios

@Suite("Trace comparison")
struct TraceComparisonTests {
  static func scenario(_ steps: String..., header: String = "") throws -> Scenario {
    let list = steps.map { "  - \($0)\n" }.joined()
    return try ScenarioFile.parse("name: a\n\(header)steps:\n\(list)", path: "a.yaml")
  }

  private let armed = [
    "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
    "device: background",
  ]

  private func armed(_ steps: String..., header: String = "") throws -> Scenario {
    let list = (armed + steps).map { "  - \($0)\n" }.joined()
    return try ScenarioFile.parse("name: a\n\(header)steps:\n\(list)", path: "a.yaml")
  }

  @Test("finds each shipped scenario equal to itself, record by record", arguments: paths)
  func isEqual(path: String) throws {
    let scenario = try ShippedScenarios.scenario(path)
    let comparison = try TraceComparison(scenario, scenario)
    let result = ScenarioRunner.run(scenario)
    #expect(comparison.isEqual)
    #expect(comparison.equalCount == result.recordCount)
    #expect(comparison.endOfA == comparison.endOfB)
    #expect(comparison.endOfA?.traceHash == result.traceHash)
    #expect(comparison.endOfA?.outcome == .passed)
  }

  static let paths = ShippedScenarios.paths

  @Test("names the first record that differs, with three equal ones before it")
  func firstDifference() throws {
    let a = try armed("advance: 1m", "device: foreground", "device: {setPermission: denied}")
    let b = try armed("advance: 1m", "device: foreground", "device: {setPermission: provisional}")
    let comparison = try TraceComparison(a, b)
    let difference = try #require(comparison.differences.first)
    #expect(comparison.differences.count == 1)
    #expect(difference.index == comparison.equalCount)
    #expect(difference.before.map(\.record.sequence) == (1...3).map { difference.index - 4 + $0 })
    #expect(difference.fields == [FieldDifference("fields.argument", "denied", "provisional")])
    #expect(difference.a?.record.instant.milliseconds == 60_000)
    #expect(
      difference.a?.line == "05:43:30.000 #\(difference.index) command verb=setPermission "
        + "argument=denied")
    #expect(comparison.endOfA == nil && comparison.endOfB == nil)
  }

  @Test("compares instants, and shows no fields when the kinds differ")
  func kinds() throws {
    let (a, b) = (try armed("advance: 1m", "device: foreground"), try armed("call: configure"))
    let difference = try #require(try TraceComparison(a, b).differences.first)
    #expect(difference.fields.map(\.name) == ["instant", "time", "cause", "kind"])
    #expect(difference.fields.map(\.a) == ["5000 ms", "2025-11-15T05:42:35Z", "#86", "process"])
    #expect(difference.fields.map(\.b) == ["0 ms", "2025-11-15T05:42:30Z", "none", "called"])
  }

  @Test("after different configurations continues to their first effect")
  func configuration() throws {
    let knobs = "knobs: {taskLateness: fixed}\n"
    let a = try armed("advance: 1d", header: knobs)
    let b = try armed("advance: 1d", header: "knobs: {taskLateness: never}\n")
    let differences = try TraceComparison(a, b).differences
    #expect(differences.first?.index == 0)
    try #require(differences.count == 2)
    #expect(differences[0].fields.map(\.name) == ["fields.knobs"])
    #expect(differences[1].a?.record.payload.kind.description == "taskLaunched")
    #expect(differences[1].b?.record.payload.kind.description == "delivered")
    let same = try TraceComparison(
      try armed(header: knobs), try armed(header: "knobs: {taskLateness: never}\n"))
    #expect(same.differences.count == 1)
    #expect(same.endOfA?.recordCount == same.equalCount + 1)
  }

  @Test("says that one trace is the beginning of the other, and why that run ended")
  func prefix() throws {
    let (short, long) = (try armed("advance: 1m"), try armed("advance: 1d"))
    let comparison = try TraceComparison(short, long)
    let difference = try #require(comparison.differences.first)
    #expect(difference.a == nil && difference.b != nil)
    #expect(difference.fields == [] && difference.before.count == 3)
    #expect(comparison.endOfA?.recordCount == difference.index)
    #expect(comparison.endOfA?.failure == nil)
    #expect(try TraceComparison(long, short).differences.first?.b == nil)
    let failing = try TraceComparison(try armed("expect: {pending: 1}", "advance: 1d"), long)
    #expect(failing.endOfA?.outcome == .failed)
    #expect(
      failing.endOfA?.failure?.hasPrefix("step 5 'expect pending': expected 1 pending") == true)
  }

  @Test("compares records that the phone's trace has dropped")
  func pastTheRing() throws {
    var a = try armed("advance: 60d", header: "knobs: {taskLateness: fixed}\n")
    // More than one event writes, less than the run.
    a.configuration.traceCapacity = 128
    var b = a
    b.steps += try TraceComparisonTests.scenario("device: foreground").steps
    let comparison = try TraceComparison(a, b)
    #expect(comparison.equalCount > 1_000)
    #expect(comparison.equalCount == comparison.endOfA?.recordCount)
    #expect(comparison.differences.first?.a == nil)
  }

  @Test("agrees with the trace hash on whether two runs are equal", arguments: [1, 2, 3, 4])
  func hashes(seed: UInt64) throws {
    var a = try armed("advance: 5d")
    a.configuration.seed = seed
    let b = try armed("advance: 5d", header: "seed: 3\n")
    let isEqual = try TraceComparison(a, b).isEqual
    #expect(isEqual == (ScenarioRunner.run(a).traceHash == ScenarioRunner.run(b).traceHash))
    #expect(isEqual == (seed == 3))
  }

  @Test("holds the records of one step at a time, up to a limit")
  func bound() throws {
    let scenario = try armed("advance: 1d", header: "knobs: {taskLateness: fixed}\n")
    let count = ScenarioRunner.run(scenario).recordCount
    #expect(throws: TraceOverflow(path: "a.yaml")) {
      _ = try TraceComparison(
        RecordStream(TracedRun(scenario, heldMax: 16)),
        RecordStream(TracedRun(scenario, heldMax: 16)))
    }
    let held = Int(count) - 10
    let comparison = try TraceComparison(
      RecordStream(TracedRun(scenario, heldMax: held)),
      RecordStream(TracedRun(scenario, heldMax: held)))
    #expect(comparison.equalCount == count)
    #expect(
      TraceOverflow(path: "a.yaml").description
        == "a.yaml: more than 2000000 records; let less time pass in the scenario")
  }
}

@Suite("Record comparison")
struct RecordComparisonTests {
  private func record(
    _ payload: DeviceRecord, instant: Int64 = 5, wall: Int64 = 7, cause: UInt64? = nil
  ) throws -> Record<DeviceRecord> {
    var trace = Trace<DeviceRecord>(capacity: 1)
    trace.append(
      payload, instant: SimulationInstant(milliseconds: instant), wallMilliseconds: wall,
      cause: cause)
    return try #require(trace.record(0))
  }

  @Test("compares every part of a record")
  func parts() throws {
    let payload = DeviceRecord.request(
      .added(identifier: "x", trigger: 1_000, isReplacement: false))
    let others: [(Record<DeviceRecord>, [FieldDifference])] = [
      (try record(payload, instant: 6), [FieldDifference("instant", "5 ms", "6 ms")]),
      (
        try record(payload, wall: 1_007),
        [FieldDifference("time", "1970-01-01T00:00:00.007Z", "1970-01-01T00:00:01.007Z")]
      ),
      (try record(payload, cause: 4), [FieldDifference("cause", "none", "#4")]),
      (
        try record(.request(.added(identifier: "y", trigger: 1_000, isReplacement: true))),
        [
          FieldDifference("fields.identifier", "x", "y"),
          FieldDifference("fields.isReplacement", "false", "true"),
        ]
      ),
      (
        try record(.process(.crashed(reason: "x"))),
        [
          FieldDifference("kind", "requestAdded", "crashed"),
          FieldDifference("level", "debug", "error"),
        ]
      ),
    ]
    #expect(RecordComparison.isEqual(try record(payload), try record(payload)))
    for (other, differences) in others {
      #expect(!RecordComparison.isEqual(try record(payload), other))
      #expect(RecordComparison.differences(try record(payload), other) == differences)
    }
  }

  @Test("shows a field that only one of two records has")
  func missingField() throws {
    let request = ContentRequest(
      url: "https://a.example", token: "t", etag: nil, timeoutMilliseconds: 9)
    let a = try record(.fetch(.started(number: 1, nil)))
    let b = try record(.fetch(.started(number: 1, FetchSummary(request))))
    #expect(
      RecordComparison.differences(a, b) == [
        FieldDifference("fields.url", nil, "https://a.example"),
        FieldDifference("fields.hasToken", nil, "true"),
        FieldDifference("fields.ifNoneMatch", nil, ""),
        FieldDifference("fields.scheduledFor", nil, "none"),
        FieldDifference("fields.timeoutMilliseconds", nil, "9"),
      ])
  }
}
