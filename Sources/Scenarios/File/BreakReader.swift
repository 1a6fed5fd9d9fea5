import DeviceModel
import JSONText
import LocatedYAML
import PlainText

/// Parses one of a scenario's `breaks`.
enum BreakReader {
  /// The changes that a break can make.
  private enum Change: String, FileKey {
    case remove
    case replace
    case knob
    case variant
  }

  private static let keys = [
    "remove", "replace", "with", "knob", "variant", "row", "platform", "fails",
  ]

  /// The break; nil when it applies to another row of data, or to another platform.
  ///
  /// - Parameter scenario: The scenario; nil where steps of it cannot be read, so that the steps
  ///   of a break are not looked for.
  static func read(
    _ node: YAMLNode, of scenario: Scenario?, row: DataReader.Row,
    _ platforms: FilePlatforms, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> Break? {
    let entries = try node.mapping("an item of 'breaks'")
    for entry in entries where !keys.contains(entry.key) {
      throw .unknownKey(of: "a break", entry.key, at: entry.place, known: keys)
    }
    let values = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    let own = try values["row"]?.integer("'row'", in: 1...row.count) ?? 1
    guard own == row.number else { return nil }
    if let platform = try values["platform"]?.choice("'platform'", of: DevicePlatform.self),
      platform != platforms.phone
    {
      return nil
    }
    guard let fails = values["fails"] else {
      throw YAMLProblem(
        node.place, "'fails' is missing", "say a text that the failure must contain")
    }
    let found = entries.filter { Change(rawValue: $0.key) != nil }
    guard found.count == 1, let change = found.first, let kind = Change(rawValue: change.key) else {
      throw YAMLProblem(
        node.place, "a break makes one change, not \(found.count)",
        "use one of: remove, replace with 'with', knob, variant")
    }
    if platforms.isLent, try isForeign(kind, change.value, platforms) { return nil }
    if let with = values["with"], kind != .replace {
      throw YAMLProblem(
        with.place, "'with' belongs to 'replace', not to '\(change.key)'", "leave it out")
    }
    var failure = ""
    reading.noting { reading throws(YAMLProblem) in
      failure = try reading.filled(fails, scope).text("'fails'")
    }
    return Break(
      place: node.place,
      change: try read(
        kind, change, values, of: scenario, platforms, scope, &reading),
      failure: failure)
  }

  /// Whether a change is one of a system that the phone does not have.
  private static func isForeign(
    _ kind: Change, _ value: YAMLNode, _ platforms: FilePlatforms
  ) throws(YAMLProblem) -> Bool {
    switch kind {
    case .remove, .replace: false
    case .knob:
      try value.mapping("'knob'").contains { entry in
        Knobs.table.first { $0.name == entry.key }?.platforms.contains(platforms.phone) == false
      }
    case .variant: platforms.owner(ofVariant: value.rawText) != nil
    }
  }

  private static func read(
    _ kind: Change, _ entry: YAMLNode.Entry, _ values: [String: YAMLNode], of scenario: Scenario?,
    _ platforms: FilePlatforms, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> Break.Change {
    switch kind {
    case .remove: return .remove(try steps(entry.value, of: scenario))
    case .replace:
      guard let with = values["with"] else {
        throw YAMLProblem(entry.place, "'with' is missing", "write the step to put there")
      }
      let range = try steps(entry.value, of: scenario)
      if case .mapping(let entries) = with.content,
        let group = entries.first(where: { StepListReader.groups.contains($0.key) })
      {
        throw YAMLProblem(
          group.place, "'\(group.key)' cannot stand in 'with'", "put a single step there")
      }
      let filled = try reading.filled(with, scope)
      var step = try StepReader.read(SystemValues(platform: reading.platform).chosen(in: filled))
      if let scenario { step.phase = scenario.steps[range.lowerBound].phase }
      return .replace(range, with: step)
    case .knob:
      let knobs = try entry.value.mapping("'knob'")
      guard knobs.count == 1, let knob = knobs.first else {
        throw YAMLProblem(entry.value.place, "'knob' turns one knob", "write {name: value}")
      }
      var checked = Knobs()
      // A change has to have an effect.
      let phone = FilePlatforms(named: [platforms.phone], phone: platforms.phone)
      try HeaderReader.readKnobs(entry.value, into: &checked, phone)
      return .knob(name: knob.key, value: try HeaderReader.knobText(knob.value))
    case .variant:
      return .variant(try HeaderReader.variant(entry.value, platforms))
    }
  }

  /// The steps of an item of `steps`, by its number from 1, or the one with a label.
  private static func steps(
    _ node: YAMLNode, of scenario: Scenario?
  ) throws(YAMLProblem) -> Range<Int> {
    guard let scenario else { return 0..<0 }
    if node.json.integerValue != nil {
      let last = scenario.steps.last { $0.phase == .body }?.item ?? 0
      let number = try node.integer("a step's number", in: 1...(last + 1))
      let isOfItem = { (step: Step) in step.phase == .body && step.item == number - 1 }
      guard let first = scenario.steps.firstIndex(where: isOfItem),
        let end = scenario.steps.lastIndex(where: isOfItem)
      else { throw YAMLProblem(node.place, "item \(number) has no steps", "name another one") }
      return first..<(end + 1)
    }
    let label = try node.text("a step")
    let found = scenario.steps.indices.filter { scenario.steps[$0].label == label }
    guard let index = found.first else {
      throw .unknown(
        "step labelled", label, at: node.place, known: scenario.steps.compactMap(\.label))
    }
    if found.count > 1 {
      throw YAMLProblem(
        node.place, "\(found.count) steps are labelled '\(label.shortened())'",
        "name the step by its number, or give each its own label")
    }
    return index..<(index + 1)
  }
}
