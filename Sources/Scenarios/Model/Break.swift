public import DeviceModel
public import LocatedYAML

/// A change that must make a scenario fail, and what the failure must say.
public struct Break: Hashable, Sendable {
  /// What is changed.
  public enum Change: Hashable, Sendable {
    /// Removes steps; their indices from 0.
    case remove(Range<Int>)
    /// Replaces steps by another one.
    case replace(Range<Int>, with: Step)
    /// Sets a knob.
    case knob(name: String, value: String)
    /// Uses the other variant of phone.
    case variant(DeviceVariant)
  }

  /// Its place in the file.
  public let place: SourcePlace
  /// What is changed.
  public let change: Change
  /// A string that the failure must contain.
  public let failure: String

  /// The scenario with the change made.
  public func applied(to scenario: Scenario) -> Scenario {
    var changed = scenario
    switch change {
    case .remove(let steps): changed.steps.removeSubrange(steps)
    case .replace(let steps, let step): changed.steps.replaceSubrange(steps, with: [step])
    case .knob(let name, let value):
      // Both were checked when the file was parsed.
      try? changed.configuration.knobs.set(name, to: value)
    case .variant(let variant): changed.configuration.variant = variant
    }
    return changed
  }
}

extension Break.Change {
  /// The change as words.
  public func text(in scenario: Scenario) -> String {
    switch self {
    case .remove(let steps): "without \(scenario.words(for: steps))"
    case .replace(let steps, let step): "\(step.text) instead of \(scenario.words(for: steps))"
    case .knob(let name, let value): "with \(name) \(value)"
    case .variant(let variant): "on the \(variant.rawValue)"
    }
  }
}

extension Scenario {
  fileprivate func words(for steps: Range<Int>) -> String {
    let first = "step \(steps.lowerBound + 1) '\(self.steps[steps.lowerBound].title)'"
    return steps.count == 1 ? first : "\(first) and the \(steps.count - 1) after it"
  }
}
