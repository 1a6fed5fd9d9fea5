import DeviceModel
import ES256K
import LocatedYAML
import Scenarios
import Testing

/// Parses and runs scenarios of tests, with other files and variables from outside.
struct LanguageRun {
  var files: [String: String] = [:]
  var variables: [(name: String, value: String)] = []
  /// The version of the plugin that was chosen from outside.
  var profile: CompatibilityProfile?

  func read(_ yaml: String, path: String = "a.yaml") -> ScenarioContents {
    let sources = ScenarioSources(
      variables: variables, keychain: Keychain(TestKeys.standard), profile: profile
    ) { path in
      files[path].map { .bytes(Array($0.utf8)) } ?? .unreadable("there is no such file")
    }
    return ScenarioFile.read(Array(yaml.utf8), path: path, sources)
  }

  /// The errors of a file, as they are printed.
  func errors(_ yaml: String) -> [String] { read(yaml).errors.map(\.description) }

  func results(_ yaml: String) throws -> [ScenarioResult] {
    let contents = read(yaml)
    try #require(contents.errors.isEmpty, "\(contents.errors)")
    return contents.scenarios.map { ScenarioRunner.run($0) }
  }

  func result(_ yaml: String) throws -> ScenarioResult {
    let results = try results(yaml)
    try #require(results.count == 1)
    return results[0]
  }
}
