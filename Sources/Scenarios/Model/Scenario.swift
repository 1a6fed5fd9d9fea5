public import DeviceModel

/// A scenario: a phone to start from, steps, and how each can be shown to fail.
public struct Scenario: Hashable, Sendable {
  /// The file as it was named.
  public var path: String
  /// What the scenario is called.
  public var name: String
  /// What it shows, in a sentence or two.
  public var summary: String
  /// Words to select scenarios by.
  public var tags: [String]
  /// The phone it starts from.
  public var configuration: DeviceConfiguration
  /// Invariants that may break, by number.
  public var allowedViolations: [Int]
  /// What happens, in order.
  public var steps: [Step]
  /// Changes that must turn it red.
  public var breaks: [Break]

  /// How many steps a scenario may have.
  public static let stepsMax = 10_000
}
