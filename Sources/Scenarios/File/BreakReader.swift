import DeviceModel
import JSONText

/// Reads one of a scenario's `breaks`.
enum BreakReader {
  private static let keys = ["remove", "replace", "with", "knob", "variant", "fails"]

  static func read(_ node: FileNode, of scenario: Scenario) throws(FileProblem) -> Break {
    let entries = try node.mapping("an item of 'breaks'")
    for entry in entries where !keys.contains(entry.key) {
      throw .unknown("key of a break", entry.key, at: entry.place, known: keys)
    }
    let values = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    guard let fails = values["fails"] else {
      throw FileProblem(
        node.place, "'fails' is missing", "say a text that the failure must contain")
    }
    let changes = entries.filter { ["remove", "replace", "knob", "variant"].contains($0.key) }
    guard changes.count == 1, let change = changes.first else {
      throw FileProblem(
        node.place, "a break makes one change, not \(changes.count)",
        "use one of: remove, replace with 'with', knob, variant")
    }
    return Break(
      place: node.place, change: try read(change, values, of: scenario),
      failure: try fails.text("'fails'"))
  }

  private static func read(
    _ entry: FileNode.Entry, _ values: [String: FileNode], of scenario: Scenario
  ) throws(FileProblem) -> Break.Change {
    switch entry.key {
    case "remove": return .remove(try index(entry.value, of: scenario))
    case "replace":
      guard let step = values["with"] else {
        throw FileProblem(entry.place, "'with' is missing", "write the step to put there")
      }
      return .replace(try index(entry.value, of: scenario), with: try StepReader.read(step))
    case "knob":
      let knobs = try entry.value.mapping("'knob'")
      guard knobs.count == 1, let knob = knobs.first else {
        throw FileProblem(entry.value.place, "'knob' turns one knob", "write {name: value}")
      }
      var checked = Knobs()
      try HeaderReader.readKnobs(entry.value, into: &checked)
      return .knob(name: knob.key, value: try knob.value.text("a knob's value"))
    default: return .variant(try HeaderReader.variant(entry.value))
    }
  }

  /// A step's index from 0, of its number from 1 or its label.
  private static func index(
    _ node: FileNode, of scenario: Scenario
  ) throws(FileProblem) -> Int {
    if node.json.integerValue != nil {
      return try node.integer("a step's number", in: 1...scenario.steps.count) - 1
    }
    let label = try node.text("a step")
    guard let index = scenario.steps.firstIndex(where: { $0.label == label }) else {
      throw .unknown(
        "step labelled", label, at: node.place, known: scenario.steps.compactMap(\.label))
    }
    return index
  }
}
