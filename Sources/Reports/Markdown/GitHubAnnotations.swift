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
      if let step { properties.append("line=\(step.line)") }
    }
    properties.append("title=\(property("\(result.name): \(result.outcome.word)"))")
    let message = (result.failures.first ?? result.outcome.word)
      .shortened(charactersMax: MarkdownReport.valueMax)
    return "::error \(properties.joined(separator: ","))::\(data(message))\n"
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
