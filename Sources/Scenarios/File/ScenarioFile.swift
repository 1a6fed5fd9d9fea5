public import LocatedYAML

/// Parses scenario files: bytes in, scenarios or all errors out.
public enum ScenarioFile {
  /// The maximum size of a file, in bytes: 1 MiB.
  public static let bytesMax = 1_048_576
  /// The maximum number of aliases in a file.
  static let aliasesMax = 20

  /// Parses a file's bytes; also throws for bytes that are not text.
  ///
  /// Of a file with rows of data, the result is the first row's scenario.
  public static func parse(
    _ bytes: [UInt8], path: String, _ sources: ScenarioSources = ScenarioSources()
  ) throws(LocatedError) -> Scenario {
    let contents = read(bytes, path: path, sources)
    if let error = contents.errors.first { throw error }
    guard let first = contents.scenarios.first else {
      throw LocatedError(
        YAMLProblem(.start, "no scenario", "write 'name' and 'steps'"), path: path)
    }
    return first
  }

  /// Parses a file's content.
  public static func parse(
    _ yaml: String, path: String, _ sources: ScenarioSources = ScenarioSources()
  ) throws(LocatedError) -> Scenario {
    try parse(Array(yaml.utf8), path: path, sources)
  }

  /// Parses a file with everything it includes, and reports all errors.
  public static func read(
    _ bytes: [UInt8], path: String, _ sources: ScenarioSources = ScenarioSources()
  ) -> ScenarioContents {
    var reading = Reading(sources, path: path)
    var scenarios: [Scenario] = []
    var warnings: [LocatedError] = []
    // A misspelt option is seen whatever else is wrong.
    var ofOptions: [LocatedError] = []
    do {
      let root = try node(bytes)
      if isPart(path) {
        try IncludeReader.checkPart(root, &reading)
        return ScenarioContents(
          scenarios: [], errors: reading.sortedProblems,
          warnings: LintRules.warnings(ofPart: root, path: path))
      }
      scenarios = try HeaderReader.scenarios(root, path: path, &reading)
      ofOptions = LintRules.warnings(ofPart: root, path: path)
      if reading.problems.isEmpty {
        warnings = LintRules.warnings(root, scenarios, reading)
      }
    } catch {
      reading.note(error)
    }
    guard reading.problems.isEmpty else {
      return ScenarioContents(
        scenarios: [], errors: reading.sortedProblems, warnings: ofOptions)
    }
    var texts = reading.texts
    texts.add(bytes, path: path)
    for index in scenarios.indices { scenarios[index].sources = texts }
    return ScenarioContents(scenarios: scenarios, errors: [], warnings: warnings)
  }

  /// Whether a file is a part for others to include: its name begins with an underscore.
  public static func isPart(_ path: String) -> Bool {
    path.split(separator: "/").last?.hasPrefix("_") ?? false
  }

  /// The YAML value in a file.
  static func node(_ bytes: [UInt8]) throws(YAMLProblem) -> YAMLNode {
    try YAMLReader.read(bytes, rules)
  }

  private static let rules = YAMLRules(
    noun: "a scenario", bytesMax: bytesMax, aliasesMax: aliasesMax,
    splitRemedy: "split it into several scenarios",
    emptyRemedy: "write a mapping with 'name' and 'steps'")
}
