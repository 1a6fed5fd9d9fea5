import DailyNotification
import JSONText
import ProgramSupport
import Reports
import Scenarios
import Testing

@Suite("Metrics")
struct MetricsTests {
  private static let formats = [(ReportFormat.prom, "text"), (.openmetrics, "openmetrics")]

  private func families(
    _ results: [ScenarioResult], _ format: (ReportFormat, String)
  ) throws -> [JSONValue] {
    try MetricsReader.families(
      format.0.text(results, context: SampleResults.context), format: format.1)
  }

  private func samples(_ families: [JSONValue]) -> [String: Double] {
    var samples: [String: Double] = [:]
    for row in families.flatMap({ $0["samples"]?.arrayValue ?? [] }) {
      let labels = row[1]?.canonicalText ?? ""
      samples["\(row[0]?.stringValue ?? "") \(labels)"] = row[2]?.numberValue
    }
    return samples
  }

  @Test("are accepted by Prometheus' own parsers, whatever the outcomes", arguments: formats)
  func parsed(format: (ReportFormat, String)) throws {
    var odd = try SampleResults.oddOne()
    odd.invariants[0].name = SampleResults.odd + "\\"
    let results = try [odd] + SampleResults.all()
    let families = try families(results, format)
    #expect(families.count == 23)
    let values = samples(families)
    #expect(values["dnp_scenarios_total {\"outcome\":\"failed\",\"platform\":\"ios\"}"] == 2)
    #expect(values["dnp_scenarios_total {\"outcome\":\"skipped\",\"platform\":\"ios\"}"] == 1)
    #expect(values["dnp_scenarios_flaky_total {}"] == 1)
    #expect(values["dnp_run_duration_seconds {}"] == 1.25)
    #expect(values["dnp_steps_total {\"outcome\":\"skipped\",\"platform\":\"ios\"}"] == 3)
    let name = families.flatMap { $0["samples"]?.arrayValue ?? [] }
      .compactMap { $0[1]?["name"]?.stringValue }.first { $0.contains("tick") }
    #expect(name?.contains("<b>&\"'| `tick`") == true)
    #expect(name?.hasSuffix("a\nb\u{FFFD}\nc,d:e\\") == true)
  }

  @Test("count scenarios and steps of each system by themselves", arguments: formats)
  func platforms(format: (ReportFormat, String)) throws {
    let android = try ScenarioFile.parse(
      "name: a\nplatform: android\nsteps: [call: configure, expect: {pending: 1}]", path: "a.yaml")
    let results = [try SampleResults.passed(), ScenarioRunner.run(android)]
    let values = samples(try families(results, format))
    for (platform, passed, failed) in [("ios", 1.0, 0.0), ("android", 0, 1)] {
      for (outcome, count) in [("passed", passed), ("failed", failed)] {
        let labels = "{\"outcome\":\"\(outcome)\",\"platform\":\"\(platform)\"}"
        #expect(values["dnp_scenarios_total \(labels)"] == count)
      }
    }
    #expect(
      values["dnp_steps_total {\"outcome\":\"passed\",\"platform\":\"android\"}"] == 1)
  }

  @Test("include each metric of the plugin with its type and help text", arguments: formats)
  func telemetry(format: (ReportFormat, String)) throws {
    let families = try families([SampleResults.passed()], format)
    for series in TelemetrySeries.all {
      let bare = series.metric.rawValue + series.suffix
      let family = families.first { family in
        family["samples"]?.arrayValue?.contains { $0[0]?.stringValue == bare } == true
      }
      let kind =
        bare.hasSuffix("_total") ? "counter" : bare.contains("drift") ? "histogram" : "gauge"
      #expect(family?["type"]?.stringValue == kind, "\(series.name)")
      #expect(series.metric.kind.rawValue == kind)
      #expect(family?["documentation"]?.stringValue == series.metric.help)
      #expect(series.metric.help.hasSuffix("."))
    }
  }

  @Test("of the plugin are summed over scenarios", arguments: formats)
  func sums(format: (ReportFormat, String)) throws {
    let one = try SampleResults.passed()
    let single = samples(try families([one], format))
    let triple = samples(try families([one, one, one], format))
    let scheduled = "dnp_notifications_scheduled_total {}"
    let count = try #require(single[scheduled])
    #expect(count > 0)
    #expect(triple[scheduled] == 3 * count)
    #expect(triple.count == single.count, "scenarios add no labels")
  }

  @Test("have a drift histogram whose buckets are cumulative up to the count", arguments: formats)
  func histogram(format: (ReportFormat, String)) throws {
    let month = try RunTimelineSamples.month()
    let families = try families([month], format)
    let family = families.first { $0["name"]?.stringValue == "dnp_notification_drift_seconds" }
    let rows = try #require(family?["samples"]?.arrayValue)
    let buckets = rows.filter { $0[0]?.stringValue?.hasSuffix("_bucket") == true }
    #expect(
      buckets.map { $0[1]?["le"] } == ["1.0", "5.0", "15.0", "60.0", "180.0", "600.0", "+Inf"])
    let counts = buckets.compactMap { $0[2]?.numberValue }
    #expect(counts == counts.sorted() && counts.first != counts.last)
    let count = rows.first { $0[0]?.stringValue?.hasSuffix("_count") == true }
    #expect(count?[2]?.numberValue == counts.last)
    let counted = month.telemetry.first { $0.name == "dnp_notification_drift_seconds_count" }
    #expect(counts.last == counted.map { Double($0.value) })
    let sum = rows.first { $0[0]?.stringValue?.hasSuffix("_sum") == true }
    #expect((sum?[2]?.numberValue ?? 0) > 100)
  }

  @Test("that a server would not accept are refused by its parsers")
  func broken() throws {
    let text = ReportFormat.prom.text([try SampleResults.passed()], context: SampleResults.context)
    for (page, format) in [(text + "# EOF\n", "openmetrics"), (text + "a{b=\"c\" 1\n", "text")] {
      let failure = #expect(throws: Python.Failure.self) {
        try MetricsReader.families(page, format: format)
      }
      guard case .script? = failure else {
        Issue.record("\(format): no parser refused the page")
        continue
      }
    }
  }
}
