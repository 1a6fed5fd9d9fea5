import LocatedYAML

/// A step that is parsed only when its captured values are known.
public struct LateStep: Hashable, Sendable {
  let node: YAMLNode
  /// The captured values it needs.
  let names: [String]
  /// The kinds of records in its expectations.
  let eventKinds: [String]

  /// Whether it is an expectation rather than an action.
  var isExpectation: Bool {
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { $0.key == "expect" || $0.key == "expectNever" }
  }

  /// The step with the values; throws if it is invalid with them.
  func step(_ captured: VariableScope) throws(YAMLProblem) -> Step {
    var substitution = Substitution(captured)
    return try StepReader.read(substitution.filled(node))
  }
}
