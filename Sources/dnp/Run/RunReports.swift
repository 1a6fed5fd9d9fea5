import ArgumentParser
import PlainText
import Reports
import Scenarios

/// All reports about a run, including those for GitHub.
struct RunReports {
  private let reports: [RunReport]

  /// Creates the reports from arguments that have been validated.
  init(_ arguments: [String]) {
    reports = arguments.compactMap { try? RunReport(argument: $0) }
  }

  /// Whether one of them goes to standard output, which then has nothing else.
  var isPrinted: Bool { reports.contains(where: \.isPrinted) }

  /// Writes every report, even after one has failed; then throws one failure for all that did.
  func write(_ results: [ScenarioResult], _ context: RunContext) throws(CommandFailure) {
    var messages: [String] = []
    for report in reports {
      do {
        let text = report.format.text(results, context: context)
        if report.isPrinted {
          try StandardStreams.print(report.format.isJSON ? SafeText.json(text) : text)
        } else {
          try report.file.write(Array(text.utf8), makesFolder: true)
        }
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
