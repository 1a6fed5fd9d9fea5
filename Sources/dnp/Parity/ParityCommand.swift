import ArgumentParser
import DeviceModel
import JSONText
import LocatedYAML
import PlainText
import Scenarios

/// `dnp parity`: both systems side by side.
struct ParityCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "parity",
    abstract: "Show what the plugin does on iOS and on Android, side by side.",
    discussion: """
      Runs a probe for each row of the plugin's validation matrix and of its guarantees on both \
      systems, and each scenario of the paths that is not about one system alone, and prints what \
      was observed: what differs, and the documented rule that explains it. See \
      \(ProgramFolder.page("parity")).
      \(exitCodes)

      Examples:
        dnp parity
        dnp parity \(ProgramFolder.scenarios)
        dnp parity \(ProgramFolder.scenarios) --format markdown
        dnp parity scenario.yaml --format json
        dnp parity --profile upstream
      """)

  private static let exitCodes = ExitCode.help(
    "0 each difference is explained; 1 a scenario failed, or no rule explains a difference",
    [.validationFailure, .badFile, .missingInput, .internal, .cannotWrite])

  /// How the report is printed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case markdown
  }

  @Argument(
    help: "Scenario files, folders with *.yaml, or - for stdin.", completion: .scenario)
  var paths: [String] = []

  @OptionGroup var outside: InclusionOptions

  @Option(help: "How to print the report: text, json or markdown.")
  var format = Format.text

  @Option(help: "Run with this seed instead of the files'.")
  var seed: UInt64?

  @Option(
    help: """
      The version of the plugin, upstream or upstream-code; a scenario's own knobs take \
      precedence. \
      (default: each scenario's own, else this project's)
      """)
  var profile: CompatibilityProfile?

  @OptionGroup var keys: KeyOptions

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let keychain = try keys.keychain()
    var report: ParityReport
    do {
      report = try ParityReport(keychain, profile: profile)
    } catch {
      throw CommandFailure(.internal, error.description)
    }
    let inputs = try InputFile.collect(paths)
    report.add(
      ios: try scenarios(inputs, on: .ios, keychain),
      android: try scenarios(inputs, on: .android, keychain))
    let answer =
      switch format {
      case .text: report.text
      case .json: SafeText.json(report.json.prettyText) + "\n"
      case .markdown: report.markdown
      }
    try StandardStreams.print(answer)
    return report.isExplained ? .success : .expectationFailed
  }

  private func scenarios(
    _ inputs: [InputFile], on platform: DevicePlatform, _ keychain: Keychain
  ) throws(CommandFailure) -> [Scenario] {
    try ScenarioLoader(
      arguments: outside.variables, seed: seed, platform: platform, profile: profile,
      allowedFolders: outside.allowInclude,
      keychain: keychain
    ).scenarios(of: inputs)
  }
}
