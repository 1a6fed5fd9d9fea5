import ArgumentParser
import CivilTime
import DeviceModel
import Foundation
import JSONText
import Reports
import Scenarios

/// `dnp run`: plays scenario files headlessly.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play scenario files headlessly.",
    discussion: """
      One scenario: its log lines go to stdout as the phone prints them, the verdict to stderr. \
      Several: the verdicts go to stdout.
      Exit codes: 0 all passed, 1 an expectation or invariant failed, 2 a run could not go on, \
      64 usage, 65 bad file, 66 missing input, 70 internal, 73 cannot write output.
      """)

  @Argument(help: "Scenario files, folders with *.yaml, or - for stdin.")
  var paths: [String]

  @Option(help: "Write a report: json=PATH. Repeatable.")
  var report: [String] = []

  @Option(help: "Run with this seed instead of the file's.")
  var seed: UInt64?

  @Flag(help: "Print the log lines of several scenarios too.")
  var log = false

  @Flag(help: "Print failures only.")
  var quiet = false

  func validate() throws {
    for text in report { _ = try RunReport(argument: text) }
  }

  func run() throws {
    let code = RunFailure.guarded(play)
    guard code == .success else { throw code }
  }

  private func play() throws(RunFailure) -> ExitCode {
    RunStream.ignoreBrokenPipe()
    do {
      try ZoneData.verify()
    } catch {
      throw RunFailure(.internal, "\(error); reinstall dnp")
    }
    let scenarios = try load()
    let clock = ContinuousClock()
    let started = Int64(Date().timeIntervalSince1970 * 1000)
    var results: [ScenarioResult] = []
    var lost: RunFailure?
    for scenario in scenarios {
      var result: ScenarioResult?
      let elapsed = clock.measure { result = ScenarioRunner.run(scenario) }
      guard let result else { continue }
      results.append(result)
      if !show(result, elapsed, isOnly: scenarios.count == 1) {
        lost = lost ?? RunStream.outputFailure()
      }
    }
    if scenarios.count > 1, !quiet, !RunStream.out.write(text.total(results) + "\n") {
      lost = lost ?? RunStream.outputFailure()
    }
    try writeReports(results, started: started)
    if let lost { throw lost }
    return code(of: results)
  }

  private var text: RunText { RunText(isUTF8: RunStream.isUTF8) }

  /// Reads every file before any is run; reports all the bad ones.
  private func load() throws(RunFailure) -> [Scenario] {
    var scenarios: [Scenario] = []
    var problems: [String] = []
    for input in try RunInput.collect(paths) {
      do {
        var scenario = try ScenarioFile.parse(input.bytes, path: input.path)
        if let seed { scenario.configuration.seed = seed }
        scenarios.append(scenario)
      } catch {
        problems.append(error.description)
      }
    }
    guard problems.isEmpty else {
      throw RunFailure(.badFile, problems.joined(separator: "\n"))
    }
    return scenarios
  }

  /// Prints a scenario's lines and verdict; false when standard output has lost some.
  private func show(_ result: ScenarioResult, _ elapsed: Duration, isOnly: Bool) -> Bool {
    let microseconds = Int64(elapsed / .microseconds(1))
    let verdict = text.verdict(result, elapsedMicroseconds: microseconds) + "\n"
    var lines = ""
    if !quiet, isOnly || log { lines += RunText.log(result) }
    if !quiet, !isOnly { lines += verdict }
    let isWritten = lines.isEmpty || RunStream.out.write(lines)
    if result.outcome != .passed {
      RunStream.error.write((isOnly || quiet ? verdict : "") + text.explanation(result))
    } else if !quiet, isOnly {
      RunStream.error.write(verdict)
    }
    return isWritten
  }

  private func writeReports(
    _ results: [ScenarioResult], started: Int64
  ) throws(RunFailure) {
    guard !report.isEmpty else { return }
    let context = RunContext(
      version: DNP.version, build: DNP.build, tzDataVersion: ZoneData.version,
      startedMilliseconds: started,
      stoppedMilliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let json = RunSummary.json(results, context: context).prettyText + "\n"
    for text in report {
      guard let report = try? RunReport(argument: text) else { continue }
      try report.write(Array(json.utf8))
    }
  }

  private func code(of results: [ScenarioResult]) -> ExitCode {
    switch RunSummary.outcome(of: results) {
    case .passed, .skipped: .success
    case .aborted: .couldNotRun
    case .failed, .notRun, .waiting: .expectationFailed
    }
  }
}
