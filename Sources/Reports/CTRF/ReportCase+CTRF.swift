import JSONText
import PlainText
import Scenarios
import SimulationCore

extension ReportCase {
  /// The scenario as a test of the format.
  var ctrf: JSONValue {
    var members = identity
    if !result.earlierAttempts.isEmpty {
      members["retryAttempts"] = .array(result.earlierAttempts.map(ReportCase.ctrf))
    }
    for (key, value) in failureMembers.members { members[key] = value }
    members["steps"] = .array(result.steps.map { ReportCase.ctrf($0, result) })
    members["extra"] = extra
    return .object(members)
  }

  /// The same without its details.
  var cutCTRF: JSONValue {
    var members = identity
    let failure = result.failures.first ?? result.outcome.rawValue
    members["message"] = .string(failure.shortened(charactersMax: DetailBudget.shortMax))
    members["trace"] = .string(DetailBudget.placeholder(result))
    members["extra"] = CTRFReport.extra([
      "seed": .string(String(result.setup.seed)), "isCut": true,
    ])
    return .object(members)
  }

  private var identity: JSONObject {
    [
      "testId": .string(id),
      "name": .string(name),
      "status": .string(CTRFReport.status(of: result.outcome)),
      "duration": RunSummary.number(elapsedMilliseconds),
      "suite": [.string(area)],
      "rawStatus": .string(result.outcome.rawValue),
      "type": "scenario",
      "filePath": .string(result.path),
      "tags": .array(result.tags.map(JSONValue.string)),
      "flaky": .bool(result.isFlaky),
      "retries": RunSummary.number(result.earlierAttempts.count),
      "device": .string("\(result.setup.platform) \(result.setup.osVersion)"),
    ]
  }

  private var failureMembers: JSONObject {
    if [.skipped, .notRun, .notJudged].contains(result.outcome) {
      return ["message": .string(skipReason)]
    }
    guard !result.failures.isEmpty else { return [:] }
    var members: JSONObject = [
      "message": .string(result.failures.joined(separator: "\n")),
      "trace": .string(explanation),
    ]
    // A line of a file other than `filePath` would be shown in the wrong place.
    if failedStep?.includedFrom == nil, let line = failurePlace.line {
      members["line"] = RunSummary.number(line)
    }
    return members
  }

  private var extra: JSONValue {
    let setup = result.setup
    var members: JSONObject = [
      "description": .string(result.summary),
      "seed": .string(String(setup.seed)),
      "platform": .string(setup.platform),
      "variant": .string(setup.variant),
      "osVersion": .string(setup.osVersion),
      "zone": .string(setup.zone),
      "knobs": .object(setup.knobs),
      "configurationHash": .string(setup.hash),
      "traceHash": .string(result.traceHash),
      "virtualStart": RunSummary.time(setup.startMilliseconds),
      "virtualStop": RunSummary.time(result.endWallMilliseconds),
      "virtualDurationMs": .integer(result.endInstant.milliseconds),
      "violations": .array(result.violations.map { .string($0.text) }),
    ]
    let losses = result.lossLines(max: 50)
    if !losses.isEmpty { members["notShown"] = .array(losses.map(JSONValue.string)) }
    if let further = result.further {
      members["further"] = .string("\(further.heading): \(further.text)")
    }
    return CTRFReport.extra(members)
  }

  private static func ctrf(_ attempt: ScenarioResult.Attempt) -> JSONValue {
    [
      "attempt": RunSummary.number(max(1, attempt.number)),
      "status": .string(CTRFReport.status(of: attempt.outcome)),
      "message": .string(attempt.failures.joined(separator: "\n")),
      "extra": CTRFReport.extra([
        "seed": .string(String(attempt.seed)),
        "virtualDurationMs": .integer(attempt.durationMilliseconds),
      ]),
    ]
  }

  private static func ctrf(_ step: StepResult, _ result: ScenarioResult) -> JSONValue {
    var extra: JSONObject = [
      "number": RunSummary.number(step.number),
      "line": RunSummary.number(step.line),
      "text": .string(step.text),
      "outcome": .string(step.outcome.rawValue),
      "phase": .string(step.phase.rawValue),
      "virtualDurationMs": .integer(step.durationMilliseconds),
    ]
    if step.hasRun { extra["at"] = RunSummary.time(step.wallMilliseconds) }
    if let file = step.includedFrom { extra["file"] = .string(file) }
    if let reason = step.skipReason { extra["skipReason"] = .string(reason) }
    if let failure = step.failure {
      extra["message"] = .string(failure.text)
      extra["place"] = result.place(of: step).map(JSONValue.string)
    }
    if let judgement = step.judgement { extra["judgement"] = judgement.json }
    return [
      "name": .string(step.title),
      "status": .string(CTRFReport.status(of: step.outcome)),
      "extra": CTRFReport.extra(extra),
    ]
  }
}

extension StepResult {
  /// Whether it was started, so that it has an instant.
  var hasRun: Bool { outcome != .notRun && outcome != .skipped }
}

extension Judgement {
  /// The verdict, if there is one, and the note.
  var json: JSONValue {
    verdict.map { ["verdict": .string($0.rawValue), "note": .string(note)] }
      ?? ["note": .string(note)]
  }
}
