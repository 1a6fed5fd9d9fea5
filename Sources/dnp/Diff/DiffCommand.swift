import ArgumentParser
import CivilTime
import DeviceModel
import JSONText
import Reports
import Scenarios

/// `dnp diff`: where two runs diverge.
struct DiffCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the first record, or summary value, in which two runs differ.",
    discussion: """
      Two scenario files are run side by side and compared record for record. Two run summaries \
      are compared value for value, without the host's clock and the files' paths. With --profiles \
      one scenario is run with each version of the plugin, and the answer is what a person would \
      notice with each. See \(ProgramFolder.page("diff")).
      \(exitCodes)

      Examples:
        dnp diff before.yaml after.yaml
        dnp diff yesterday.json today.json                 two run summaries
        dnp diff --seed 7 --format json before.yaml after.yaml
        dnp diff --profiles scenario.yaml                  the plugin's versions
      """)

  private static let exitCodes = ExitCode.help(
    "0 equal, 1 different, 2 a run has too many records or was skipped",
    [.validationFailure, .badFile, .missingInput, .internal, .cannotWrite])

  @Argument(
    help: "A scenario (.yaml) or a run summary (.json), or - for stdin.",
    completion: .file(extensions: ["yaml", "json"]))
  var a: String

  @Argument(
    help: "Another one of the same kind.", completion: .file(extensions: ["yaml", "json"]))
  var b: String?

  @Flag(help: "Run one scenario with each version of the plugin, and show what the person notices.")
  var profiles = false

  @Option(help: "How to print the difference: text or json.")
  var format = AnswerFormat.text

  @Option(
    help: ArgumentHelp(
      "Let scenarios include files of this folder, outside of their own. Repeatable.",
      valueName: "dir"), completion: .directory)
  var allowInclude: [String] = []

  @OptionGroup var phone: PlatformOptions

  @OptionGroup var keys: KeyOptions

  @Option(help: "Run both scenarios with this seed instead of the files'.")
  var seed: UInt64?

  func validate() throws {
    if profiles {
      guard b == nil else {
        throw ValidationError("--profiles takes one scenario; leave out '<b>'")
      }
      guard phone.profile == nil else {
        throw ValidationError("--profiles runs every version; leave out --profile")
      }
      return
    }
    guard let b else { throw ValidationError("Missing expected argument '<b>'") }
    guard a != "-" || b != "-" else {
      throw ValidationError("stdin can be read once; name a file for one of the two")
    }
  }

  private func loader() throws(CommandFailure) -> ScenarioLoader {
    ScenarioLoader(
      seed: seed, platform: phone.platform, profile: phone.profile,
      allowedFolders: allowInclude, keychain: try keys.keychain())
  }

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    guard let b, !profiles else { return try compareProfiles() }
    return try compare(with: b)
  }

  private func compareProfiles() throws(CommandFailure) -> ExitCode {
    let input = try InputFile.one(a, bytesMax: DiffInput.summaryBytesMax)
    guard !DiffInput.isSummary(input) else {
      throw CommandFailure(.validationFailure, "--profiles: \(a) is a run summary; give a scenario")
    }
    var loader = try loader()
    loader.ignoresProfile = true
    var redactions: [String] = []
    var platform = DevicePlatform.ios
    let comparison = try ProfileComparison { (profile) throws(CommandFailure) in
      loader.profile = profile
      let scenario = try loader.scenario(of: input)
      redactions = scenario.redactions
      platform = scenario.configuration.platform
      return scenario
    } overflow: { overflow in
      CommandFailure(.couldNotRun, overflow.description)
    }
    if let reason = comparison.skipReason {
      throw CommandFailure(.couldNotRun, "\(a) was skipped: \(reason)")
    }
    let answer = ProfileDiffAnswer(path: a, platform: platform, comparison: comparison)
    return try show(
      answer.text, answer.json, SecretTexts(redactions), isEqual: comparison.isEqual)
  }

  private func compare(with b: String) throws(CommandFailure) -> ExitCode {
    let loader = try loader()
    let inputs = (try DiffInput.read(a, loader), try DiffInput.read(b, loader))
    switch inputs {
    case (.scenario(let left), .scenario(let right)):
      let comparison: TraceComparison
      do {
        comparison = try TraceComparison(left, right)
      } catch {
        throw CommandFailure(.couldNotRun, error.description)
      }
      let answer = TraceDiffAnswer(a: a, b: b, comparison: comparison)
      let secrets = SecretTexts(left.redactions + right.redactions)
      return try show(answer.text, answer.json, secrets, isEqual: comparison.isEqual)
    case (.summary(let left), .summary(let right)):
      guard seed == nil else {
        throw CommandFailure(.validationFailure, "--seed: summaries are not run; leave it out")
      }
      guard phone.platform == nil else {
        throw CommandFailure(
          .validationFailure, "--platform: summaries are not run; leave it out")
      }
      guard phone.profile == nil else {
        throw CommandFailure(.validationFailure, "--profile: summaries are not run; leave it out")
      }
      let comparison = SummaryComparison(left, right)
      let answer = SummaryDiffAnswer(a: a, b: b, comparison: comparison)
      return try show(answer.text, answer.json, SecretTexts([]), isEqual: comparison.isEqual)
    case (.scenario, .summary): throw mixed(scenario: a, summary: b)
    case (.summary, .scenario): throw mixed(scenario: b, summary: a)
    }
  }

  private func mixed(scenario: String, summary: String) -> CommandFailure {
    CommandFailure(
      .validationFailure,
      "\(scenario) is a scenario and \(summary) a run summary; give two of a kind (write a summary "
        + "with `dnp run --report json=PATH \(scenario)`)")
  }

  private func show(
    _ text: String, _ json: JSONValue, _ secrets: SecretTexts, isEqual: Bool
  ) throws(CommandFailure) -> ExitCode {
    try StandardStreams.print(secrets.cleaned(format.answer(text: text, json: json)))
    return isEqual ? .success : .expectationFailed
  }
}
