import CivilTime
public import Scenarios
import SimulationCore

/// What a terminal is told about a run.
public struct RunText: Sendable {
  /// Whether the terminal shows more than ASCII.
  public let isUTF8: Bool

  /// Makes the text for a terminal.
  public init(isUTF8: Bool) {
    self.isUTF8 = isUTF8
  }

  /// The phone's log lines at info and above, a line each, as the phone prints them.
  public static func log(_ result: ScenarioResult) -> String {
    result.lines.map { $0.text + "\n" }.joined()
  }

  /// The verdict on one line: `✓ ok name (8 steps, 0.2 ms)`.
  public func verdict(_ result: ScenarioResult, elapsedMicroseconds: Int64) -> String {
    let count = result.steps.count
    let took = "\(elapsedMicroseconds / 1000).\(elapsedMicroseconds / 100 % 10) ms"
    return "\(mark(result.outcome)) \(result.name) "
      + "(\(count) step\(count == 1 ? "" : "s"), \(took))"
  }

  /// Why a scenario did not pass: each failure with place, instant and the records before it.
  public func explanation(_ result: ScenarioResult) -> String {
    var lines: [String] = []
    for step in result.steps {
      guard let failure = step.failure else { continue }
      lines.append("\(result.path):\(step.line): step \(step.number) '\(step.title)'")
      lines.append("  expected  \(failure.expected)")
      lines.append("  found     \(failure.found)")
      lines.append(
        "  at        \(ISO8601.text(failure.wallMilliseconds)) "
          + "(\(failure.instant.milliseconds) ms into the run)")
      lines.append("  the last records:")
      lines += failure.lastRecords.map { "    " + $0 }
    }
    for violation in result.violations where !violation.isAllowed {
      lines.append("\(result.path): \(violation.text)")
      lines.append(
        "  at        \(ISO8601.text(violation.wallMilliseconds)) "
          + "(record \(violation.sequence))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The counts of several scenarios: `9 scenarios: 8 passed, 1 failed`.
  public func total(_ results: [ScenarioResult]) -> String {
    let passed = results.count { $0.outcome == .passed }
    let failed = results.count - passed
    return "\(results.count) scenarios: \(passed) passed, \(failed) failed"
  }

  private func mark(_ outcome: RunOutcome) -> String {
    switch outcome {
    case .passed: isUTF8 ? "✓ ok" : "ok"
    case .failed: isUTF8 ? "✗ FAILED" : "FAILED"
    case .aborted: isUTF8 ? "✗ ABORTED" : "ABORTED"
    case .notRun: "not run"
    case .skipped: "skipped"
    case .waiting: "waiting"
    }
  }
}
