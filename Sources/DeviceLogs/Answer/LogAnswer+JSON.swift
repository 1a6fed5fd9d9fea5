import DailyNotification
public import JSONText

extension LogAnswer {
  /// The answer for programs; its structure is described in docs/logs.md.
  public func json(path: String) -> JSONValue {
    [
      "schemaVersion": 3,
      "file": .string(path),
      "verdict": .string(verdict.rawValue),
      "format": .string(format.name),
      "isFormatGiven": .bool(isFormatGiven),
      "lines": tallyJSON,
      "dialects": .array(
        tally.dialectCounts.map { dialect, count in
          [
            "name": .string(dialect.rawValue), "records": .integer(Int64(count.records)),
            "unnamed": .integer(Int64(count.unnamed)),
          ]
        }),
      "categories": .array(categories.map { .string($0.rawValue) }),
      "peeled": .array(peeled.map(JSONValue.string)),
      "inferred": .array(inferences.map(LogAnswer.json)),
      "warnings": .array(warnings.map(JSONValue.string)),
      "doubts": .array(doubts.map(JSONValue.string)),
      "evidence": .array(evidence.map(LogAnswer.json)),
      "profiles": .array(profiles.map(LogAnswer.json)),
    ]
  }

  private var tallyJSON: JSONValue {
    [
      "total": .integer(Int64(tally.lines)),
      "recognized": .integer(Int64(tally.recognized)),
      "continuations": .integer(Int64(tally.continuations)),
      "skipped": .integer(Int64(tally.skipped)),
      "unknown": .integer(Int64(tally.unknown)),
      "cut": .integer(Int64(tally.cut)),
      "plugin": .integer(Int64(tally.plugin)),
      "repeated": .integer(Int64(tally.repeated)),
      "foreign": .integer(Int64(tally.foreign)),
      "private": .integer(Int64(tally.hidden)),
    ]
  }

  private static func json(_ inference: LogInference) -> JSONValue {
    [
      "kind": .string(inference.kind.rawValue),
      "value": inference.value.map(JSONValue.string) ?? .null,
      "reason": .string(inference.reason),
    ]
  }

  private static func json(_ evidence: LogEvidence) -> JSONValue {
    [
      "line": .integer(Int64(evidence.number)),
      "time": evidence.time.map { .string($0.text) } ?? .null,
      "means": .string(evidence.means),
      "text": .string(evidence.text),
    ]
  }

  private static func json(_ profile: Profile) -> JSONValue {
    [
      "name": .string(profile.name),
      "title": .string(profile.title),
      "writer": profile.writer.map(JSONValue.string) ?? .null,
      "verdict": .string(profile.verdict.rawValue),
      "passes": .integer(Int64(profile.passes)),
      "brokenPasses": .integer(Int64(profile.brokenPasses)),
      "steps": .array(profile.steps.map(json)),
      "timings": .array(profile.timings.map(json)),
      "findings": .array(profile.findings.map(json)),
      "findingsOmitted": .integer(Int64(profile.findingsOmitted)),
      "sums": .array(profile.sums.map(json)),
      "reason": profile.reason.map(JSONValue.string) ?? .null,
      "unchecked": .array(profile.unchecked.map(JSONValue.string)),
      "used": .array(profile.uses.map(json)),
      "usedOmitted": .integer(Int64(profile.usesOmitted)),
    ]
  }

  private static func json(_ sum: LogSum) -> JSONValue {
    [
      "lines": .array(sum.numbers.map { .integer(Int64($0)) }),
      "sums": .array(
        sum.values.map { ["field": .string($0.field), "sum": .integer($0.sum)] }),
      "text": .string(sum.text),
    ]
  }

  private static func json(_ step: Step) -> JSONValue {
    [
      "lines": .array(step.lines.map { .string($0.name) }),
      "text": .string(step.title),
      "verdict": .string(step.verdict.rawValue),
      "seen": .integer(Int64(step.seen)),
      "first": step.firstLine.map { .string($0.name) } ?? .null,
      "firstLine": step.firstNumber.map { .integer(Int64($0)) } ?? .null,
      "firstTime": step.firstTime.map { .string($0.text) } ?? .null,
      "place": step.place.map { .integer(Int64($0)) } ?? .null,
    ]
  }

  private static func json(_ timing: Timing) -> JSONValue {
    [
      "name": .string(timing.name),
      "says": .string(timing.says),
      "checked": .integer(Int64(timing.checked)),
      "broken": .integer(Int64(timing.broken)),
      "unchecked": timing.unchecked.map(JSONValue.string) ?? .null,
    ]
  }

  private static func json(_ use: LogUse) -> JSONValue {
    [
      "line": .integer(Int64(use.number)),
      "time": use.time.map { .string($0.text) } ?? .null,
      "text": .string(use.text),
      "roles": .array(use.roles.map { .string($0.words) }),
    ]
  }

  private static func json(_ finding: LogFinding) -> JSONValue {
    [
      "kind": .string(finding.kind.rawValue),
      "severity": .string(finding.severity.rawValue),
      "text": .string(finding.text),
      "line": finding.number.map { .integer(Int64($0)) } ?? .null,
      "step": finding.step.map { .integer(Int64($0)) } ?? .null,
      "pass": .integer(Int64(finding.pass)),
    ]
  }
}
