import DeviceModel
import JSONText
import Reports
import Scenarios
import SchemaSupport
import Testing

@Suite("Run summary")
struct RunSummaryTests {
  private let context = RunContext(
    version: "0.1.0", build: "debug", tzDataVersion: "2025b",
    startedMilliseconds: 1_763_185_350_000, stoppedMilliseconds: 1_763_185_350_250)

  private func schema() throws -> JSONSchema {
    try SchemaDirectory.project.get().schema("run-summary.schema.json")
  }

  private func result(_ steps: String..., header: String = "") throws -> ScenarioResult {
    let list = steps.map { "  - \($0)\n" }.joined()
    let yaml = "name: a\ndescription: b\ntags: [c]\n\(header)steps:\n\(list)"
    return ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
  }

  private func results() throws -> [ScenarioResult] {
    [
      try result(
        "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
        "advance: 1d"),
      try result("call: configure", "expect: {pending: 1}", "device: background"),
      try result("runUntilIdle", header: "seed: 18446744073709551615\nlaunch: false\n"),
    ]
  }

  @Test("matches its schema, after printing and parsing")
  func valid() throws {
    let text = RunSummary.json(try results(), context: context).prettyText
    let document = try JSONParser.parse(text)
    #expect(try schema().findings(in: document) == [])
  }

  @Test("of an interactive session matches the schema, with a step for each press")
  func interactive() throws {
    var run = InteractiveRun(name: "default")
    _ = run.press(.call(method: "configure", options: [:]), title: "Check Plugin Status")
    _ = run.press(.launch, title: "launch")
    _ = run.press(
      .call(method: "requestNotificationPermissions", options: [:]), title: "Request Permissions")
    let document = RunSummary.json([run.result], context: context, isFull: true)
    #expect(try schema().findings(in: document) == [])
    #expect(document["outcome"] == "notJudged")
    #expect(
      document["counts"]?["steps"] == [
        "passed": 1, "failed": 0, "notRun": 0, "skipped": 0, "waiting": 1, "notJudged": 1,
      ])
    let steps = try #require(document["scenarios"]?[0]?["steps"]?.arrayValue)
    #expect(steps.map { $0["outcome"]?.stringValue } == ["passed", "notJudged", "waiting"])
    #expect(
      steps[1]["reply"]?["message"]?.stringValue
        == "the app is running already; foreground brings it to the front from the background")
  }

  @Test("has outcome, counts, seeds and instants")
  func contents() throws {
    let document = RunSummary.json(try results(), context: context)
    #expect(document["outcome"] == "failed")
    #expect(
      document["counts"] == [
        "scenarios": 3, "passed": 2, "failed": 1, "aborted": 0, "skipped": 0, "notRun": 0,
        "notJudged": 0, "flaky": 0,
        "steps": [
          "passed": 6, "failed": 1, "notRun": 1, "skipped": 0, "waiting": 0, "notJudged": 0,
        ],
        "violations": 0,
      ])
    #expect(document["startedAt"] == "2025-11-15T05:42:30Z")
    let scenarios = try #require(document["scenarios"]?.arrayValue)
    #expect(scenarios[2]["seed"] == "18446744073709551615")
    #expect(
      scenarios[0]["virtual"] == [
        "startedAt": "2025-11-15T05:42:30Z", "stoppedAt": "2025-11-16T05:42:30Z",
        "durationMs": 86_400_000,
      ])
    #expect(scenarios[0]["logExcerpt"] == [])
    #expect(scenarios[1]["logExcerpt"]?.arrayValue?.count == 2)
    #expect(scenarios[1]["steps"]?[1]?["failure"]?["expected"] == "1 pending")
    #expect(scenarios[1]["steps"]?[2]?["at"] == JSONValue.null)
    #expect(scenarios[0]["telemetry"]?[0]?["name"] == "dnp_prefetch_scheduled_total")
  }

  @Test("says what its runs do not show: of the other phone, and of servers")
  func knownLimits() throws {
    func limits(_ results: [ScenarioResult]) -> String {
      KnownLimits.texts(of: results).joined(separator: "\n")
    }
    let run = try #require(try results().first)
    #expect(limits([run]).contains("Every phone is an iPhone"))
    #expect(limits([run]).contains("\nNo server is asked"))
    var live = run
    live.wasLive = true
    live.setup.platform = "android"
    #expect(limits([live]).contains("Every phone is an Android phone"))
    #expect(limits([live]).contains("Servers answered"))
    #expect(!limits([live]).contains("server is asked"))
    #expect(limits([run, live]).contains("In the other runs no server is asked"))
    #expect(!limits([run, live]).contains("Every phone"))
    #expect(limits([]).contains("No server is asked"))
    let document = RunSummary.json([live], context: context)
    #expect(document["knownLimits"]?.arrayValue?.count == KnownLimits.texts(of: [live]).count)
  }

  @Test("is the same for the same run")
  func repeatable() throws {
    let first = RunSummary.json(try results(), context: context).canonicalText
    #expect(RunSummary.json(try results(), context: context).canonicalText == first)
  }

  /// Ways to break a summary, with what the validator must report.
  static let spoilt: [(pointer: [String], value: JSONValue?, finding: String)] = [
    (["schemaVersion"], 2, "/schemaVersion: 1 was expected"),
    (["outcome"], "green", "/outcome: 'green' is not one of"),
    (["startedAt"], 5, "/startedAt: 5 is not valid"),
    (["tzDataVersion"], nil, ": 'tzDataVersion' is a required property"),
    (["extra"], true, ": Additional properties are not allowed ('extra' was unexpected)"),
    (["counts", "steps", "passed"], "6", "/counts/steps/passed: '6' is not of type 'integer'"),
    (["knownLimits"], [1], "/knownLimits/0: 1 is not of type 'string'"),
    (["scenarios"], [[:]], "/scenarios/0: 'traceHash' is a required property"),
  ]

  @Test("a broken summary is refused", arguments: spoilt.indices)
  func spoiltDocument(index: Int) throws {
    let (pointer, value, finding) = RunSummaryTests.spoilt[index]
    let document = RunSummary.json(try results(), context: context)
    let spoilt = set(pointer[...], to: value, in: document)
    let findings = try schema().findings(in: spoilt)
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
  }

  private func set(
    _ path: ArraySlice<String>, to value: JSONValue?, in document: JSONValue
  ) -> JSONValue {
    guard let key = path.first, case .object(var object) = document else { return value ?? .null }
    if path.count == 1 {
      object[key] = value
    } else {
      object[key] = set(path.dropFirst(), to: value, in: object[key] ?? .null)
    }
    return .object(object)
  }
}
