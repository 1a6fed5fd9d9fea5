import ArgumentParser
import Foundation
import JSONText
import LocatedYAML
import PlainText
import Reports
import Scenarios

/// `dnp lint`: checks scenario files without running them.
struct LintCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check scenario files without running them.",
    discussion: """
      Every finding goes to stdout as FILE:LINE:COLUMN: error or warning: what; remedy. Files that \
      begin with an underscore are parts that scenarios include; they are checked too.
      Exit codes: 0 no errors, 1 warnings with --strict, 64 usage, 65 errors, 66 missing input, \
      73 cannot write output.

      Examples:
        dnp lint \(ProgramFolder.scenarios)
        dnp lint --strict --format json scenario.yaml
        dnp lint --format sarif \(ProgramFolder.scenarios) > lint.sarif     for code scanning
      """)

  @Argument(
    help: "Scenario files, folders with *.yaml, or - for stdin.", completion: .scenario)
  var paths: [String]

  @OptionGroup var outside: InclusionOptions

  @Option(help: "How to print: text, json or sarif.")
  var format = LintFormat.text

  @Flag(help: "Fail for warnings too.")
  var strict = false

  @OptionGroup var phone: PlatformOptions

  @OptionGroup var keys: KeyOptions

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let inputs = try InputFile.collect(paths, hasParts: true)
    var findings: [LintFinding] = []
    var scenarios: [Scenario] = []
    let loader = ScenarioLoader(
      arguments: outside.variables, platform: phone.platform, profile: phone.profile,
      allowedFolders: outside.allowInclude,
      keychain: try keys.keychain())
    for input in inputs {
      let contents = loader.contents(of: input)
      findings += LintFinding.all(of: contents, path: input.path)
      scenarios += contents.scenarios
    }
    findings += LintCommand.twins(in: scenarios)
    let errors = findings.count { $0.kind == .error }
    try StandardStreams.print(answer(findings, files: inputs.count, errors: errors))
    if ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true" {
      for kind in LintFinding.Kind.allCases {
        StandardStreams.report(
          GitHubAnnotations.text(
            findings.filter { $0.kind == kind }.map(\.error), kind: kind.rawValue))
      }
    }
    if errors > 0 { return .badFile }
    return strict && !findings.isEmpty ? .expectationFailed : .success
  }

  /// Scenarios with the same name, which reports could not distinguish.
  private static func twins(in scenarios: [Scenario]) -> [LintFinding] {
    var paths: [String: String] = [:]
    var findings: [LintFinding] = []
    for scenario in scenarios {
      if let first = paths[scenario.name] {
        let error = LocatedError(
          path: scenario.path, place: .start,
          message: "another scenario is called '\(scenario.name)': \(first)",
          remedy: "give each its own name")
        findings.append(LintFinding(kind: .warning, error: error))
      } else {
        paths[scenario.name] = scenario.path
      }
    }
    return findings
  }

  private func answer(_ findings: [LintFinding], files: Int, errors: Int) -> String {
    switch format {
    case .text:
      findings.map(\.text).joined()
        + "\(files.counted("file")): \(errors.counted("error")), "
        + "\((findings.count - errors).counted("warning"))\n"
    case .json:
      SafeText.json(
        JSONValue.object([
          "files": .integer(Int64(files)), "findings": .array(findings.map(\.json)),
        ]).prettyText) + "\n"
    case .sarif: SafeText.json(LintFinding.sarif(findings).prettyText) + "\n"
    }
  }
}
