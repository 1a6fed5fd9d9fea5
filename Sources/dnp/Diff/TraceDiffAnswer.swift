import CivilTime
import DeviceModel
import JSONText
import PlainText
import Scenarios
import SimulationCore

/// Where two traces diverge, for people and for programs.
struct TraceDiffAnswer {
  /// The maximum length of a record or a value shown to people, in bytes.
  private static let bytesMax = 400

  let a: String
  let b: String
  let comparison: TraceComparison

  /// Lines, each with its line feed.
  var text: String {
    var lines = ["A  \(a)", "B  \(b)"]
    if comparison.isEqual {
      lines.append("equal: \(comparison.equalCount) records, trace hash \(hash)")
    }
    for difference in comparison.differences { lines += self.lines(difference) }
    if comparison.differences.count == 1, comparison.differences[0].index == 0, hasEnded {
      lines.append("all \(comparison.equalCount) records after it are equal")
    }
    lines += ending("A", comparison.endOfA) + ending("B", comparison.endOfB)
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  private var hash: String { comparison.endOfA?.traceHash ?? "" }

  private var hasEnded: Bool { comparison.endOfA != nil && comparison.endOfB != nil }

  private func lines(_ difference: TraceDifference) -> [String] {
    let before = difference.before.map { "   " + shortened($0.line) }
    switch (difference.a, difference.b) {
    case (let left?, let right?):
      return ["record \(difference.index) differs\(configured(difference))"] + before
        + [line("A", left), line("B", right), place("A", left), place("B", right)]
        + difference.fields.filter { !["instant", "time"].contains($0.name) }.flatMap(fields)
    case (let left?, nil):
      return ["B is the beginning of A: it ends after \(difference.index) records, A goes on with"]
        + before + [line("A", left), place("A", left)]
    case (nil, let right?):
      return ["A is the beginning of B: it ends after \(difference.index) records, B goes on with"]
        + before + [line("B", right), place("B", right)]
    case (nil, nil): return []
    }
  }

  private func configured(_ difference: TraceDifference) -> String {
    difference.index == 0 ? ": the configurations of the runs" : ""
  }

  private func line(_ side: String, _ record: ComparedRecord) -> String {
    "\(side)  " + shortened(record.line)
  }

  /// Wall time and instant, only a part of which is in the record's line.
  private func place(_ side: String, _ record: ComparedRecord) -> String {
    "   \(side) at \(ISO8601.text(record.record.wallMilliseconds)), "
      + "\(record.record.instant.milliseconds) ms into the run"
  }

  private func fields(_ field: FieldDifference) -> [String] {
    [
      "   \(field.name)", "     A  \(shortened(field.a ?? "(none)"))",
      "     B  \(shortened(field.b ?? "(none)"))",
    ]
  }

  private func ending(_ side: String, _ end: RunEnd?) -> [String] {
    guard let end, let failure = end.failure else { return [] }
    return ["\(side) ended early, \(end.outcome.rawValue): \(shortened(failure))"]
  }

  private func shortened(_ text: String) -> String {
    text.shortened(bytesMax: TraceDiffAnswer.bytesMax)
  }

  /// One object, described in docs/diff.md.
  var json: JSONValue {
    [
      "compared": "records", "a": .string(a), "b": .string(b),
      "isEqual": .bool(comparison.isEqual),
      "equalRecords": .integer(Int64(comparison.equalCount)),
      "differences": .array(comparison.differences.map(value)),
      "endOfA": comparison.endOfA.map(value) ?? .null,
      "endOfB": comparison.endOfB.map(value) ?? .null,
    ]
  }

  private func value(_ difference: TraceDifference) -> JSONValue {
    [
      "record": .integer(Int64(difference.index)),
      "a": difference.a.map { .object($0.record.json) } ?? .null,
      "b": difference.b.map { .object($0.record.json) } ?? .null,
      "fields": .array(
        difference.fields.map { field in
          [
            "name": .string(field.name), "a": field.a.map(JSONValue.string) ?? .null,
            "b": field.b.map(JSONValue.string) ?? .null,
          ]
        }),
      "before": .array(difference.before.map { .object($0.record.json) }),
    ]
  }

  private func value(_ end: RunEnd) -> JSONValue {
    [
      "outcome": .string(end.outcome.rawValue),
      "failure": end.failure.map(JSONValue.string) ?? .null,
      "records": .integer(Int64(end.recordCount)), "traceHash": .string(end.traceHash),
    ]
  }
}
