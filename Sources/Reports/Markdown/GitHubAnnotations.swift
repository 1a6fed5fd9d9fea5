public import LocatedYAML
import PlainText
public import Scenarios

/// Workflow commands that make GitHub show failures beside the lines of the scenario files.
///
/// Source: GitHub, workflow commands for GitHub Actions, `error`; the runner reads them from
/// standard output and standard error, and shows ten of each kind per step.
public enum GitHubAnnotations {
  /// The maximum number of annotations.
  public static let countMax = 10

  /// One line for each of the first scenarios that did not pass.
  public static func text(_ results: [ScenarioResult]) -> String {
    results.filter { !$0.outcome.isGood }.prefix(countMax).map(line).joined()
  }

  /// One line for each of the first findings of a kind: `error` or `warning`.
  public static func text(_ findings: [LocatedError], kind: String) -> String {
    findings.prefix(countMax).map { finding in
      var properties = ["title=\(property("dnp lint"))"]
      if finding.path != "<stdin>" {
        properties =
          [
            "file=\(property(finding.path))", "line=\(finding.line)", "col=\(finding.column)",
          ] + properties
      }
      let message = "\(finding.message); \(finding.remedy)"
        .shortened(charactersMax: MarkdownReport.valueMax)
      return "::\(kind) \(properties.joined(separator: ","))::\(data(message))\n"
    }.joined()
  }

  private static func line(_ result: ScenarioResult) -> String {
    let step = result.steps.first { $0.failure != nil }
    let path = step?.includedFrom ?? result.path
    var properties: [String] = []
    // A scenario from a pipe has no file to annotate.
    if !path.isEmpty, path != "<stdin>" {
      properties.append("file=\(property(path))")
      if let step {
        let place = step.failure?.place
        properties.append("line=\(place?.line ?? step.line)")
        properties.append("col=\(place?.column ?? step.column)")
      }
    }
    properties.append("title=\(property("\(result.name): \(result.outcome.word)"))")
    let message = message(result).map { $0.shortened(charactersMax: MarkdownReport.valueMax) }
    return "::error \(properties.joined(separator: ","))::"
      + "\(data(message.joined(separator: "\n")))\n"
  }

  /// How many expectations of a step an annotation shows.
  private static let mismatchesMax = 10

  /// The first failure with all that was not as expected, how many more there are, and the command.
  private static func message(_ result: ScenarioResult) -> [String] {
    let step = result.steps.first { $0.failure != nil }
    var lines: [String] = []
    if let step, let failure = step.failure {
      lines.append("step \(step.number) '\(step.title)'")
      for mismatch in failure.all.prefix(mismatchesMax) {
        lines += mismatch.excerpt?.rows ?? []
        lines.append("expected \(mismatch.expected), found \(mismatch.found)")
      }
      let rest = failure.all.count - mismatchesMax
      if rest > 0 { lines.append("and \(rest) more at this step") }
      lines += step.failureRows.map { "\($0.0) \($0.1)" }
    } else {
      lines.append(result.failures.first ?? result.outcome.word)
    }
    if result.failures.count > 1 {
      lines.append("and \((result.failures.count - 1).counted("more failure"))")
    }
    if let further = result.further { lines.append("\(further.heading): \(further.text)") }
    return lines
  }

  private static func data(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped.unicodeScalars.append(SafeText.forFile(scalar))
      }
    }
    return escaped
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
