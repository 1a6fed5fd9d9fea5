import LocatedYAML

/// A step whose text waits for captured values.
public struct LateStep: Hashable, Sendable {
  let node: YAMLNode
  /// The captured values it needs.
  let names: [String]
  /// The kinds of records that its expectations ask for.
  let eventKinds: [String]

  /// Whether it checks something, rather than doing it.
  var isExpectation: Bool {
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { $0.key == "expect" || $0.key == "expectNever" }
  }

  /// The step once the values are known; throws what is wrong with it then.
  func step(_ captured: VariableScope) throws(YAMLProblem) -> Step {
    var substitution = Substitution(captured)
    return try StepReader.read(substitution.filled(node))
  }
}
