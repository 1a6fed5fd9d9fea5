import JSONText
import PlainText
import Reports

/// Where two run summaries differ, for people and for programs.
struct SummaryDiffAnswer {
  /// The maximum length of a value shown to people, in bytes.
  private static let bytesMax = 400

  let a: String
  let b: String
  let comparison: SummaryComparison

  /// Lines, each with its line feed.
  var text: String {
    var lines = ["A  \(a)", "B  \(b)"]
    if let first = comparison.first {
      let count = comparison.count
      let many = count == 1 ? "1 value differs" : "\(count) values differ, the first one"
      lines.append("\(many) at \(first.pointer)")
      lines += ["A  \(shown(first.a))", "B  \(shown(first.b))"]
    } else {
      lines.append("equal")
    }
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  private func shown(_ value: JSONValue?) -> String {
    value?.canonicalText.shortened(bytesMax: SummaryDiffAnswer.bytesMax) ?? "(none)"
  }

  /// One object, described in docs/diff.md.
  var json: JSONValue {
    var json: JSONObject = [
      "compared": "summaries", "a": .string(a), "b": .string(b),
      "isEqual": .bool(comparison.isEqual), "count": .integer(Int64(comparison.count)),
      "first": .null,
    ]
    if let first = comparison.first {
      var value: JSONObject = ["pointer": .string(first.pointer.description)]
      // An absent value has no key, since null is a value too.
      value["a"] = first.a
      value["b"] = first.b
      json["first"] = .object(value)
    }
    return .object(json)
  }
}
