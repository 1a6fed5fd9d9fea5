public import JSONText

extension ParityReport {
  /// The version of the JSON form; it changes when a key is removed or means something else.
  public static let schemaVersion: Int64 = 1

  /// The report for programs, described by assets/schema/parity.schema.json.
  public var json: JSONValue {
    [
      "version": .integer(ParityReport.schemaVersion),
      "isExplained": .bool(isExplained),
      "unexplained": .array(unexplained.map(JSONValue.string)),
      "matrix": .array(answers.filter { $0.probe.table == .matrix }.map(\.json)),
      "guarantees": .array(answers.filter { $0.probe.table == .guarantees }.map(\.json)),
      "scenarios": .array(comparisons.map(\.json)),
      "oneSystemOnly": .integer(Int64(oneSidedCount)),
      "rules": .object(
        JSONObject(ParityRule.allCases.map { ($0.rawValue, .string($0.text)) })),
    ]
  }
}

extension ParityReport.Answer {
  fileprivate var json: JSONValue {
    var members = comparison.members
    members[0] = ("title", .string(probe.title))
    members[1] = (
      "promised",
      [
        "ios": probe.ios.map(JSONValue.string) ?? .null, "android": .string(probe.android),
      ]
    )
    members.append(("observed", .array(probe.facts.map { .string($0.rawValue) })))
    return .object(JSONObject(members))
  }
}

extension ParityComparison {
  fileprivate var json: JSONValue { .object(JSONObject(members)) }

  fileprivate var members: [(String, JSONValue)] {
    [
      ("name", .string(name)), ("path", .string(path)), ("ios", ios.json),
      ("android", android.json),
      (
        "differences",
        .array(
          differences.map { difference in
            [
              "fact": .string(difference.fact.rawValue),
              "ios": .string(difference.fact.value(ios)),
              "android": .string(difference.fact.value(android)),
              "rule": difference.rule.map { .string($0.rawValue) } ?? .null,
            ]
          })
      ),
    ]
  }
}

extension ParityFacts {
  fileprivate var json: JSONValue {
    [
      "outcome": .string(outcome.rawValue),
      "reason": reason.map(JSONValue.string) ?? .null,
      "shown": .integer(Int64(shown)),
      "fetched": .integer(Int64(fetched)),
      "driftMs": JSONValue(integerOrNull: driftMilliseconds),
      "codeAtFireTime": .integer(Int64(codeRuns)),
      "prefetches": .integer(Int64(prefetches)),
      "latenessMs": JSONValue(integerOrNull: latenessMilliseconds),
      "tokens": .integer(Int64(tokens)),
      "notModified": .integer(Int64(notModified)),
      "missed": .integer(Int64(missed)),
      "pending": .integer(Int64(pending)),
      "reachMs": JSONValue(integerOrNull: reachMilliseconds),
      "recoveries": .array(recoveries.map(JSONValue.string)),
      "rejections": .array(rejections.map(JSONValue.string)),
      "causes": .array(causes.map(JSONValue.string)),
    ]
  }
}
