import CivilTime
import PlainText
public import Scenarios

extension RunText {
  /// Each step on a line: its outcome, number, instant on the phone's clock and what it was.
  public func steps(_ result: ScenarioResult) -> String {
    let width = String(result.steps.count).count
    let lines = result.steps.map { step in
      let phase = step.phase == .body ? "" : "\(step.phase.rawValue): "
      let reason = step.skipReason.map { " (\($0))" } ?? ""
      let took = step.durationMilliseconds
      let columns = [
        styled(mark(step.outcome).padded(to: markWidth), .outcome(step.outcome)),
        String(step.number).padded(left: width), ISO8601.text(step.wallMilliseconds),
        SafeText.terminalLine(phase + step.title + reason)
          + (took == 0 ? "" : ", took " + DurationText.text(took)),
      ]
      return "  " + columns.joined(separator: " ") + "\n"
    }
    return lines.joined()
  }
}
