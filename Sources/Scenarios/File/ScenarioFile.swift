public import LocatedYAML

/// Reads scenario files: bytes in, scenarios or everything that is wrong out.
public enum ScenarioFile {
  /// How large a file may be, in bytes: 1 MiB.
  public static let bytesMax = 1_048_576
  /// How many aliases a file may have.
  static let aliasesMax = 20

  /// Reads a file's bytes; throws for what is no text, too.
  ///
  /// Of a file with rows of data it is the first row's scenario.
  public static func parse(_ bytes: [UInt8], path: String) throws(LocatedError) -> Scenario {
    let contents = read(bytes, path: path)
    if let error = contents.errors.first { throw error }
    guard let first = contents.scenarios.first else {
      throw LocatedError(
        YAMLProblem(.start, "no scenario", "write 'name' and 'steps'"), path: path)
    }
    return first
  }

  /// Reads a file's text.
  public static func parse(_ yaml: String, path: String) throws(LocatedError) -> Scenario {
    try parse(Array(yaml.utf8), path: path)
  }

  /// Reads a file with all that it includes; says everything that is wrong with it.
  public static func read(
    _ bytes: [UInt8], path: String, _ sources: ScenarioSources = ScenarioSources()
  ) -> ScenarioContents {
    var reading = Reading(sources, path: path)
    var scenarios: [Scenario] = []
    var warnings: [LocatedError] = []
    do {
      let root = try node(bytes)
      if isPart(path) {
        try IncludeReader.checkPart(root, &reading)
        return ScenarioContents(scenarios: [], errors: reading.problems, warnings: [])
      }
      scenarios = try HeaderReader.scenarios(root, path: path, &reading)
      if reading.problems.isEmpty {
        warnings = LintRules.warnings(root, scenarios, reading)
      }
    } catch {
      reading.note(error)
    }
    guard reading.problems.isEmpty else {
      return ScenarioContents(scenarios: [], errors: reading.problems, warnings: [])
    }
    return ScenarioContents(scenarios: scenarios, errors: [], warnings: warnings)
  }

  /// Whether a file is a part that others include: its name begins with an underscore.
  public static func isPart(_ path: String) -> Bool {
    path.split(separator: "/").last?.hasPrefix("_") ?? false
  }

  /// The value that a file holds.
  static func node(_ bytes: [UInt8]) throws(YAMLProblem) -> YAMLNode {
    try YAMLReader.read(bytes, rules)
  }

  private static let rules = YAMLRules(
    noun: "a scenario", bytesMax: bytesMax, aliasesMax: aliasesMax,
    splitRemedy: "split it into several scenarios",
    emptyRemedy: "write a mapping with 'name' and 'steps'")
}
