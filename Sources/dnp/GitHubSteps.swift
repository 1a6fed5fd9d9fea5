import Foundation
import Reports
import Scenarios

/// What a step of GitHub Actions is told about a run: its summary and annotations.
///
/// Neither changes the exit code, since the verdict does not depend on them.
struct GitHubSteps {
  private let environment = ProcessInfo.processInfo.environment

  /// Appends the Markdown page to the step's summary, and annotates the lines that failed.
  func tell(_ results: [ScenarioResult], _ context: RunContext) {
    if environment["GITHUB_ACTIONS"] == "true" {
      // To stderr, since what stdout carries may be piped on; the runner reads both.
      RunStream.error.write(GitHubAnnotations.text(results))
    }
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    if let reason = append(results, context, to: path) {
      RunStream.error.write("\(path): the step summary was not written (\(reason))\n")
    }
  }

  /// Appends as much as the file may still take; returns why that is not possible.
  private func append(
    _ results: [ScenarioResult], _ context: RunContext, to path: String
  ) -> String? {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return RunStream.lastError }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return RunStream.lastError }
    let room = MarkdownReport.bytesMax - Int(clamping: status.st_size)
    // What another step of the script wrote may end without a line feed.
    let gap = status.st_size > 0 ? "\n\n" : ""
    let page = gap + MarkdownReport.text(results, context: context, bytesMax: room - gap.count)
    guard page.utf8.count <= room else { return "it is full" }
    return RunStream.write(Array(page.utf8), to: descriptor) ? nil : RunStream.lastError
  }
}
