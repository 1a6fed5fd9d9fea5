import LocatedYAML

/// Finds likely mistakes in a scenario file that are not errors.
enum LintRules {
  static func warnings(
    _ root: YAMLNode, _ scenarios: [Scenario], _ reading: Reading
  ) -> [LocatedError] {
    guard let scenario = scenarios.first else { return [] }
    let problems =
      unused(root, scenario, reading) + UnknownOptions.problems(root)
      + RejectedOptions.problems(scenario) + unchecked(root, scenario)
    return problems.map { LocatedError($0, path: scenario.path) }
  }

  /// Likely mistakes in a file of steps for others to include.
  static func warnings(ofPart root: YAMLNode, path: String) -> [LocatedError] {
    UnknownOptions.problems(root).map { LocatedError($0, path: path) }
  }

  /// Variables and captured values that nothing uses.
  private static func unused(
    _ root: YAMLNode, _ scenario: Scenario, _ reading: Reading
  ) -> [YAMLProblem] {
    guard case .mapping(let header) = root.content else { return [] }
    var problems: [YAMLProblem] = []
    if let vars = header.first(where: { $0.key == "vars" }),
      case .mapping(let entries) = vars.value.content
    {
      for entry in entries where !reading.used.contains(entry.key) {
        problems.append(
          YAMLProblem(
            entry.place, "nothing uses the variable '\(entry.key)'",
            "write ${\(entry.key)} somewhere, or leave it out"))
      }
    }
    for step in scenario.steps where step.file == nil {
      for capture in step.captures where !reading.used.contains(capture.name) {
        problems.append(
          YAMLProblem(
            step.place, "nothing uses the captured '\(capture.name)'",
            "write ${\(capture.name)} in a later step, or leave it out"))
      }
    }
    return problems
  }

  /// A scenario that expects nothing.
  private static func unchecked(_ root: YAMLNode, _ scenario: Scenario) -> [YAMLProblem] {
    guard !scenario.steps.contains(where: { $0.action.expects }) else { return [] }
    return [
      YAMLProblem(
        root.place, "this scenario expects nothing",
        "add 'expect', or 'returns' or 'rejects' beside a call")
    ]
  }
}

extension Step.Action {
  /// Whether its result can make it fail.
  fileprivate var expects: Bool {
    switch self {
    case .expect, .expectNever, .late: true
    case .press(_, let outcome), .perform(_, let outcome): outcome != .succeeds
    case .advance, .checkpoint: false
    }
  }
}
