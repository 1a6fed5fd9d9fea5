import CellGrid
import CivilTime
import PlainText
public import Scenarios
import SimulationCore

extension RunText {
  /// How many failures of a scenario are shown, and of one step.
  private static let (failuresMax, othersMax) = (20, 10)

  /// Why a scenario did not pass: each failure with its place, its instant and the records before.
  ///
  /// - Parameter bytesMax: How much is shown of what was found, each.
  public func explanation(_ result: ScenarioResult, bytesMax: Int = 400) -> String {
    var lines: [String] = []
    let failed = result.steps.filter { $0.failure != nil }
    for step in failed.prefix(RunText.failuresMax) {
      guard let failure = step.failure else { continue }
      lines += explanation(step, failure, result, bytesMax)
    }
    if failed.count > RunText.failuresMax {
      lines.append(
        "\(result.path): \((failed.count - RunText.failuresMax).counted("more step")) failed; a "
          + "report has all of them: --report html=FILE")
    }
    for step in result.steps where step.judgement?.verdict == .fail {
      lines.append("\(heading(step, result))")
      lines.append("  judged    fail: \(step.judgement?.note ?? "")")
    }
    let broken = result.violations.filter { !$0.isAllowed }
    for violation in broken.prefix(RunText.failuresMax) {
      lines.append("\(result.path): \(violation.text)")
      lines.append(
        "  at        \(ISO8601.text(violation.wallMilliseconds)) "
          + "(record \(violation.sequence))")
    }
    if broken.count > RunText.failuresMax {
      lines.append(
        "\(result.path): \((broken.count - RunText.failuresMax).counted("more violation")) of "
          + "invariants")
    }
    lines += result.lossLines(max: RunText.failuresMax).map { "  \($0)" }
    if let further = result.further { lines.append("  \(further.heading): \(further.text)") }
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  /// Place, number and title of a step, and who includes it.
  private func heading(_ step: StepResult, _ result: ScenarioResult) -> String {
    let phase = step.phase == .body ? "" : "\(step.phase.rawValue) "
    let includer = step.includedFrom == nil ? "" : " (included by \(result.path))"
    let place = result.place(of: step).map { "\($0): " } ?? ""
    return "\(place)\(phase)step \(step.number) '\(step.title)'\(includer)"
  }

  private func explanation(
    _ step: StepResult, _ failure: StepFailure, _ result: ScenarioResult, _ bytesMax: Int
  ) -> [String] {
    var lines = [heading(step, result)]
    for (number, mismatch) in failure.all.prefix(RunText.othersMax + 1).enumerated() {
      if number > 0, let place = result.place(of: mismatch, in: step) {
        lines.append("\(place): and")
      }
      lines += mismatch.excerpt?.rows.map { "  \($0)" } ?? []
      lines.append("  expected  \(mismatch.expected)")
      lines.append("  found     \(mismatch.found.shortened(bytesMax: bytesMax))")
    }
    if failure.others.count > RunText.othersMax {
      lines.append("  and \(failure.others.count - RunText.othersMax) more at this step")
    }
    lines.append("  at        \(failure.moment)")
    if let hint = failure.hint { lines.append("  hint      \(hint)") }
    guard !failure.lastRecords.isEmpty else { return lines }
    lines.append("  \(failure.recordsHeading):")
    return lines + failure.lastRecords.map { "    " + $0 }
  }
}

extension SourceExcerpt {
  /// The line behind its number, and below it a caret at the place.
  var rows: [String] {
    let number = String(line)
    // What takes two columns on a terminal moves the caret by two.
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(offset)))
    let columns = TextWidth.columns(of: SafeText.terminalLine(start))
    let margin = String(repeating: " ", count: number.count)
    return [
      "\(number) | \(SafeText.terminalLine(text))",
      "\(margin) | \(String(repeating: " ", count: columns))^",
    ]
  }
}

extension StepFailure {
  /// When it was noticed: `2025-11-15T06:13:30Z, 31m into the run`.
  var moment: String {
    "\(ISO8601.text(wallMilliseconds)), \(DurationText.text(instant.milliseconds)) into the run"
  }

  /// What stands above the last records.
  var recordsHeading: String {
    "the last records" + (zone == "UTC" ? "" : ", their times in \(zone)")
  }
}
