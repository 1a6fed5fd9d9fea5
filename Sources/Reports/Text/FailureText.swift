import CellGrid
import CivilTime
import LocatedYAML
import PlainText
public import Scenarios
import SimulationCore

extension RunText {
  /// A line of a file, counted from 1, to show what is written where something failed.
  public typealias SourceLine = (_ path: String, _ line: Int) -> String?

  /// How many failures of a scenario are shown, and of one step.
  private static let (failuresMax, othersMax) = (20, 10)

  /// Why a scenario did not pass: each failure with its place, its instant and the records before.
  ///
  /// `source` gives the lines of the files that are at hand and hold no secret.
  public func explanation(
    _ result: ScenarioResult, source: SourceLine = { _, _ in nil }
  ) -> String {
    var lines: [String] = []
    let failed = result.steps.filter { $0.failure != nil }
    for step in failed.prefix(RunText.failuresMax) {
      guard let failure = step.failure else { continue }
      lines += explanation(step, failure, result, source)
    }
    if failed.count > RunText.failuresMax {
      lines.append(
        "\(result.path): \((failed.count - RunText.failuresMax).counted("more step")) failed; a "
          + "report has all of them: --report html=FILE")
    }
    if let why = result.whyArguments, let day = failed.first?.failure?.day {
      let words = ["dnp", "why", day] + why
      lines.append("  to see why: " + words.map(ShellWord.quoted).joined(separator: " "))
    }
    for step in result.steps where step.judgement?.verdict == .fail {
      lines.append("\(result.path):\(step.line): step \(step.number) '\(step.title)'")
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
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  private func explanation(
    _ step: StepResult, _ failure: StepFailure, _ result: ScenarioResult, _ source: SourceLine
  ) -> [String] {
    let file = step.includedFrom ?? result.path
    let phase = step.phase == .body ? "" : "\(step.phase.rawValue) "
    let includer = step.includedFrom == nil ? "" : " (included by \(result.path))"
    let place = failure.place.map { "\($0.line):\($0.column)" } ?? "\(step.line)"
    var lines = ["\(file):\(place): \(phase)step \(step.number) '\(step.title)'\(includer)"]
    lines += excerpt(failure.place, in: file, source)
    lines.append("  expected  \(failure.expected)")
    lines.append("  found     \(RunText.short(failure.found))")
    for other in failure.others.prefix(RunText.othersMax) {
      if let place = other.place {
        lines.append("\(file):\(place.line):\(place.column): and")
        lines += excerpt(place, in: file, source)
      }
      lines.append("  expected  \(other.expected)")
      lines.append("  found     \(RunText.short(other.found))")
    }
    if failure.others.count > RunText.othersMax {
      lines.append("  and \(failure.others.count - RunText.othersMax) more at this step")
    }
    lines.append("  at        \(failure.moment)")
    if let hint = failure.hint { lines.append("  hint      \(hint)") }
    guard !failure.lastRecords.isEmpty else { return lines }
    let zone = result.setup.zone == "UTC" ? "" : ", their times in \(result.setup.zone)"
    lines.append("  the last records\(zone):")
    return lines + failure.lastRecords.map { "    " + $0 }
  }

  /// What was found, on a few lines of a terminal; reports have all of it.
  private static func short(_ found: String) -> String { found.shortened(bytesMax: 400) }

  /// The line of a file, with a caret under a column.
  private func excerpt(
    _ place: SourcePlace?, in file: String, _ source: SourceLine
  ) -> [String] {
    guard let place, let written = source(file, place.line) else { return [] }
    let number = String(place.line)
    // A tab would move the caret. What takes two columns on a terminal moves it by two.
    let text = written.replacing("\t", with: " ")
    let line = SafeText.terminalLine(text)
    let start = SafeText.terminalLine(String(text.prefix(max(0, place.column - 1))))
    let before = String(repeating: " ", count: TextWidth.columns(of: start))
    let margin = String(repeating: " ", count: number.count)
    return [
      "  \(number) | \(line.shortened(bytesMax: 240))",
      place.column > 200 ? nil : "  \(margin) | \(before)^",
    ].compactMap(\.self)
  }
}

extension StepFailure {
  /// When it was noticed: `2025-11-15T06:13:30Z, 31m into the run`.
  var moment: String {
    "\(ISO8601.text(wallMilliseconds)), \(DurationText.text(instant.milliseconds)) into the run"
  }
}
