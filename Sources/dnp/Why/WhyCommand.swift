import ArgumentParser
import CivilTime
import DeviceModel
import JSONText
import Scenarios

/// `dnp why`: what happened to a day's notifications, and why.
struct WhyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain what happened to a day's notifications in a run or a session.",
    discussion: """
      Runs the scenario headlessly, or repeats a session of the console, and reports, for each \
      notification that was planned for the day, when it was shown and with what, or why it was \
      not, with the records that led there. \
      See \(ProgramFolder.page("why")).
      \(exitCodes)

      Examples:
        dnp why 2025-11-16 --scenario scenario.yaml
        dnp why 2025-11-16 --scenario scenario.yaml --id daily --format json
        dnp why 2025-11-16 --session june
      """)

  private static let exitCodes = ExitCode.help(
    "0 every notification was shown with fetched content, or did not need to be; 1 one is missing "
      + "or has no fetched content; 2 the run has too many records",
    [.validationFailure, .badFile, .missingInput, .internal, .cannotWrite])

  @Argument(help: ArgumentHelp("A day in the phone's zone.", valueName: "yyyy-MM-dd"))
  var day: String

  @Option(
    help: ArgumentHelp("A scenario file, or - for stdin.", valueName: "file"),
    completion: .scenario)
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      "A session, or a file that 'dnp sessions export' has written.", valueName: "name"),
    completion: .session)
  var session: String?

  @Option(help: "Only this schedule, such as daily.")
  var id: String?

  @Option(help: "In a file with rows of data, the row, from 1. (default: 1)")
  var row: Int?

  @OptionGroup var outside: InclusionOptions

  @Option(help: "How to print the answer: text or json.")
  var format = AnswerFormat.text

  @Option(help: "Run with this seed instead of the file's.")
  var seed: UInt64?

  @OptionGroup var phone: PlatformOptions

  @OptionGroup var keys: KeyOptions

  func validate() throws {
    _ = try date()
    guard (scenario == nil) != (session == nil) else {
      throw ValidationError("give a scenario with --scenario FILE or a session with --session NAME")
    }
    guard session != nil else { return }
    let others = [
      ("--row", row != nil), ("--seed", seed != nil), ("--platform", phone.platform != nil),
      ("--profile", phone.profile != nil), ("-e", !outside.variables.isEmpty),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("\(other.0) is for --scenario; a session has its own")
    }
  }

  private func date() throws -> CivilDate {
    guard let date = CivilDate(text: day) else {
      throw ValidationError("\(day): give a day as yyyy-MM-dd, such as 2025-11-15")
    }
    return date
  }

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    guard let date = CivilDate(text: day) else { return .validationFailure }
    let damage: [String]
    let isFine: Bool
    if let session {
      let told = try SessionTrace(session, try keys.keychain())
      isFine = try explain(told.trace, date, SecretTexts([]))
      damage = told.damages
    } else {
      isFine = try explainScenario(date)
      damage = []
    }
    for place in damage { StandardStreams.report("damaged: \(place)\n") }
    return !damage.isEmpty ? .badFile : isFine ? .success : .expectationFailed
  }

  private func explainScenario(_ date: CivilDate) throws(CommandFailure) -> Bool {
    let input = try InputFile.one(scenario ?? "-", bytesMax: ScenarioFile.bytesMax)
    let loader = ScenarioLoader(
      arguments: outside.variables, seed: seed, platform: phone.platform,
      profile: phone.profile, allowedFolders: outside.allowInclude,
      keychain: try keys.keychain())
    let parsed = try loader.scenario(of: input, row: row)
    return try explain(try trace(of: parsed), date, SecretTexts(parsed.redactions))
  }

  /// Prints what happened on the day; false where something is wrong.
  private func explain(
    _ trace: RunTrace, _ date: CivilDate, _ secrets: SecretTexts
  ) throws(CommandFailure) -> Bool {
    let explanation: DayExplanation
    do {
      explanation = try DayExplanation(trace, day: date, id: id)
    } catch {
      throw CommandFailure(.validationFailure, error.description)
    }
    let answer = format.answer(
      text: WhyText(explanation: explanation).text,
      json: WhyJSON(explanation: explanation).value)
    try StandardStreams.print(secrets.cleaned(answer))
    return explanation.isFine
  }

  private func trace(of parsed: Scenario) throws(CommandFailure) -> RunTrace {
    do {
      return try TracedRun.trace(of: parsed)
    } catch {
      throw CommandFailure(.couldNotRun, error.description)
    }
  }
}
