import ArgumentParser
import DeviceModel
import Scenarios

/// Which scenarios of the files are selected, and their variables and seed.
struct ScenarioSelection: ParsableArguments {
  @OptionGroup var outside: InclusionOptions

  @Option(help: "Only scenarios whose tags match: 'p1-core and not dst'.")
  var tags: String?

  @Option(help: "Only one part of the scenarios: 2/4 is the second of four.")
  var shard: Shard?

  @Option(help: "Run with this seed instead of the file's.")
  var seed: UInt64?

  @OptionGroup var phone: PlatformOptions

  @OptionGroup var keys: KeyOptions

  func validate() throws {
    do {
      _ = try expression()
    } catch {
      throw ValidationError("--tags: \(error)")
    }
  }

  /// What has to be said again to get the same run of one scenario.
  func choices(hasBundle: Bool) -> FurtherCommand.Choices {
    var words = outside.variables.flatMap { ["-e", $0] }
    words += outside.allowInclude.flatMap { ["--allow-include", $0] }
    if let file = keys.keyFile { words += ["--key-file", file] }
    if let profile = phone.profile { words += ["--profile", profile.rawValue] }
    return FurtherCommand.Choices(
      words: words, seed: seed, platform: phone.platform, hasBundle: hasBundle)
  }

  /// Loads the files and selects; throws when nothing is left to run.
  func scenarios(
    of paths: [String], touched: (String) -> Void = { _ in }
  ) throws(CommandFailure) -> [Scenario] {
    let inputs = try InputFile.collect(paths)
    for input in inputs { touched(input.path) }
    let loader = ScenarioLoader(
      arguments: outside.variables, seed: seed, platform: phone.platform,
      profile: phone.profile, allowedFolders: outside.allowInclude,
      keychain: try keys.keychain())
    var scenarios = try loader.scenarios(of: inputs, touched: touched)
    if let expression = try? expression() {
      scenarios = scenarios.filter { expression.matches($0.tags) }
      guard !scenarios.isEmpty else {
        throw CommandFailure(
          .missingInput,
          "no scenario's tags match '\(tags ?? "")'; "
            + "`dnp run --list PATH` shows the tags there are")
      }
    }
    // A part may be empty when there are more parts than scenarios, which is not a failure.
    return shard?.items(of: scenarios) ?? scenarios
  }

  private func expression() throws(TagExpression.Problem) -> TagExpression? {
    guard let tags else { return nil }
    return try TagExpression(tags)
  }
}
