import LocatedYAML
import PlainText

/// Parses `data:`, rows of variables; the scenario is run once for each.
enum DataReader {
  /// One row.
  struct Row {
    /// Its number, from 1.
    let number: Int
    /// The number of rows.
    let count: Int
    /// What distinguishes it from the others in its name.
    let label: String
    /// Its variables.
    let values: VariableScope
  }

  /// The rows; a single one when they cannot be read, which is noted with the names that they set.
  static func readableRows(
    _ entries: [YAMLNode.Entry], _ reading: inout Reading
  ) -> [Row] {
    do {
      return try rows(entries, &reading)
    } catch {
      let entry = entries.first { $0.key == "data" }
      if case .list(let nodes)? = entry?.value.content {
        for case .mapping(let values) in nodes.map(\.content) {
          reading.unreadable += values.map(\.key)
        }
      }
      if let entry {
        reading.noteAll(error, of: entry.value) { value, reading throws(YAMLProblem) in
          let smaller = YAMLNode.Entry(key: entry.key, place: entry.place, value: value)
          _ = try rows(entries.filter { $0.key != "data" } + [smaller], &reading)
        }
      } else {
        reading.note(error)
      }
      return [Row(number: 1, count: 1, label: "", values: VariableScope())]
    }
  }

  /// The rows; a single one without values when the file has none.
  static func rows(
    _ entries: [YAMLNode.Entry], _ reading: inout Reading
  ) throws(YAMLProblem) -> [Row] {
    guard let entry = entries.first(where: { $0.key == "data" }) else {
      return [Row(number: 1, count: 1, label: "", values: VariableScope())]
    }
    let nodes = try entry.value.list("'data'")
    guard !nodes.isEmpty, nodes.count <= Scenario.rowsMax else {
      throw YAMLProblem(
        entry.value.place, "'data' has \(nodes.count) rows",
        "write one to \(Scenario.rowsMax), each {NAME: value}")
    }
    let hidden =
      try entries.first { $0.key == "redact" }?.value.texts("'redact'").map(\.text) ?? []
    var rows: [Row] = []
    for node in nodes {
      let row = try row(
        node, number: rows.count + 1, of: nodes.count, hiding: hidden, &reading)
      guard !rows.contains(where: { $0.label == row.label }) else {
        throw YAMLProblem(
          node.place, "two rows are called '\(row.label)'", "give each its own 'label'")
      }
      rows.append(row)
    }
    return rows
  }

  /// `{TIME: "25:00", label: no such hour}`.
  private static func row(
    _ node: YAMLNode, number: Int, of count: Int, hiding hidden: [String],
    _ reading: inout Reading
  ) throws(YAMLProblem) -> Row {
    var values = VariableScope()
    var label: String?
    for entry in try node.mapping("a row of 'data'") {
      if entry.key == "label" {
        label = try entry.value.text("'label'")
        continue
      }
      let name = try VariableReader.name(entry)
      let value = try reading.filled(entry.value, reading.globals)
      values.set(name, try VariableReader.value(value))
    }
    // A long string is shortened in the name, and half a secret is still a secret.
    let words = values.names.map { name in
      "\(name)=\(hidden.contains(name) ? SecretTexts.placeholder : values[name]?.text ?? "")"
    }.joined(separator: " ")
    return Row(
      number: number, count: count, label: label ?? words.shortened(), values: values)
  }
}
