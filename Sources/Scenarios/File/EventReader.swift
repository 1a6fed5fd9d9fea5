import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML
import PlainText

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
    try check(entry.value, of: kind)
    return Expectation.EventMatch(kind: kind, fields: entry.value.json, times: times)
  }

  // MARK: Fields

  /// Throws for a field that no such record has, and for a value that it never has.
  private static func check(_ node: YAMLNode, of name: String) throws(YAMLProblem) {
    let entries = try node.mapping("a record's fields")
    guard let kind = RecordKind(name) else { return }
    let fields = kind.row.fields + (kind == .log ? lineFields(entries) : [])
    for entry in entries {
      let meant = fields.filter { $0.name == entry.key }
      guard let first = meant.first else {
        var known: [String] = []
        for field in fields where !known.contains(field.name) { known.append(field.name) }
        guard !known.isEmpty else {
          throw YAMLProblem(
            entry.place, "a record of kind '\(name)' has no fields", "write {\(name): {}}")
        }
        throw .unknown("\(name) field", entry.key, at: entry.place, known: known)
      }
      // Lines of several events can have a field of one name, each with values of its own kind.
      if meant.dropFirst().contains(where: { takes(entry, $0, of: kind) }) { continue }
      try check(entry, first, of: kind)
    }
  }

  private static func takes(
    _ entry: YAMLNode.Entry, _ field: RecordKind.Field, of kind: RecordKind
  ) -> Bool {
    do { try check(entry, field, of: kind) } catch { return false }
    return true
  }

  /// The fields of the line that is named; of every line where none is.
  private static func lineFields(_ entries: [YAMLNode.Entry]) -> [RecordKind.Field] {
    let named = entries.first { $0.key == "event" }.flatMap { $0.value.rawText }
    let lines = named.flatMap(LogLine.init).map { [$0] } ?? LogLine.allCases
    return lines.flatMap(\.fields).map(RecordKind.Field.init)
  }

  private static func check(
    _ entry: YAMLNode.Entry, _ field: RecordKind.Field, of kind: RecordKind
  ) throws(YAMLProblem) {
    let (value, what) = (entry.value, "'\(entry.key)'")
    // What a record does not say may be written as null.
    if value.isNull { return }
    switch field.value {
    case .string:
      if let words = ExpectedWords.words(field.name, of: kind) {
        _ = try value.choice(what, of: words)
        return
      }
      guard case .string = value.json else {
        throw YAMLProblem(
          value.place, "\(what) is a string in such records, not \(value.shown)",
          "write it in quotes")
      }
    case .integer:
      guard case .integer = value.json else {
        throw YAMLProblem(
          value.place, "\(what) must be a whole number, not \(value.shown)",
          "write it without quotes")
      }
    case .boolean: _ = try value.flag(what)
    case .time:
      let text = try value.text(what)
      if JSONMatch.interval(text) == nil { _ = try value.instant(what) }
    case .json: return
    }
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
