import CivilTime
import PlainText
import Scenarios
import SimulationCore

/// The run as JUnit XML: a suite for each area, a case for each scenario.
struct JUnitReport {
  /// The dialects of JUnit XML.
  enum Dialect {
    /// What Jenkins' junit-10.xsd allows.
    case strict
    /// Also file, line and properties of a case, which other readers show.
    case extended
  }

  let dialect: Dialect

  /// The maximum number of log lines of a scenario that did not pass; the last ones are kept.
  static let excerptMax = 50

  /// The whole document.
  func text(_ results: [ScenarioResult], context: RunContext) -> String {
    let cases = ReportCase.all(results, context)
    let details = JUnitReport.details(cases)
    var writer = XMLWriter()
    var attributes = [("name", "dnp")] + counts(cases)
    if dialect == .extended {
      attributes.append(("skipped", skipped(cases)))
      attributes.append(("timestamp", timestamp(context)))
    }
    writer.element("testsuites", attributes) { writer in
      for (index, (area, cases)) in ReportCase.areas(cases).enumerated() {
        let attributes =
          [("name", area)] + counts(cases)
          + [("skipped", skipped(cases)), ("timestamp", timestamp(context))]
        writer.element("testsuite", attributes) { writer in
          // Some readers take all suites for one, in which a name may be set once.
          if index == 0 { suiteProperties(results, context, details.omitted, &writer) }
          for each in cases { write(each, details.texts[each.index], &writer) }
        }
      }
    }
    return writer.text
  }

  private func counts(_ cases: [ReportCase]) -> [(String, String)] {
    let elapsed = cases.map(\.elapsedMicroseconds).reduce(0, +)
    return [
      ("tests", String(cases.count)),
      ("failures", String(cases.count { $0.result.outcome == .failed })),
      ("errors", String(cases.count { $0.result.outcome == .aborted })),
      ("time", time(elapsed)),
    ]
  }

  /// Seconds; the schema of the strict dialect allows three decimals.
  private func time(_ microseconds: Int) -> String {
    switch dialect {
    case .strict: DurationText.seconds(Int64((microseconds + 500) / 1_000))
    case .extended: DurationText.microseconds(Int64(microseconds))
    }
  }

  private func skipped(_ cases: [ReportCase]) -> String {
    String(cases.count { [.skipped, .notRun, .notJudged].contains($0.result.outcome) })
  }

  /// When the run began, in UTC, in the format's form: without fraction and zone.
  private func timestamp(_ context: RunContext) -> String {
    let seconds = context.startedMilliseconds - context.startedMilliseconds % 1000
    return String(ISO8601.text(seconds).dropLast())
  }

  private func suiteProperties(
    _ results: [ScenarioResult], _ context: RunContext, _ omitted: Int,
    _ writer: inout XMLWriter
  ) {
    properties(
      [
        ("dnp.version", context.version), ("dnp.build", context.build),
        ("dnp.tzDataVersion", context.tzDataVersion),
        ("dnp.platforms", results.platforms.joined(separator: " ")),
      ] + (omitted > 0 ? [("dnp.cutScenarios", String(omitted))] : []), &writer)
  }

  private func properties(_ rows: [(String, String)], _ writer: inout XMLWriter) {
    writer.element("properties", []) { writer in
      for (name, value) in rows {
        writer.element("property", [("name", name), ("value", value)], text: "")
      }
    }
  }

  // MARK: One scenario

  /// The details of a scenario that did not pass: its failures, and the end of its log.
  private typealias Details = (explanation: String, output: String)

  /// The details of each scenario that has some, by its index, and how many are left out.
  private static func details(
    _ cases: [ReportCase]
  ) -> (texts: [Int: Details], omitted: Int) {
    var budget = DetailBudget()
    var texts: [Int: Details] = [:]
    for each in cases where [.failed, .aborted].contains(each.result.outcome) {
      var details = (explanation: "", output: "")
      let isShown = budget.takes(
        {
          details = (each.explanation, output(each.result))
          return details.explanation.utf8.count + details.output.utf8.count
        }())
      if isShown { texts[each.index] = details }
    }
    return (texts, budget.omitted)
  }

