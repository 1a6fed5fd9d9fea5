import JSONText
import Reports
import Scenarios
import SchemaSupport
import Testing

@Suite("CTRF report")
struct CTRFReportTests {
  private func document(_ results: [ScenarioResult]) throws -> JSONValue {
    let text = ReportFormat.ctrf.text(results, context: SampleResults.context)
    return try JSONParser.parse(text)
  }

  private func tests(_ results: [ScenarioResult]) throws -> [JSONValue] {
    try #require(try document(results)["results"]?["tests"]?.arrayValue)
  }

  @Test("has the members of the format and no null, whatever the outcomes and strings")
  func shape() throws {
    for results in [
      try SampleResults.all() + [SampleResults.oddOne(), SampleResults.notRun()], [],
    ] {
      #expect(CTRFShape.findings(in: try document(results)) == [])
    }
  }

  /// Ways to break a report, with what the check must report.
  static let spoilt: [(key: String, value: JSONValue, finding: String)] = [
    ("duration", 12.5, "/results/tests/0/duration"), ("suite", "x", "/results/tests/0/suite"),
    ("message", nil, "/results/tests/0/message"),
    ("seed", 1, "/results/tests/0: Additional properties are not allowed ('seed'"),
    ("steps", [["name": "a", "status": "passed", "duration": 1]], "/results/tests/0/steps/0"),
    ("extra", ["seed": 1], "/results/tests/*/extra/seed: no namespace"),
    ("extra", ["dnp.console/a": nil], "/results/tests/*/extra/dnp.console/a: null"),
  ]

  @Test("that breaks a rule is found", arguments: spoilt.indices)
  func broken(index: Int) throws {
    let (key, value, finding) = CTRFReportTests.spoilt[index]
    let document = try document([SampleResults.flaky()])
    var test = try #require(document["results"]?["tests"]?[0]?.objectValue)
    test[key] = value
    var results = try #require(document["results"]?.objectValue)
    results["tests"] = [.object(test)]
    var root = try #require(document.objectValue)
    root["results"] = .object(results)
    let findings = CTRFShape.findings(in: .object(root))
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
  }

  @Test("counts outcomes, and has the host's time")
  func summary() throws {
    let document = try document(SampleResults.all())
    #expect(
      document["results"]?["summary"] == [
        "tests": 5, "passed": 2, "failed": 2, "skipped": 1, "pending": 0, "other": 0, "flaky": 1,
        "suites": 3, "start": 1_763_185_350_000, "stop": 1_763_185_351_250, "duration": 1_250,
      ])
    let tests = try tests(SampleResults.all())
    #expect(tests.map { $0["duration"] } == [3, 1_204, 0, 12, 7])
    #expect(
      tests.map { $0["rawStatus"] } == ["passed", "failed", "aborted", "skipped", "passed"])
    #expect(tests.map { $0["flaky"] } == [false, false, false, false, true])
  }

  @Test("says why and where it failed, and how to repeat the run")
  func failure() throws {
    let tests = try tests(SampleResults.all())
    #expect(tests[1]["line"] == 6)
    #expect(tests[1]["filePath"] == "scenarios/first/a.yaml")
    #expect(tests[1]["trace"]?.stringValue?.contains("the last records:") == true)
    #expect(tests[1]["retries"] == 1)
    #expect(tests[1]["retryAttempts"]?[0]?["extra"]?["dnp.console/seed"] == "7")
    #expect(tests[0]["message"] == nil && tests[0]["line"] == nil)
    #expect(tests[2]["line"] == nil, "the line is one of another file")
    #expect(tests[3]["message"] == "the platform is not android")
    let extra = try #require(tests[0]["extra"])
    #expect(extra["dnp.console/seed"] == "1")
    #expect(extra["dnp.console/virtualDurationMs"] == 900_000)
    #expect(extra["dnp.console/knobs"]?["deliveryDrift"] == "none")
    let steps = try #require(tests[0]["steps"]?.arrayValue)
    #expect(
      steps.map { $0["extra"]?["dnp.console/phase"] } == ["setup", "body", "body", "teardown"])
    #expect(
      steps[1]["extra"]?["dnp.console/judgement"] == ["verdict": "pass", "note": "looks good"])
    #expect(steps[2]["extra"]?["dnp.console/judgement"] == ["note": "a note"])
  }

  @Test("gives a scenario the same identifier in each run, and different ones to equal names")
  func identifiers() throws {
    let flaky = try SampleResults.flaky()
    let first = try tests([flaky, flaky]).map { $0["testId"] }
    var later = flaky
    later.setup.seed = 99
    later.traceHash = "0000000000000000"
    #expect(try tests([later, flaky]).map { $0["testId"] } == first)
    #expect(first[0] != first[1])
    let ids = try [[flaky], [flaky], [later]].map { try document($0)["reportId"] }
    #expect(ids[0] == ids[1])
    #expect(ids[0] != ids[2])
  }
}
