/// Finds what is no error in a scenario file and most likely a mistake.
enum LintRules {
  static func warnings(
    _ root: FileNode, _ scenarios: [Scenario], _ reading: Reading
  ) -> [ScenarioError] {
    guard let scenario = scenarios.first else { return [] }
    let problems = unused(root, scenario, reading) + unchecked(root, scenario)
    return problems.map { ScenarioError($0, scenario.path) }
  }

  /// Variables and captured values that nothing uses.
  private static func unused(
    _ root: FileNode, _ scenario: Scenario, _ reading: Reading
  ) -> [FileProblem] {
    guard case .mapping(let header) = root.content else { return [] }
    var problems: [FileProblem] = []
    if let vars = header.first(where: { $0.key == "vars" }),
      case .mapping(let entries) = vars.value.content
    {
      for entry in entries where !reading.used.contains(entry.key) {
        problems.append(
          FileProblem(
            entry.place, "nothing uses the variable '\(entry.key)'",
            "write ${\(entry.key)} somewhere, or leave it out"))
      }
    }
    for step in scenario.steps where step.file == nil {
      for capture in step.captures where !reading.used.contains(capture.name) {
        problems.append(
          FileProblem(
            step.place, "nothing uses the captured '\(capture.name)'",
            "write ${\(capture.name)} in a later step, or leave it out"))
      }
    }
    return problems
  }

  /// A scenario in which nothing is expected.
  private static func unchecked(_ root: FileNode, _ scenario: Scenario) -> [FileProblem] {
    guard !scenario.steps.contains(where: { $0.action.expects }) else { return [] }
    return [
      FileProblem(
        root.place, "this scenario expects nothing",
        "add 'expect', or 'returns' or 'rejects' beside a call")
    ]
  }
}

extension Step.Action {
  /// Whether it can fail by what it finds.
  fileprivate var expects: Bool {
    switch self {
    case .expect, .expectNever, .late: true
    case .press(_, let outcome), .perform(_, let outcome): outcome != .succeeds
    case .advance, .checkpoint: false
    }
  }
}
