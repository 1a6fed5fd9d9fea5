import CivilTime
public import JSONText
public import Scenarios
import SimulationCore

/// The run in the Common Test Report Format.
///
/// Source: ctrf.io, schema and specification 0.0.0 (working draft): no member is null, and members
/// outside the specification are allowed only in `extra`.
public enum CTRFReport {
  /// The version that current readers and writers use.
  static let specVersion = "0.0.0"
  /// The prefix of every member of an `extra` object.
  static let prefix = "dnp.console/"

  /// The whole document.
  public static func json(_ results: [ScenarioResult], context: RunContext) -> JSONValue {
    let cases = ReportCase.all(results, context)
    var budget = DetailBudget()
    let tests = cases.map { each -> JSONValue in
      let whole = each.ctrf
      if each.result.outcome.isGood { return whole }
      return budget.takes(whole.canonicalText.utf8.count) ? whole : each.cutCTRF
    }
    var facts: JSONObject = [
      "build": .string(context.build), "tzDataVersion": .string(context.tzDataVersion),
    ]
    if budget.omitted > 0 { facts["cutScenarios"] = RunSummary.number(budget.omitted) }
    return [
      "reportFormat": "CTRF",
      "specVersion": .string(specVersion),
      "reportId": .string(reportID(cases, context)),
      "timestamp": RunSummary.time(context.stoppedMilliseconds),
      "generatedBy": .string("dnp \(context.version)"),
      "results": [
        "tool": ["name": "dnp", "version": .string(context.version)],
        "summary": summary(cases, context),
        "tests": .array(tests),
        "environment": ["testEnvironment": "simulated phone", "extra": extra(facts)],
      ],
    ]
  }

  private static func summary(_ cases: [ReportCase], _ context: RunContext) -> JSONValue {
    let statuses = cases.map { status(of: $0.result.outcome) }
    func count(_ status: String) -> JSONValue {
      RunSummary.number(statuses.count { $0 == status })
    }
    return [
      "tests": RunSummary.number(cases.count),
      "passed": count("passed"), "failed": count("failed"), "skipped": count("skipped"),
      "pending": count("pending"), "other": count("other"),
      "flaky": RunSummary.number(cases.count { $0.result.isFlaky }),
      "suites": RunSummary.number(ReportCase.areas(cases).count),
      "start": .integer(context.startedMilliseconds),
      "stop": .integer(context.stoppedMilliseconds),
      "duration": .integer(context.durationMilliseconds),
    ]
  }

  /// The status for an outcome; an aborted run is a failure, with its own word as `rawStatus`.
  static func status(of outcome: RunOutcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed, .aborted: "failed"
    case .notRun, .skipped: "skipped"
    case .waiting: "pending"
    case .notJudged: "other"
    }
  }

  /// An `extra` object.
  static func extra(_ members: JSONObject) -> JSONValue {
    .object(JSONObject(members.members.map { (prefix + $0.key, $0.value) }))
  }

  /// A UUID that is the same for the same run with the same results.
  ///
  /// Source: RFC 9562, §5.8: version 8, whose bits the implementation may choose.
  private static func reportID(_ cases: [ReportCase], _ context: RunContext) -> String {
    var digits = ""
    for part in ["reportId 1", "reportId 2"] {
      var hash = TraceHash()
      hash.combine(part)
      hash.combine(UInt64(bitPattern: context.startedMilliseconds))
      for each in cases {
        hash.combine(each.id)
        hash.combine(each.result.traceHash)
        hash.combine(each.result.outcome.rawValue)
      }
      digits += hash.text
    }
    var characters = Array(digits)
    characters[12] = "8"
    characters[16] = "8"
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(characters[$0]) }.joined(separator: "-")
  }
}
