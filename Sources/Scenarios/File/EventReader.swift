import DeviceModel
import JSONText
import LocatedYAML

/// Parses expected records: `delivered`, or `{delivered: {identifier: daily_daily}}`.
enum EventReader {
  /// The kinds of records there are.
  static let kinds = RecordKind.names

  /// The kinds mentioned anywhere in a step that cannot be parsed yet.
  static func kinds(in node: YAMLNode) -> [String] {
    switch node.content {
    case .scalar(let text, _): kinds.contains(text) ? [text] : []
    case .list(let items): items.flatMap(kinds)
    case .mapping(let entries):
      entries.flatMap { (kinds.contains($0.key) ? [$0.key] : []) + kinds(in: $0.value) }
    }
  }

  static func read(
    _ node: YAMLNode, _ what: String
  ) throws(YAMLProblem) -> [Expectation.EventMatch] {
    guard case .list(let nodes) = node.content else { return [try match(node, what)] }
    guard !nodes.isEmpty else {
      throw YAMLProblem(node.place, "\(what) names no record", "write '- delivered'")
    }
    var matches: [Expectation.EventMatch] = []
    for node in nodes { matches.append(try match(node, what)) }
    return matches
  }

  private static func match(
    _ node: YAMLNode, _ what: String
  ) throws(YAMLProblem) -> Expectation.EventMatch {
    guard case .mapping(let entries) = node.content else {
      let kind = try kind(node.text("each item of \(what)"), at: node.place)
      return Expectation.EventMatch(kind: kind, fields: [:], times: nil)
    }
    let times = try entries.first { $0.key == "times" }.map { entry throws(YAMLProblem) in
      try entry.value.integer("'times'", in: 0...KeptRecords.itemsMax)
    }
    let kinds = entries.filter { $0.key != "times" }
    guard kinds.count == 1, let entry = kinds.first else {
      throw YAMLProblem(
        node.place, "an item of \(what) names one kind of record, not \(kinds.count)",
        "write {delivered: {identifier: daily_daily}}")
    }
    let kind = try kind(entry.key, at: entry.place)
    if entry.value.isNull { return Expectation.EventMatch(kind: kind, fields: [:], times: times) }
    _ = try entry.value.mapping("a record's fields")
    return Expectation.EventMatch(kind: kind, fields: entry.value.json, times: times)
  }

  private static func kind(
    _ word: String, at place: SourcePlace
  ) throws(YAMLProblem) -> String {
    guard kinds.contains(word) else {
      throw .unknown("kind of record", word, at: place, known: kinds)
    }
    return word
  }
}
