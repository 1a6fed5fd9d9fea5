public import DeviceModel
public import LocatedYAML

/// One change that must turn a scenario red, and what the failure must say.
public struct Break: Hashable, Sendable {
  /// What is changed.
  public enum Change: Hashable, Sendable {
    /// Steps are left out; their indices from 0.
    case remove(Range<Int>)
    /// Steps become another one.
    case replace(Range<Int>, with: Step)
    /// A knob is turned.
    case knob(name: String, value: String)
    /// The other kind of phone.
    case variant(DeviceVariant)
  }

  /// Where it stands in the file.
  public let place: SourcePlace
  /// What is changed.
  public let change: Change
  /// A text that the failure must contain.
  public let failure: String

  /// The scenario with the change made.
  public func applied(to scenario: Scenario) -> Scenario {
    var changed = scenario
    switch change {
    case .remove(let steps): changed.steps.removeSubrange(steps)
    case .replace(let steps, let step): changed.steps.replaceSubrange(steps, with: [step])
    case .knob(let name, let value):
      // Both were checked when the file was read.
      try? changed.configuration.knobs.set(name, to: value)
    case .variant(let variant): changed.configuration.variant = variant
    }
    return changed
  }
}

extension Break.Change {
  /// The change in words.
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
