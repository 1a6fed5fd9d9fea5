import CivilTime
public import JSONText
public import Scenarios

/// The run summary: one JSON document about one or many scenarios.
///
/// Its schema is `assets/schema/run-summary.schema.json`; times are ISO 8601 UTC, durations are
/// virtual milliseconds, and everything but `startedAt` and `stoppedAt` is the same in each run of
/// the same scenarios.
public enum RunSummary {
  /// The version of the schema.
  public static let schemaVersion: Int64 = 1
  /// The maximum number of log lines of a failed scenario; the last ones are kept.
  static let excerptMax = 50

  /// The whole document.
  ///
  /// Of scenarios that did not pass, only the first ones have their details: see `DetailBudget`.
  ///
  /// - Parameter isFull: Whether it has all details, replies, and the log also of what passed.
  public static func json(
    _ results: [ScenarioResult], context: RunContext, isFull: Bool = false
  ) -> JSONValue {
    var budget = DetailBudget()
    let scenarios = results.map { result -> JSONValue in
      let whole = scenario(result, isFull: isFull)
      if isFull || result.outcome.isGood { return whole }
      return budget.takes(whole.canonicalText.utf8.count) ? whole : cut(whole)
    }
    var members: JSONObject = [
      "schemaVersion": .integer(schemaVersion),
      "tool": [
        "name": "dnp", "version": .string(context.version), "build": .string(context.build),
      ],
      "tzDataVersion": .string(context.tzDataVersion),
      "startedAt": time(context.startedMilliseconds),
      "stoppedAt": time(context.stoppedMilliseconds),
      "outcome": .string(outcome(of: results).rawValue),
      "counts": counts(of: results),
      "knownLimits": .array(KnownLimits.texts(of: results).map(JSONValue.string)),
      "scenarios": .array(scenarios),
    ]
    if budget.omitted > 0 { members["cutScenarios"] = number(budget.omitted) }
    return .object(members)
  }

  /// Passed when every scenario passed or was skipped, not judged when one was not; aborted when
  /// one was, failed otherwise.
  public static func outcome(of results: [ScenarioResult]) -> RunOutcome {
    if results.contains(where: { $0.outcome == .aborted }) { return .aborted }
    // Without a failure, scenarios that were not run mean that the run was interrupted.
    let isCut = results.contains { $0.outcome == .notRun }
    if isCut, !results.contains(where: { $0.outcome == .failed }) { return .aborted }
    guard results.allSatisfy({ isGood($0.outcome) }) else { return .failed }
    return results.contains { $0.outcome == .notJudged } ? .notJudged : .passed
  }

  /// Whether an outcome is not a problem.
  public static func isGood(_ outcome: RunOutcome) -> Bool {
    outcome == .passed || outcome == .skipped || outcome == .notJudged
  }

  private static func counts(of results: [ScenarioResult]) -> JSONValue {
    let steps = results.flatMap(\.steps)
    return [
      "scenarios": number(results.count),
      "passed": number(results.count { $0.outcome == .passed }),
      "failed": number(results.count { $0.outcome == .failed }),
      "aborted": number(results.count { $0.outcome == .aborted }),
      "skipped": number(results.count { $0.outcome == .skipped }),
      "notRun": number(results.count { $0.outcome == .notRun }),
      "notJudged": number(results.count { $0.outcome == .notJudged }),
      "flaky": number(results.count(where: \.isFlaky)),
      "steps": [
        "passed": number(steps.count { $0.outcome == .passed }),
        "failed": number(steps.count { $0.outcome == .failed }),
        "notRun": number(steps.count { $0.outcome == .notRun }),
        "skipped": number(steps.count { $0.outcome == .skipped }),
        "waiting": number(steps.count { $0.outcome == .waiting }),
        "notJudged": number(steps.count { $0.outcome == .notJudged }),
      ],
      "violations": number(results.flatMap(\.invariants).map(\.violations).reduce(0, +)),
    ]
  }

  static func time(_ milliseconds: Int64) -> JSONValue {
    .string(ISO8601.text(milliseconds))
  }

  static func number(_ count: Int) -> JSONValue {
    .integer(Int64(count))
  }
}
