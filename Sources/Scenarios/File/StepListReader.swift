import LocatedYAML

/// Parses a list of steps; an include or a repetition becomes several steps.
enum StepListReader {
  /// The keys of items that become several steps.
  static let groups = ["include", "repeat"]

  /// Parses what it can; problems are noted, and those items left out.
  static func read(
    _ node: YAMLNode, _ what: String, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> [Step] {
    let items = try node.list(what)
    guard !items.isEmpty else {
      throw YAMLProblem(node.place, "\(what) is empty", "write at least one step")
    }
    var steps: [Step] = []
    for (index, item) in items.enumerated() {
      // Beyond the limit nothing is parsed, so that the error is reported once.
      guard reading.stepCount <= Scenario.stepsMax, !reading.isHopeless else { break }
      do {
        for var step in try self.steps(item, scope, &reading) {
          step.item = index
          steps.append(step)
        }
      } catch {
        // What a later step captures from this one is none of the later step's problems.
        reading.unreadable += StepReader.captureNames(in: item)
        reading.noteAll(error, of: item) { item, reading throws(YAMLProblem) in
          _ = try self.steps(item, scope, &reading)
        }
      }
    }
    return steps
  }

  private static func steps(
    _ item: YAMLNode, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> [Step] {
    if case .mapping(let entries) = item.content,
      let group = entries.first(where: { groups.contains($0.key) })
    {
      let others = entries.filter { $0.key != group.key }
      return try steps(of: group, others, scope, &reading)
    }
    reading.stepCount += 1
    guard reading.stepCount <= Scenario.stepsMax else {
      throw YAMLProblem(
        item.place, "more than \(Scenario.stepsMax) steps", "split the scenario")
    }
    return [try step(item, scope, &reading)]
  }

  // MARK: One step

  private static func step(
    _ item: YAMLNode, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> Step {
    let (all, substitution) = try reading.filled(
      item, scope, later: reading.captured + reading.unreadable)
    let filled = SystemValues(platform: reading.platform).chosen(in: all)
    var step =
      substitution.isLate
      ? try StepReader.late(filled, names: substitution.used) : try StepReader.read(filled)
    if reading.files.count > 1 { step.file = reading.path }
    for capture in step.captures {
      guard scope[capture.name] == nil else {
        throw YAMLProblem(
          item.place, "'\(capture.name)' is a variable already", "capture under another name")
      }
      if !reading.captured.contains(capture.name) { reading.captured.append(capture.name) }
    }
    return step
  }

  // MARK: Several steps

  private static func steps(
    of group: YAMLNode.Entry, _ others: [YAMLNode.Entry], _ scope: VariableScope,
    _ reading: inout Reading
  ) throws(YAMLProblem) -> [Step] {
    let known = ["label", "when", "soft"]
    for entry in others where !known.contains(entry.key) {
      throw .unknownKey(of: "'\(group.key)'", entry.key, at: entry.place, known: known)
    }
    var conditions: [StepCondition] = []
    var isSoft = false
    var label: String?
    for entry in others {
      let value = try reading.filled(entry.value, scope)
      switch entry.key {
      case "when": conditions = try ConditionReader.read(value)
      case "soft": isSoft = try value.flag("'soft'")
      default: label = try StepReader.label(value)
      }
    }
    var steps =
      group.key == "include"
      ? try IncludeReader.read(group, scope, &reading)
      : try repetition(group.value, scope, &reading)
    for index in steps.indices {
      steps[index].conditions += conditions
      steps[index].isSoft = steps[index].isSoft || isSoft
      guard let label else { continue }
      let inner = steps[index].groupLabel.map { "\(label): \($0)" }
      steps[index].groupLabel = inner ?? label
      steps[index].label = "\(label): \(steps[index].title)"
    }
    return steps
  }

  /// `{times: 3, steps: […]}`: `${INDEX}` counts from 1.
  private static func repetition(
    _ node: YAMLNode, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> [Step] {
    let entries = try node.mapping("'repeat'", keys: ["times", "steps"])
    guard let times = entries.first(where: { $0.key == "times" }),
      let list = entries.first(where: { $0.key == "steps" })
    else {
      throw YAMLProblem(
        node.place, "'repeat' needs 'times' and 'steps'", "write {times: 3, steps: […]}")
    }
    let count = try reading.filled(times.value, scope).integer("'times'", in: 1...Scenario.stepsMax)
    var steps: [Step] = []
    let problemsBefore = reading.problemCount
    for index in 1...count {
      // A problem in one round is in the next one too.
      guard reading.problemCount == problemsBefore else { break }
      var inner = scope
      inner.set("INDEX", Variable(String(index)))
      steps += try read(list.value, "'steps'", inner, &reading)
    }
    return steps
  }
}
