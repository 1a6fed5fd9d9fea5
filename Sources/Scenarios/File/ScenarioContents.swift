public import LocatedYAML

/// What is in a scenario file: one scenario, or one for each row of data.
public struct ScenarioContents: Sendable {
  /// The scenarios, in the order of the rows; none when something is wrong.
  public let scenarios: [Scenario]
  /// What is wrong, in the order in which it was found.
  public let errors: [LocatedError]
  /// What is no error and most likely a mistake.
  public let warnings: [LocatedError]
}
