import ArgumentParser
import DeviceModel
import ES256K
import Foundation
import LocatedYAML
import PlainText
import Scenarios

/// Loads scenario files with their includes and the variables from outside.
struct ScenarioLoader {
  /// The variables of the command line, each as `NAME=VALUE`.
  var arguments: [String] = []
  /// Replaces the seed of every file.
  var seed: UInt64?
  /// The platform on which files are run; nil for that of each file.
  var platform: DevicePlatform?
  /// The version of the plugin that files are run with; nil for that of each file.
  var profile: CompatibilityProfile?
  /// Whether the files' own versions of the plugin do not count.
  var ignoresProfile = false
  /// Folders from which any scenario may include, beside its own root.
  var allowedFolders: [String] = []
  /// The keys in the phones' keychains.
  var keychain = Keychain(TestKeys.standard)

  /// The content of a file; the paths of included files are added to `touched`.
  func contents(
    of input: InputFile, touched: (String) -> Void = { _ in }
  ) -> ScenarioContents {
    withoutActuallyEscaping(touched) { touched in
      var sources = ScenarioSources(
        variables: variables, keychain: keychain, platform: platform, profile: profile
      ) { path in
        touched(path)
        return IncludedFile(path: path, root: input.root, allowedFolders: allowedFolders).content
      }
      sources.ignoresProfile = ignoresProfile
      return ScenarioFile.read(input.bytes, path: input.path, sources)
    }
  }

  /// The scenarios of files; throws all errors in all of them.
  func scenarios(
    of inputs: [InputFile], touched: (String) -> Void = { _ in }
  ) throws(CommandFailure) -> [Scenario] {
    var scenarios: [Scenario] = []
    var errors: [String] = []
    for input in inputs {
      let contents = contents(of: input, touched: touched)
      errors += contents.errors.map { SafeText.terminalLine($0.description) }
      if ScenarioFile.isPart(input.path) {
        errors.append("\(input.path): this is a part that scenarios include; run one of those")
      }
      for var scenario in contents.scenarios {
        scenario.root = input.root
        scenarios.append(scenario)
      }
    }
    guard errors.isEmpty else { throw CommandFailure(.badFile, errors.joined(separator: "\n")) }
    if let seed {
      for index in scenarios.indices { scenarios[index].configuration.seed = seed }
    }
    return scenarios
  }

  /// The scenario of a file; of one with rows of data that of the row, or the first one.
  func scenario(of input: InputFile, row: Int? = nil) throws(CommandFailure) -> Scenario {
    let scenarios = try scenarios(of: [input])
    guard let first = scenarios.first else {
      throw CommandFailure(.badFile, "\(input.path): no scenario")
    }
    guard let row else { return first }
    guard let chosen = scenarios.first(where: { $0.row == row }) else {
      let last = scenarios.compactMap(\.row).max()
      throw .usage(
        "--row \(row): \(input.path) has "
          + (last.map { "the rows 1 to \($0)" } ?? "no rows of data"))
    }
    return chosen
  }

  /// The variables of the environment that begin with `DNP_`, then those of the command line.
  private var variables: [(name: String, value: String)] {
    let environment = ProcessInfo.processInfo.environment
    let own = environment.filter { $0.key.hasPrefix("DNP_") }.sorted { $0.key < $1.key }
    return own.map { ($0.key, $0.value) } + arguments.compactMap(ScenarioLoader.pair)
  }

  /// Throws a usage error for an argument of `-e` that is not `NAME=VALUE`.
  static func validate(_ arguments: [String]) throws {
    for text in arguments where pair(text) == nil {
      throw ValidationError(
        "-e \(text): write NAME=VALUE, the name of letters, digits and _, no digit first")
    }
  }

  /// The two sides of `NAME=VALUE`; nil for anything else.
  static func pair(_ text: String) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = String(text[..<equals])
    guard ScenarioSources.isVariableName(name) else { return nil }
    return (name, String(text[text.index(after: equals)...]))
  }
}
