import CivilTime
import Scenarios
import SimulationCore

extension StepResult {
  /// What a person found wrong, in one line; nil without a verdict of theirs that says so.
  var blame: String? {
    judgedFail.map { "step \(number) '\(title)': judged \($0)" }
  }

  /// What went wrong as names and values: what was not as expected, and a person's verdict.
  var failureRows: [(String, String)] {
    var rows: [(String, String)] = []
    if let failure {
      rows = [
        ("expected", failure.expected), ("found", failure.found),
        (
          "at",
          "\(ISO8601.text(failure.wallMilliseconds)), "
            + "\(failure.instant.milliseconds) ms into the run"
        ),
      ]
    }
    if let judgedFail { rows.append(("judged", judgedFail)) }
    return rows
  }

  /// The verdict and the note of a step that a person let fail.
  private var judgedFail: String? {
    guard let judgement, judgement.verdict == .fail else { return nil }
    return judgement.note.isEmpty ? "fail" : "fail: \(judgement.note)"
  }
}
