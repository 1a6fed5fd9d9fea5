public import DeviceModel

/// A scenario: a phone to start with, steps, and changes that make it fail.
public struct Scenario: Hashable, Sendable {
  /// The file's path as given.
  public var path: String
  /// The scenario's name; a row of data appends its label.
  public var name: String
  /// What it shows, in a sentence or two.
  public var summary: String
  /// Words by which scenarios can be selected.
  public var tags: [String]
  /// The phone to start with.
  public var configuration: DeviceConfiguration
  /// Invariants that may break, by number.
  public var allowedViolations: [Int]
  /// The phones on which it runs; on others it is skipped.
  public var conditions: [StepCondition] = []
  /// How often it is repeated with the next seed when it fails: 0 to 3.
  public var retries = 0
  /// The values of variables that no result may show.
  public var redactions: [String] = []
  /// The names of captured values that no result may show.
  public var redactedCaptures: [String] = []
  /// The steps in order: set-up, body, teardown.
  public var steps: [Step]
  /// Changes that must make it fail.
  public var breaks: [Break]
  /// The number of its row of data in its file, from 1; nil in a file without rows.
  public internal(set) var row: Int?
  /// Whether its file is run on several systems, each a scenario of its own.
  public internal(set) var isOfSeveralPlatforms = false
  /// The folder that its path was given with, from which it may include; nil for its own.
  public var root: String?
  /// The texts of the files that it was read from.
  var sources = SourceTexts()

  /// The maximum number of steps in a scenario.
  public static let stepsMax = 10_000
  /// The maximum number of retries.
  public static let retriesMax = 3
  /// The maximum number of steps in all rows of a file together.
  public static let rowStepsMax = 200_000
  /// The maximum number of rows of data in a file.
  public static let rowsMax = 1_000
}

extension Scenario {
  /// The kinds of records in its expectations.
  var eventKinds: Set<String> {
    Set(steps.flatMap(\.action.eventKinds))
  }
}
