import Foundation
import Reports
import Scenarios

/// Everything that is written about a run: the reports that were asked for, and what GitHub shows.
struct RunReports {
  private let reports: [RunReport]

  /// Takes arguments that have been validated.
  init(_ arguments: [String]) {
    reports = arguments.compactMap { try? RunReport(argument: $0) }
  }

  /// Tries every report, also when one fails; then throws one failure for all that did.
  func write(_ results: [ScenarioResult], _ context: RunContext) throws(RunFailure) {
    var messages: [String] = []
    for report in reports {
      do {
        try report.write(
          Array(report.format.text(results, context: context).utf8), makesFolder: true)
      } catch {
        messages.append(error.message)
      }
    }
    GitHubSteps().tell(results, context)
    guard messages.isEmpty else {
      throw RunFailure(.cannotWrite, messages.joined(separator: "\n"))
    }
  }
}
