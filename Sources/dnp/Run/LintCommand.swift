import ArgumentParser
import JSONText
import LocatedYAML
import PlainText
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
        dnp lint assets/scenarios
        dnp lint --strict --format json scenario.yaml
      """)

  @Argument(
    help: "Scenario files, folders with *.yaml, or - for stdin.", completion: .scenario)
  var paths: [String]

  @Option(name: .customShort("e"), help: "Set a variable: -e NAME=VALUE. Repeatable.")
  var variables: [String] = []

  @Option(
    help: ArgumentHelp(
      "Let scenarios include files of this folder, outside of their own. Repeatable.",
      valueName: "dir"), completion: .directory)
  var allowInclude: [String] = []

  @Option(help: "How to print: text or json.")
  var format = AnswerFormat.text

  @Flag(help: "Fail for warnings too.")
  var strict = false

  /// A finding.
  private struct Finding {
    let severity: String
    let error: LocatedError

    var text: String {
      SafeText.terminalLine(
        "\(error.path):\(error.line):\(error.column): \(severity): \(error.message); "
          + error.remedy) + "\n"
    }

    var json: JSONValue {
      [
        "path": .string(error.path), "line": .integer(Int64(error.line)),
        "column": .integer(Int64(error.column)), "severity": .string(severity),
        "message": .string(error.message), "remedy": .string(error.remedy),
      ]
    }
  }

  @OptionGroup var keys: KeyOptions

  func validate() throws {
    try ScenarioLoader.validate(variables)
  }

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let inputs = try InputFile.collect(paths, hasParts: true)
    var findings: [Finding] = []
    var scenarios: [Scenario] = []
    let loader = ScenarioLoader(
      arguments: variables, allowedFolders: allowInclude, keychain: try keys.keychain())
    for input in inputs {
      let contents = loader.contents(of: input)
      findings += contents.errors.map { Finding(severity: "error", error: $0) }
      findings += contents.warnings.map { Finding(severity: "warning", error: $0) }
      scenarios += contents.scenarios
    }
    findings += LintCommand.twins(in: scenarios)
    let errors = findings.count { $0.severity == "error" }
    try StandardStreams.print(
      format.answer(
        text: text(findings, inputs.count, errors), json: json(findings, inputs.count)))
    if errors > 0 { return .badFile }
    return strict && !findings.isEmpty ? .expectationFailed : .success
  }

  /// Scenarios with the same name, which reports could not distinguish.
  private static func twins(in scenarios: [Scenario]) -> [Finding] {
    var paths: [String: String] = [:]
    var findings: [Finding] = []
    for scenario in scenarios {
      if let first = paths[scenario.name] {
        let error = LocatedError(
          path: scenario.path, place: .start,
          message: "another scenario is called '\(scenario.name)': \(first)",
          remedy: "give each its own name")
        findings.append(Finding(severity: "warning", error: error))
      } else {
        paths[scenario.name] = scenario.path
      }
    }
    return findings
  }

  private func text(_ findings: [Finding], _ files: Int, _ errors: Int) -> String {
    let warnings = findings.count - errors
    return findings.map(\.text).joined()
      + "\(files.counted("file")): \(errors.counted("error")), \(warnings.counted("warning"))\n"
  }

  private func json(_ findings: [Finding], _ files: Int) -> JSONValue {
    ["files": .integer(Int64(files)), "findings": .array(findings.map(\.json))]
  }
}
