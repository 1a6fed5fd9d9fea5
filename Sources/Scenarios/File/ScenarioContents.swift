public import LocatedYAML

/// The content of a scenario file: one scenario, or one for each row of data.
public struct ScenarioContents: Sendable {
  /// The scenarios, in the order of the rows; empty when there are errors.
  public let scenarios: [Scenario]
  /// The errors of the file, then those of each included one, in the order of lines.
  public let errors: [LocatedError]
  /// Likely mistakes that are not errors.
  public let warnings: [LocatedError]
}
