import PlainText
import Scenarios

/// The number of scenarios and steps by outcome.
struct RunTally {
  private let scenarioCounts: [RunOutcome: Int]
  private let stepCounts: [RunOutcome: Int]
  /// The number of scenarios.
  let count: Int
  /// The number of scenarios that passed only after a failed attempt.
  let flaky: Int
  /// The number of violations of invariants, including allowed ones.
  let violations: Int
  /// The outcome of the whole run.
  let outcome: RunOutcome

  init(_ results: [ScenarioResult]) {
    scenarioCounts = results.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 }
    stepCounts = results.reduce(into: [:]) { counts, result in
      for step in result.steps { counts[step.outcome, default: 0] += 1 }
    }
    count = results.count
    flaky = results.count(where: \.isFlaky)
    violations = results.flatMap(\.invariants).map(\.violations).reduce(0, +)
    outcome = RunSummary.outcome(of: results)
  }

  func scenarios(_ outcome: RunOutcome) -> Int { scenarioCounts[outcome, default: 0] }

  func steps(_ outcome: RunOutcome) -> Int { stepCounts[outcome, default: 0] }

  /// The outcomes that a table of counts shows.
  var reported: [RunOutcome] {
    let isJudged = scenarios(.notJudged) + steps(.notJudged) == 0
    return RunOutcome.reported + (isJudged ? [] : [.notJudged])
  }

  /// The outcome that is shown: without scenarios nothing ran, although nothing failed.
  var shownOutcome: RunOutcome { count == 0 ? .notRun : outcome }

  /// The glyph of the verdict.
  var mark: String { shownOutcome.mark }

  /// The verdict as words: `2 of 9 scenarios did not pass`.
  var sentence: String {
    guard count > 0 else { return "no scenarios" }
    let bad = RunOutcome.allCases.filter { !$0.isGood }.map(scenarios).reduce(0, +)
    let all = count.counted("scenario")
    var text = bad == 0 ? "\(all), all good" : "\(bad) of \(all) did not pass"
    if scenarios(.notJudged) > 0 {
      text =
        "\(all), \(scenarios(.notJudged)) not judged" + (bad == 0 ? "" : ", \(bad) did not pass")
    }
    if scenarios(.skipped) > 0 { text += ", \(scenarios(.skipped)) skipped" }
    if flaky > 0 { text += ", \(flaky) flaky" }
    return text
  }
}

extension RunOutcome {
  /// The outcomes that a table of counts shows in every run.
  static let reported: [RunOutcome] = [.passed, .failed, .aborted, .skipped, .notRun]

  /// Whether nothing went wrong.
  var isGood: Bool { RunSummary.isGood(self) }

  /// A glyph that needs no colour.
  var mark: String {
    switch self {
    case .passed: "✓"
    case .failed: "✗"
    case .aborted: "⊘"
    case .skipped, .notRun: "–"
    case .waiting: "…"
    case .notJudged: "?"
    }
  }

  /// The outcome as words.
  var word: String {
    switch self {
    case .notRun: "not run"
    case .notJudged: "not judged"
    case .passed, .failed, .skipped, .waiting, .aborted: rawValue
    }
  }
}
