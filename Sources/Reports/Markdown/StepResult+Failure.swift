import CivilTime
import Scenarios
import SimulationCore

extension StepResult {
  /// What a person found wrong, on one line; nil without a verdict of fail.
  var blame: String? {
    judgedFail.map { "step \(number) '\(title)': judged \($0)" }
  }

  /// The failure as names and values: what was expected and found, and a person's verdict.
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

  /// The verdict and note of a step that a person judged as failed.
  private var judgedFail: String? {
    guard let judgement, judgement.verdict == .fail else { return nil }
    return judgement.note.isEmpty ? "fail" : "fail: \(judgement.note)"
  }
}
