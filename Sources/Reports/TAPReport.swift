import CivilTime
import JSONText
import PlainText
import Scenarios

/// The run in the Test Anything Protocol, version 13: one test point per scenario.
///
/// Source: testanything.org, TAP 13 and 14 specifications; what is written is the same in both, and
/// Debian's `prove` refuses a report that names the later one. In a description and in a
/// directive's reason, `#` and `\` are escaped with a backslash; a diagnostic is a YAML block,
/// indented by two blanks. Its strings are written as JSON, which is valid YAML.
enum TAPReport {
  /// The maximum length of a name or value, in characters.
  static let valueMax = 2_000
  /// The maximum number of failures per scenario.
  static let failuresMax = 20

  /// The whole report, with a line feed at its end.
  static func text(_ results: [ScenarioResult], context: RunContext) -> String {
    let cases = ReportCase.all(results, context)
    // Test points are always written.
    var budget = DetailBudget()
    var text = "TAP version 13\n1..\(cases.count)\n"
    text += comment("dnp \(context.version) (\(context.build))")
    let phones = Set(results.map(\.setup.phone)).sorted()
    if !phones.isEmpty { text += comment("on " + phones.joined(separator: "; ")) }
    for (index, each) in cases.enumerated() {
      text += testPoint(each, number: index + 1)
      let block = diagnostic(each.result)
      if !block.isEmpty, budget.takes(block.utf8.count) { text += block }
    }
    text += comment(RunTally(results).sentence)
    if budget.omitted > 0 {
      text += comment("The diagnostics of \(budget.omitted.counted("scenario")) are left out.")
    }
    return text
  }

  private static func testPoint(_ each: ReportCase, number: Int) -> String {
    let point = "\(number) - \(escaped("\(each.area) / \(each.name)"))"
    return switch each.result.outcome {
    case .passed: "ok \(point)\n"
    case .skipped, .notRun, .notJudged: "ok \(point) # SKIP \(escaped(each.skipReason))\n"
    case .failed, .aborted, .waiting: "not ok \(point)\n"
    }
  }

  // MARK: Diagnostics

  /// The YAML block of a scenario that failed or had an earlier attempt; empty for others.
  private static func diagnostic(_ result: ScenarioResult) -> String {
    let steps = result.steps.filter(\.isBad)
    let broken = result.violations.filter { !$0.isAllowed }
    guard !result.outcome.isGood || result.isFlaky else { return "" }
    var lines = [
      "---", "outcome: \(result.outcome.rawValue)", "phone: \(quoted(result.setup.phone))",
      "seed: \(quoted(result.setup.seed))",
    ]
    let failures = steps.map { rows(of: $0, result) } + broken.map(rows)
    lines += list("failures", failures)
    if let further = result.further {
      lines.append("further: \(quoted("\(further.heading): \(further.text)"))")
    }
    lines += list("earlierAttempts", result.earlierAttempts.map(rows))
    lines.append("...")
    return lines.map { "  \($0)\n" }.joined()
  }

  private static func rows(of step: StepResult, _ result: ScenarioResult) -> [String] {
    ["step: \(step.number)", "title: \(quoted(step.title))"]
      + (result.place(of: step).map { ["place: \(quoted($0))"] } ?? [])
      + differences(step, result)
      + step.failureRows.map { name, value in "\(name): \(quoted(value))" }
      + texts("lastRecords", step.failure?.lastRecords ?? [])
  }

  /// What was expected and found, which TAP calls `got`; several are a list, `differences`.
  private static func differences(_ step: StepResult, _ result: ScenarioResult) -> [String] {
    guard let failure = step.failure else { return [] }
    let all = failure.all.map { mismatch in
      ["expected: \(quoted(mismatch.expected))", "got: \(quoted(mismatch.found))"]
        + texts("excerpt", mismatch.excerpt?.rows ?? [])
    }
    guard all.count > 1 else { return all[0] }
    let placed = zip(all, failure.all).map { rows, mismatch in
      rows + (result.place(of: mismatch, in: step).map { ["place: \(quoted($0))"] } ?? [])
    }
    return ["differences:"]
      + placed.flatMap { rows in
        rows.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
      }
  }

  /// A list of strings under a name; empty without any.
  private static func texts(_ name: String, _ texts: [String]) -> [String] {
    texts.isEmpty ? [] : ["\(name):"] + texts.map { "  - \(quoted($0))" }
  }

  private static func rows(of broken: BrokenInvariant) -> [String] {
    [
      "invariant: \(broken.id)", "title: \(quoted(broken.name))",
      "message: \(quoted(broken.message))",
      "at: \(quoted(ISO8601.text(broken.wallMilliseconds)))",
    ]
  }

  private static func rows(of attempt: ScenarioResult.Attempt) -> [String] {
    [
      "attempt: \(attempt.number)", "seed: \(quoted(attempt.seed))",
      "outcome: \(attempt.outcome.rawValue)",
      "message: \(quoted(attempt.failures.first ?? ""))",
    ]
  }

  /// A list of mappings under a name; empty without items.
  private static func list(_ name: String, _ items: [[String]]) -> [String] {
    guard !items.isEmpty else { return [] }
    let shown = items.prefix(failuresMax).flatMap { rows in
      rows.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
    }
    let omitted = items.count - failuresMax
    return ["\(name):"] + shown + (omitted > 0 ? ["\(name)Omitted: \(omitted)"] : [])
  }

  // MARK: Strings

  private static func comment(_ text: String) -> String { "# \(SafeText.fileLine(text))\n" }

  /// A description or a reason on one line, with what would end it escaped.
  private static func escaped(_ text: String) -> String {
    SafeText.fileLine(text.shortened(charactersMax: valueMax))
      .replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// A YAML string in double quotes; line feeds and tabs are escaped.
  private static func quoted(_ value: some CustomStringConvertible) -> String {
    var text = String.UnicodeScalarView()
    for scalar in value.description.shortened(charactersMax: valueMax).unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": text.append(scalar)
      default: text.append(SafeText.forFile(scalar))
      }
    }
    return JSONValue.string(String(text)).canonicalText
  }
}
