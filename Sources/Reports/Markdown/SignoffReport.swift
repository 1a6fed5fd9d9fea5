import PlainText
public import Scenarios

/// The table that a tester signs: a row for each scenario, in GitHub flavoured Markdown.
///
/// What a test plan asks for is there: ID, scenario, script test, expected, result, notes; and the
/// phone.
public enum SignoffReport {
  /// The maximum length of what is expected or noted, in characters.
  static let valueMax = 500

  /// The heading, the table, and the line for name and date.
  public static func text(_ results: [ScenarioResult], context: RunContext) -> String {
    let cases = ReportCase.all(results, context)
    let tally = RunTally(results)
    return "# Sign-off: \(tally.sentence)\n\n"
      + "dnp \(MarkdownText.escaped(context.version)) (\(context.build)) · "
      + "time zones \(MarkdownText.escaped(context.tzDataVersion))\n\n"
      + "| ID | Scenario | Script test | Phone | Expected | Result | Notes |\n"
      + "|---|---|---|---|---|---|---|\n" + cases.map(row).joined()
      + "\n☑ as expected · ☒ not as expected · ☐ not decided here\n"
      + "\nName: ____________________ Date: ____________________\n"
  }

  private static func row(_ each: ReportCase) -> String {
    let result = each.result
    let cells = [
      MarkdownText.escaped(each.name), cell(result.summary), MarkdownText.code(result.path),
      cell(result.setup.phone), cell(expected(result)),
      "\(mark(result)) \(result.isFlaky ? "flaky" : result.outcome.word)", cell(notes(each)),
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  private static func cell(_ text: String) -> String {
    MarkdownText.escaped(text.shortened(charactersMax: valueMax))
  }

  /// The names of the expectations, in order.
  private static func expected(_ result: ScenarioResult) -> String {
    let names = result.steps.filter { $0.isExpectation && $0.title != $0.text }.map(\.title)
    return names.isEmpty ? "every step does what it says" : names.joined(separator: "; ")
  }

  /// A question that nobody has answered leaves the box empty, even if all else is as expected.
  private static func mark(_ result: ScenarioResult) -> String {
    switch result.outcome {
    case .passed: result.openQuestions.isEmpty ? "☑" : "☐"
    case .failed, .aborted: "☒"
    case .notRun, .skipped, .waiting, .notJudged: "☐"
    }
  }

  private static func notes(_ each: ReportCase) -> String {
    let result = each.result
    let buckets = result.tags.compactMap(Bucket.init(rawValue:)).map(\.words)
    let open = result.openQuestions.count
    let questions = open == 0 ? [] : [open.counted("question") + " for a person"]
    let isUndecided = result.outcome == .skipped || result.outcome == .notJudged
    let reason = isUndecided ? [each.skipReason] : []
    let said = result.steps.compactMap { step in
      step.judgement.flatMap { $0.note.isEmpty ? nil : $0.note }
    }
    return (buckets + reason + questions + Array(result.failures.prefix(1)) + said)
      .joined(separator: "; ")
  }
}

/// How much of a test can be decided without a phone; the tag of a scenario names it.
enum Bucket: String, CaseIterable {
  case deterministic = "bucket-a"
  case timing = "bucket-b"
  case phone = "bucket-c"

  /// The bucket in words, as the notes have it.
  var words: String {
    switch self {
    case .deterministic: "A: decided here"
    case .timing: "B: flow decided here, timing on a phone"
    case .phone: "C: a phone decides"
    }
  }
}

extension StepResult {
  /// Whether it expects something, or asks a person.
  fileprivate var isExpectation: Bool { text.hasPrefix("expect") || isQuestion }

  /// Whether it asks a person.
  fileprivate var isQuestion: Bool { text.hasPrefix("checkpoint") }
}

extension ScenarioResult {
  /// The questions that no person has answered.
  fileprivate var openQuestions: [StepResult] {
    steps.filter { $0.isQuestion && $0.judgement?.verdict == nil }
  }
}