  private func write(_ each: ReportCase, _ details: Details?, _ writer: inout XMLWriter) {
    var attributes = [
      ("classname", "dnp.\(each.area)"), ("name", each.name),
      ("time", time(each.elapsedMicroseconds)),
    ]
    if dialect == .extended {
      let place = each.failurePlace
      attributes.append(("file", place.path))
      if let line = place.line { attributes.append(("line", String(line))) }
    }
    writer.element("testcase", attributes) { writer in
      if dialect == .extended {
        let isCut = details == nil && [.failed, .aborted].contains(each.result.outcome)
        properties(
          JUnitReport.properties(of: each) + (isCut ? [] : JUnitReport.steps(of: each)), &writer)
      }
      outcome(each, details, &writer)
      attempts(each.result, &writer)
      guard let details else { return }
      writer.element("system-out", [], text: details.output)
    }
  }

  private func outcome(_ each: ReportCase, _ details: Details?, _ writer: inout XMLWriter) {
    var message = each.result.failures.first ?? each.result.outcome.rawValue
    if details == nil { message = message.shortened(charactersMax: DetailBudget.shortMax) }
    let text = details?.explanation ?? DetailBudget.placeholder(each.result)
    switch each.result.outcome {
    case .passed, .waiting: break
    case .failed:
      writer.element(
        "failure", [("message", message), ("type", JUnitReport.kind(each.result))], text: text)
    case .aborted:
      writer.element(
        "error", [("message", message), ("type", "aborted")], text: text)
    case .skipped, .notRun, .notJudged:
      writer.element("skipped", [("message", each.skipReason)], text: "")
    }
  }

  /// The type of the first failure, which is the one in the message.
  private static func kind(_ result: ScenarioResult) -> String {
    let first = result.steps.first { $0.failure != nil || $0.blame != nil }
    guard let first else { return "invariant" }
    return first.failure == nil ? "judgement" : "expectation"
  }

  /// Earlier attempts: `flaky…` elements before a success, `rerun…` elements before a failure.
  private func attempts(_ result: ScenarioResult, _ writer: inout XMLWriter) {
    let kind = result.isFlaky ? "flaky" : "rerun"
    for attempt in result.earlierAttempts {
      let isError = attempt.outcome == .aborted
      writer.element(
        kind + (isError ? "Error" : "Failure"),
        [
          ("message", attempt.failures.first ?? attempt.outcome.rawValue),
          ("type", isError ? "aborted" : "attempt"),
        ],
        text: "attempt \(attempt.number), seed \(attempt.seed)\n"
          + attempt.failures.map { $0 + "\n" }.joined())
    }
  }

  /// What is needed to repeat the run.
  private static func properties(of each: ReportCase) -> [(String, String)] {
    let result = each.result
    return [
      ("seed", String(result.setup.seed)), ("zone", result.setup.zone),
      ("platform", "\(result.setup.platform) \(result.setup.osVersion) \(result.setup.variant)"),
      ("traceHash", result.traceHash),
      ("virtualDurationMs", String(result.endInstant.milliseconds)),
      ("tags", result.tags.joined(separator: " ")),
    ]
  }

  /// The outcome of each step.
  private static func steps(of each: ReportCase) -> [(String, String)] {
    each.result.steps.map { ("step[\($0.outcome.rawValue)]", $0.title) }
  }

  private static func output(_ result: ScenarioResult) -> String {
    let lines = result.lines.suffix(excerptMax).map {
      ISO8601.text($0.wallMilliseconds) + " " + $0.text + "\n"
    }
    return
      "\(result.setup.phone), seed \(result.setup.seed), zone \(result.setup.zone), "
      + "trace \(result.traceHash)\n"
      + "the last \(lines.count) of \(result.lineCount) log lines:\n" + lines.joined()
  }
}
