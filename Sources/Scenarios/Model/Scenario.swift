public import DeviceModel

/// A scenario: a phone to start from, steps, and how each can be shown to fail.
public struct Scenario: Hashable, Sendable {
  /// The file as it was named.
  public var path: String
  /// What the scenario is called; a row of data adds its own words.
  public var name: String
  /// What it shows, in a sentence or two.
  public var summary: String
  /// Words to select scenarios by.
  public var tags: [String]
  /// The phone it starts from.
  public var configuration: DeviceConfiguration
  /// Invariants that may break, by number.
  public var allowedViolations: [Int]
  /// On which phones it runs; on others it is skipped.
  public var conditions: [StepCondition] = []
  /// How often it is tried again with the next seed when it fails: 0 to 3.
  public var retries = 0
  /// The values of variables that no result may show.
  public var redactions: [String] = []
  /// The names of captured values that no result may show.
  public var redactedCaptures: [String] = []
  /// What happens, in order: set-up, body, teardown.
  public var steps: [Step]
  /// Changes that must turn it red.
  public var breaks: [Break]

  /// How many steps a scenario may have.
  public static let stepsMax = 10_000
  /// How often a scenario may be tried again.
  public static let retriesMax = 3
  /// How many steps the rows of a file may have together.
  public static let rowStepsMax = 200_000
  /// How many rows of data a file may have.
  public static let rowsMax = 1_000
}

extension Scenario {
  /// The kinds of records that its expectations ask for.
  var eventKinds: Set<String> {
    Set(steps.flatMap(\.action.eventKinds))
  }
}
