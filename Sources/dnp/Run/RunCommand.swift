import ArgumentParser
import CivilTime
import DeviceLogs
import DeviceModel
import Foundation
import JSONText
import Reports
import Scenarios

/// `dnp run`: runs scenario files without a person.
struct RunCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenario files headlessly.",
    discussion: """
      One scenario: its log lines go to stdout as the phone prints them, the verdict to stderr. \
      Several: a table goes to stdout.
      \(exitCodes)

      Examples:
        dnp run \(ProgramFolder.scenarios)                           all of a folder
        dnp run --verbose scenario.yaml                    each step too
        dnp run --tags 'dst and not slow' \(ProgramFolder.scenarios)
        dnp run --report html=report.html --report junit=junit.xml \(ProgramFolder.scenarios)
        dnp run --live --api http://127.0.0.1:8080 scenario.yaml
      """)

  private static let exitCodes = ExitCode.help(
    "0 all passed, 1 an expectation or invariant failed, 2 a run could not continue",
    [.validationFailure, .badFile, .missingInput, .internal, .cannotWrite],
    after: ", 69 no dnp-net for --live, 130 after Ctrl-C, 128+n after another signal")

  /// How many scenarios may run at once.
  static let jobsRange = 1...256

  @Argument(
    help: "Scenario files, folders with *.yaml, or - for stdin.", completion: .scenario)
  var paths: [String]

  @OptionGroup var selection: ScenarioSelection

  @Option(
    help: "Write a report: \(RunReport.usage). PATH - is stdout. Repeatable.", completion: .report)
  var report: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Write a bundle of each failed scenario into this folder or zip file: see \
      \(ProgramFolder.page("reports")).
      """,
      valueName: "dir|file.zip"), completion: .file())
  var bundle: String?

  @Flag(help: "Keep failed scenarios as sessions; on a terminal, open the first where it failed.")
  var keep = false

  @Option(help: "Run that many scenarios at once; by default as many as there are cores.")
  var jobs: Int?

  @Flag(help: "Run no further scenario once one has failed.")
  var failFast = false

  @Flag(help: "Print the log lines of several scenarios too.")
  var log = false

  @Option(
    help: ArgumentHelp(
      "How log lines are printed: text, or another format that dnp validate-logs reads.",
      valueName: "format"),
    completion: .list(BuiltInFormats.names))
  var logFormat = "text"

  @Flag(name: .shortAndLong, help: "Print failures only.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Print each step too, with its instant, and the log lines of several scenarios.")
  var verbose = false

  @Option(help: "Colours: auto, always or never; auto follows NO_COLOR and FORCE_COLOR.")
  var color = ColorChoice.auto

  @Flag(help: "Run nothing: print the scenarios that would be run.")
  var list = false

  @Flag(help: "Run nothing: print each scenario's steps.")
  var dryRun = false

  @Flag(help: "Prove that each scenario can fail: make the changes that its file lists.")
  var prove = false

  @OptionGroup var network: LiveOptions

  @Option(
    help: ArgumentHelp(
      "With --live: write each run as a scenario that repeats it without a network.",
      valueName: "dir"), completion: .directory)
  var record: String?

  @Flag(help: "Run again whenever a file changes, until Ctrl-C.")
  var watch = false

  func validate() throws {
    let targets = try report.map { try RunReport(argument: $0).file.path }
    if let twice = targets.first(where: { path in targets.count { $0 == path } > 1 }) {
      throw ValidationError("two reports go to \(twice); give each a path of its own")
    }
    if let bundle, bundle.isEmpty {
      throw ValidationError("--bundle needs the name of a folder, or of a zip file")
    }
    let modes = [("--list", list), ("--dry-run", dryRun), ("--prove", prove), ("--watch", watch)]
    let chosen = modes.filter(\.1).map(\.0)
    if chosen.count > 1 {
      throw ValidationError("\(chosen.joined(separator: " and ")) exclude each other")
    }
    if let record {
      if record.isEmpty { throw ValidationError("--record needs the name of a folder") }
      if !network.live { throw ValidationError("--record needs --live") }
    }
    // These run a scenario again, and then the network might answer something else.
    let again = modes + [("--bundle", bundle != nil), ("--keep", keep)]
    if network.live, let other = again.first(where: \.1)?.0 {
      throw ValidationError("--live and \(other) exclude each other; see --record")
    }
    let after = [("--bundle", bundle != nil), ("--keep", keep)].filter(\.1).map(\.0)
    if let mode = chosen.first, let option = after.first {
      throw ValidationError("\(mode) and \(option) exclude each other")
    }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    if watch, paths.contains("-") { throw ValidationError("--watch needs files, not stdin") }
    if let jobs, !RunCommand.jobsRange.contains(jobs) {
      throw ValidationError("--jobs must be from 1 to 256, not \(jobs)")
    }
  }

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    if watch { return try WatchRun(paths: paths, selection: selection).watch(playScenarios) }
    return try playScenarios(selection.scenarios(of: paths))
  }

  private func playScenarios(_ scenarios: [Scenario]) throws(CommandFailure) -> ExitCode {
    let style = RunStyle(color)
    if list { return try print(ScenarioList(scenarios, style).text) }
    if dryRun { return try print(scenarios.map(ScenarioList.steps).joined()) }
    if prove { return try ProofRun(text: style.text).prove(scenarios) }
    let log = try RunLog(logFormat, scenarios)
    if network.live { try network.target.program.check() }
    Interruption.listen()
    let started = Int64(Date().timeIntervalSince1970 * 1000)
    var show = RunShow(
      scenarios, style, detail: detail, log: log,
      isOutputTaken: RunReports(report).isPrinted,
      choices: selection.choices(hasBundle: bundle != nil))
    let recorder = record.map { LiveRecorder(folder: $0) }
    let pool = RunPool(
      scenarios, isFailFast: failFast, live: network.live ? network : nil, recorder: recorder)
    pool.run(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount) { show.add($0) }
    show.finish()
    Interruption.beginReports()
    try writeReports(show, started: started)
    let failed = FailedScenarios(scenarios, show.results)
    if let bundle { try failed.writeBundles(into: bundle, context(show, started: started)) }
    if let lost = show.lost ?? recorder?.failure { throw lost }
    if let number = Interruption.number { return .signal(number) }
    if keep { try failed.keep() }
    return code(of: show.results)
  }

  private var detail: RunDetail {
    if quiet { return .failures }
    if verbose { return .steps }
    return log ? .logs : .results
  }

  private func print(_ text: String) throws(CommandFailure) -> ExitCode {
    try StandardStreams.print(text)
    return .success
  }

  private func writeReports(_ show: RunShow, started: Int64) throws(CommandFailure) {
    try RunReports(report).write(show.results, context(show, started: started))
  }

  private func context(_ show: RunShow, started: Int64) -> RunContext {
    RunContext(
      version: DNP.version, build: DNP.build, tzDataVersion: ZoneData.version,
      startedMilliseconds: started,
      stoppedMilliseconds: Int64(Date().timeIntervalSince1970 * 1000),
      elapsedMicroseconds: show.elapsed.map { Int($0 / .microseconds(1)) })
  }

  private func code(of results: [ScenarioResult]) -> ExitCode {
    switch RunSummary.outcome(of: results) {
    case .passed, .skipped: .success
    case .aborted: .couldNotRun
    case .failed, .notRun, .waiting, .notJudged: .expectationFailed
    }
  }
}
