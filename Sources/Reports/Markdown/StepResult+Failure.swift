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
      ]
      for other in failure.others {
        rows += [("expected", other.expected), ("found", other.found)]
      }
      rows.append(("at", failure.moment))
      if let hint = failure.hint { rows.append(("hint", hint)) }
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
