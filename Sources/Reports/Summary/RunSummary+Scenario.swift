import DailyNotification
import JSONText
import LocatedYAML
import PlainText
import Scenarios
import SimulationCore

extension RunSummary {
  /// One scenario of the document.
  static func scenario(_ result: ScenarioResult, isFull: Bool) -> JSONValue {
    var members: JSONObject = [
      "name": .string(result.name),
      "path": .string(result.path),
      "description": .string(result.summary),
      "tags": .array(result.tags.map(JSONValue.string)),
      "outcome": .string(result.outcome.rawValue),
      "skipReason": result.skipReason.map(JSONValue.string) ?? .null,
      "isFlaky": .bool(result.isFlaky),
      "failures": .array(result.failures.map(JSONValue.string)),
      "attempts": .array(result.earlierAttempts.map(attempt)),
      "further": result.further.map(further) ?? .null,
    ]
    for (key, value) in setup(result).members { members[key] = value }
    for (key, value) in observed(result, isFull: isFull).members { members[key] = value }
    return .object(members)
  }

  /// A scenario without its details; its outcome and its first failure are left.
  static func cut(_ scenario: JSONValue) -> JSONValue {
    guard case .object(var members) = scenario else { return scenario }
    let first = members["failures"]?.arrayValue?.first?.stringValue
    members["failures"] = .array(
      first.map { [.string($0.shortened(charactersMax: DetailBudget.shortMax))] } ?? [])
    for key in [
      "attempts", "steps", "invariants", "violations", "telemetry", "occurrences", "drift",
      "recoveries", "logExcerpt",
    ] { members[key] = [] }
    members["knobs"] = [:]
    members["isCut"] = true
    return .object(members)
  }

  private static func further(_ command: FurtherCommand) -> JSONValue {
    [
      "purpose": .string(command.purpose.rawValue), "command": .string(command.text),
      "words": .array(command.words.map(JSONValue.string)),
      "needsFile": .bool(command.isFromStandardInput),
    ]
  }

  private static func setup(_ result: ScenarioResult) -> JSONObject {
    let setup = result.setup
    return [
      // A string, since JSON readers round integers beyond 2^53.
      "seed": .string(String(setup.seed)),
      "platform": .string(setup.platform),
      "variant": .string(setup.variant),
      "osVersion": .string(setup.osVersion),
      "zone": .string(setup.zone),
      "knobs": .object(setup.knobs),
      "configurationHash": .string(setup.hash),
    ]
  }

  private static func observed(_ result: ScenarioResult, isFull: Bool) -> JSONObject {
    [
      "traceHash": .string(result.traceHash),
      "records": .integer(Int64(result.recordCount)),
      "virtual": [
        "startedAt": time(result.setup.startMilliseconds),
        "stoppedAt": time(result.endWallMilliseconds),
        "durationMs": .integer(result.endInstant.milliseconds),
      ],
      "steps": .array(result.steps.map { step($0, isFull: isFull) }),
      "invariants": .array(result.invariants.map(invariant)),
      "violations": .array(result.violations.map(violation)),
      "telemetry": .array(
        result.telemetry.map { ["name": .string($0.name), "value": number($0.value)] }),
      "snapshot": result.snapshot,
      "occurrences": .array(result.occurrences.listed.map(occurrence)),
      "omittedOccurrences": number(result.occurrences.omittedCount),
      "drift": .array(drift(result.timeline)),
      "recoveries": .array(recoveries(result.timeline)),
      "omittedMarks": number(result.timeline.omittedCount),
      "logLines": number(result.lineCount),
      "logExcerpt": .array((isFull ? result.lines[...] : excerpt(result)).map(line)),
    ]
  }

  private static func attempt(_ attempt: ScenarioResult.Attempt) -> JSONValue {
    [
      "number": number(attempt.number),
      "seed": .string(String(attempt.seed)),
      "outcome": .string(attempt.outcome.rawValue),
      "failures": .array(attempt.failures.map(JSONValue.string)),
      "durationMs": .integer(attempt.durationMilliseconds),
    ]
  }

  private static func step(_ step: StepResult, isFull: Bool) -> JSONValue {
    var members: JSONObject = [
      "number": number(step.number),
      "line": number(step.line),
      "title": .string(step.title),
      "text": .string(step.text),
      "phase": .string(step.phase.rawValue),
      "file": step.includedFrom.map(JSONValue.string) ?? .null,
      "outcome": .string(step.outcome.rawValue),
      "skipReason": step.skipReason.map(JSONValue.string) ?? .null,
      "at": step.hasRun ? time(step.wallMilliseconds) : .null,
      "instantMs": step.hasRun ? .integer(step.instant.milliseconds) : .null,
      "durationMs": .integer(step.durationMilliseconds),
      "message": step.failure.map { .string($0.text) } ?? .null,
      "failure": step.failure.map(failure) ?? .null,
      "judgement": step.judgement.map(judgement) ?? .null,
    ]
    if isFull { members["reply"] = step.reply ?? .null }
    return .object(members)
  }

  private static func judgement(_ judgement: Judgement) -> JSONValue {
    [
      "verdict": judgement.verdict.map { .string($0.rawValue) } ?? .null,
      "note": .string(judgement.note),
    ]
  }

  private static func failure(_ failure: StepFailure) -> JSONValue {
    [
      "expected": .string(failure.expected),
      "found": .string(failure.found),
      "at": time(failure.wallMilliseconds),
      "instantMs": .integer(failure.instant.milliseconds),
      "lastRecords": .array(failure.lastRecords.map(JSONValue.string)),
      "line": failure.place.map { number($0.line) } ?? .null,
      "column": failure.place.map { number($0.column) } ?? .null,
      "excerpt": failure.excerpt.map(excerpt) ?? .null,
      "hint": failure.hint.map(JSONValue.string) ?? .null,
      "others": .array(
        failure.others.map { other in
          [
            "expected": .string(other.expected),
            "found": .string(other.found),
            "line": other.place.map { number($0.line) } ?? .null,
            "column": other.place.map { number($0.column) } ?? .null,
            "excerpt": other.excerpt.map(excerpt) ?? .null,
          ]
        }),
    ]
  }

  /// The line as it is written, and how many characters of it are before the place.
  private static func excerpt(_ excerpt: SourceExcerpt) -> JSONValue {
    ["text": .string(excerpt.text), "offset": number(excerpt.offset)]
  }

  private static func invariant(_ invariant: InvariantCount) -> JSONValue {
    [
      "id": number(invariant.id),
      "name": .string(invariant.name),
      "checks": number(invariant.checks),
      "violations": number(invariant.violations),
    ]
  }

  private static func violation(_ violation: BrokenInvariant) -> JSONValue {
    [
      "id": number(violation.id),
      "name": .string(violation.name),
      "at": time(violation.wallMilliseconds),
      "record": .integer(Int64(violation.sequence)),
      "message": .string(violation.message),
      "isAllowed": .bool(violation.isAllowed),
    ]
  }

  private static func excerpt(_ result: ScenarioResult) -> ArraySlice<LoggedLine> {
    result.outcome.isGood ? [] : result.lines.suffix(excerptMax)
  }

  private static func line(_ line: LoggedLine) -> JSONValue {
    [
      "at": time(line.wallMilliseconds), "level": .string(line.level), "text": .string(line.text),
    ]
  }
}
