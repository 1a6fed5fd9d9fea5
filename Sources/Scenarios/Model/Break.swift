public import DeviceModel

/// One change that must turn a scenario red, and what the failure must say.
public struct Break: Hashable, Sendable {
  /// What is changed.
  public enum Change: Hashable, Sendable {
    /// A step is left out; its index from 0.
    case remove(Int)
    /// A step becomes another one.
    case replace(Int, with: Step)
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
    case .remove(let index): changed.steps.remove(at: index)
    case .replace(let index, let step): changed.steps[index] = step
    case .knob(let name, let value):
      // Both were checked when the file was read.
      try? changed.configuration.knobs.set(name, to: value)
    case .variant(let variant): changed.configuration.variant = variant
    }
    return changed
  }
}
