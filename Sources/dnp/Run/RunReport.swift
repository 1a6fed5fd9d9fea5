import ArgumentParser
import PlainText
import Reports

/// A report of a run: its format and where it is written.
struct RunReport {
  /// The formats as the help shows them.
  static var usage: String {
    ReportFormat.allCases.map { "\($0.rawValue)=PATH" }.joined(separator: ", ")
  }

  let format: ReportFormat
  let file: OutputFile

  /// Whether it goes to standard output.
  var isPrinted: Bool { file.path == "-" }

  /// Reads `json=PATH`; a usage error names the formats that exist.
  init(argument: String) throws(ValidationError) {
    let known = RunReport.usage
    guard let equals = argument.firstIndex(of: "="), equals < argument.indices.last ?? equals
    else { throw ValidationError("--report \(argument): give one of \(known)") }
    let name = String(argument[..<equals])
    guard let format = ReportFormat(rawValue: name) else {
      let near = Suggestion.nearest(to: name, in: ReportFormat.allCases.map(\.rawValue))
      throw ValidationError(
        "--report: there is no format '\(name.shortened())'; "
          + (near.map { "did you mean '\($0)'? " } ?? "") + "give one of \(known)")
    }
    self.format = format
    file = OutputFile(path: String(argument[argument.index(after: equals)...]))
  }
}
