import CivilTime
import Scenarios
import SimulationCore

extension StepResult {
  /// What a person found wrong, on one line; nil without a verdict of fail.
  var blame: String? {
    judgedFail.map { "step \(number) '\(title)': judged \($0)" }
  }

  /// Whether it failed, or a person found something wrong.
  var isBad: Bool { failure != nil || judgedFail != nil }

  /// What belongs to the whole failure, as names and values: its instant, a hint, a verdict.
  var failureRows: [(String, String)] {
    var rows: [(String, String)] = []
    if let failure {
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

extension ScenarioResult {
  /// Place, number and title of a step: `a.yaml:5:23, step 3: expect pending`.
  func heading(of step: StepResult) -> String {
    (place(of: step).map { "\($0), " } ?? "") + "step \(step.number): \(step.title)"
  }
}
