import Descriptors
import Foundation
import Reports
import Scenarios

/// What GitHub Actions shows of a run: the step's summary and annotations.
///
/// Failing to write them does not change the exit code, since the verdict does not depend on them.
struct GitHubSteps {
  private let environment = ProcessInfo.processInfo.environment

  /// Appends the Markdown page to the step's summary, and annotates the lines that failed.
  func write(_ results: [ScenarioResult], _ context: RunContext) {
    if environment["GITHUB_ACTIONS"] == "true" {
      // On standard error, since standard output may be piped; the runner reads both.
      StandardStreams.report(GitHubAnnotations.text(results))
    }
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    if let reason = append(results, context, to: path) {
      StandardStreams.report("\(path): the step summary was not written (\(reason))\n")
    }
  }

  /// Appends as much as the file may still hold; returns why that is not possible.
  private func append(
    _ results: [ScenarioResult], _ context: RunContext, to path: String
  ) -> String? {
    do throws(SystemError) {
      let file = try Descriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT)
      defer { file.close() }
      let size = try FileStatus(file).byteCount
      let room = MarkdownReport.bytesMax - Int(clamping: size)
      // The output of another command of the step may end without a line feed.
      let gap = size > 0 ? "\n\n" : ""
      let page = gap + MarkdownReport.text(results, context: context, bytesMax: room - gap.count)
      guard page.utf8.count <= room else { return "it is full" }
      try file.writeAll(Array(page.utf8))
      return nil
    } catch {
      return error.description
    }
  }
}
