import ArgumentParser
import Reports
import Scenarios

/// Everything that is written about a run: its reports, and what GitHub shows.
struct RunReports {
  private let reports: [RunReport]

  /// Takes arguments that have been validated.
  init(_ arguments: [String]) {
    reports = arguments.compactMap { try? RunReport(argument: $0) }
  }

  /// Tries every report, also after one that fails; then throws one failure for all of those.
  func write(_ results: [ScenarioResult], _ context: RunContext) throws(CommandFailure) {
    var messages: [String] = []
    for report in reports {
      do {
        let text = report.format.text(results, context: context)
        try report.file.write(Array(text.utf8), makesFolder: true)
      } catch {
        messages.append(error.message)
      }
    }
    GitHubSteps().write(results, context)
    guard messages.isEmpty else {
      throw CommandFailure(.cannotWrite, messages.joined(separator: "\n"))
    }
  }
}
