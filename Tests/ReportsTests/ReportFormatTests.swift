import DeviceModel
import Invariants
import JSONText
import Reports
import Scenarios
import SchemaSupport
import Testing

@Suite("Report formats")
struct ReportFormatTests {
  private static let token =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoxIn0.c2lnbmF0dXJlLXg"

  private func text(_ format: ReportFormat, _ results: [ScenarioResult]) -> String {
    format.text(results, context: SampleResults.context)
  }

  @Test("give the same bytes for the same run", arguments: ReportFormat.allCases)
  func repeatable(format: ReportFormat) throws {
    let first = text(format, try SampleResults.all() + [RunTimelineSamples.day()])
    #expect(text(format, try SampleResults.all() + [RunTimelineSamples.day()]) == first)
    #expect(first.hasSuffix("\n"))
  }

  @Test("contain no control or bidi formatting character", arguments: ReportFormat.allCases)
  func clean(format: ReportFormat) throws {
    let text = text(format, [try SampleResults.oddOne()])
    // JSON has strings unchanged; its own escapes keep control characters out.
    let isJSON = format == .json || format == .ctrf
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20, "\(scalar.value)")
      if !isJSON { #expect(!(0x202A...0x202E).contains(scalar.value)) }
    }
  }

  @Test("contain no token, address or telephone number", arguments: ReportFormat.allCases)
  func secrets(format: ReportFormat) throws {
    let result = try SampleResults.run([
      "press: Request Permissions", "answer: allow",
      "call: {configureNativeFetcher: {apiBaseUrl: 'https://api.example', activeDid: 'did:ethr:1', "
        + "jwtToken: '\(ReportFormatTests.token)'}}",
      "call: {setActiveDidFromHost: {activeDid: 'did:ethr:1'}}",
      "call: testJWTGeneration", "call: testEndorserAPI", "advance: 10m",
      "call: {scheduleDailyReminder: {id: a, title: 'Call +44 20 7946 0958', "
        + "body: 'x@example.org', time: '05:53'}}",
      "device: background", "advance: 1d", "device: foreground",
      "{call: testJWTGeneration, returns: {jwt: none}}",
    ])
    #expect(result.steps.last?.failure?.found.contains("eyJ…") == true)
    #expect(result.lines.count > 2 && result.timeline.marks.count > 7)
    let text = text(format, [result])
    for line in text.split(separator: "\n") {
      #expect(SecretScanner.finding(in: line) == nil, "\(line.prefix(200))")
    }
    #expect(SecretScanner.finding(in: ReportFormatTests.token) != nil)
  }

  // The two JSON formats grow with the results, and are slow to print without optimisation.
  @Test(
    "can hold ten thousand scenarios", .timeLimit(.minutes(2)),
    arguments: ReportFormat.allCases.filter { $0 != .json && $0 != .ctrf })
  func many(format: ReportFormat) throws {
    // The output of a single scenario has limits of its own.
    let kinds = try SampleResults.all().dropFirst(2).map { result in
      var result = result
      (result.invariants, result.telemetry, result.timeline) = ([], [], RunTimeline())
      return result
    }
    let results = (0..<10_000).map { index in
      var result = kinds[index % kinds.count]
      result.name += " \(index / 10)"
      return result
    }
    let text = text(format, results)
    #expect(text.utf8.count < 200_000_000)
    if format == .markdown { #expect(text.utf8.count <= MarkdownReport.bytesMax) }
  }

  @Test("contain nothing that a scenario redacts", arguments: ReportFormat.allCases)
  func redacted(format: ReportFormat) throws {
    let steps = [
      "press: Request Permissions", "answer: allow",
      "call: {scheduleDailyReminder: {id: grandmother, title: A, body: b, time: '05:53'}}",
      "device: background", "advance: 1d", "expect: {pending: [{id: grandmother}]}",
    ]
    let plain = try SampleResults.run(steps)
    #expect(plain.timeline.marks.contains { "\($0.event)".contains("grandmother") })
    let kept = try SampleResults.run(steps, header: "vars: {WHO: grandmother}\nredact: [WHO]\n")
    #expect(!text(format, [kept]).contains("grandmother"))
    let hasIDs = ![.prom, .openmetrics].contains(format)
    #expect(text(format, [plain]).contains("grandmother") == hasIDs)
  }

  @Test("that are JSON are valid, and the run summary matches its schema")
  func summary() throws {
    let document = try JSONParser.parse(
      text(
        .json,
        try SampleResults.all() + [
          SampleResults.oddOne(), RunTimelineSamples.day(), SampleResults.notRun(),
        ]))
    let schema = try SchemaDirectory.project.get().schema("run-summary.schema.json")
    #expect(schema.findings(in: document) == [])
    #expect(document["counts"]?["flaky"] == 1)
    #expect(document["counts"]?["notRun"] == 1)
    #expect(document["counts"]?["skipped"] == 1)
    #expect(document["counts"]?["steps"]?["skipped"] == 3)
    let scenarios = try #require(document["scenarios"]?.arrayValue)
    #expect(scenarios[4]["isFlaky"] == true)
    #expect(scenarios[4]["attempts"]?[0]?["seed"] == "7")
    #expect(scenarios[0]["steps"]?[1]?["judgement"] == ["verdict": "pass", "note": "looks good"])
    #expect(scenarios[1]["steps"]?[2]?["skipReason"] == "needs a person")
    #expect(scenarios[2]["steps"]?[0]?["file"] == "shared/open.yaml")
    #expect(scenarios[3]["logExcerpt"] == [])
    #expect(
      scenarios[0]["drift"] == [
        [
          "id": "daily_daily", "source": "default", "planned": "2025-11-15T05:53:00Z",
          "delivered": "2025-11-15T05:53:00Z", "driftMs": 0,
        ]
      ])
    #expect(scenarios[6]["recoveries"]?[1]?["scenario"] == "boot")
    #expect(scenarios[0]["omittedMarks"] == 0)
  }
}
