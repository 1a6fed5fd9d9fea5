import CivilTime
import PlainText
public import Scenarios
import SimulationCore

/// A run as text for a terminal.
public struct RunText: Sendable {
  /// Whether the terminal can show more than ASCII.
  public let isUTF8: Bool
  /// Whether it shows colours.
  public let isColored: Bool

  /// The role of a part of the text, which decides its colour.
  enum Style {
    case heading
    case outcome(RunOutcome)

    /// The parameters of the escape sequence that switches it on.
    var code: String {
      switch self {
      case .heading: "1"
      case .outcome(.passed): "32"
      case .outcome(.failed), .outcome(.aborted): "1;31"
      case .outcome(.notRun), .outcome(.skipped), .outcome(.waiting), .outcome(.notJudged): "33"
      }
    }
  }

  /// The escape sequences of colours; a text for a terminal has no others.
  public static let escapeSequences = ["0", "1", "32", "1;31", "33"].map { "\u{1B}[\($0)m" }

  /// Creates the text for a terminal.
  public init(isUTF8: Bool, isColored: Bool = false) {
    self.isUTF8 = isUTF8
    self.isColored = isColored
  }

  /// The phone's log at info and above, one line per record, as the phone prints it.
  public static func log(_ result: ScenarioResult) -> String {
    result.lines.map { SafeText.terminalLine($0.text) + "\n" }.joined()
  }

  /// The verdict on one line: `✓ ok name (8 steps, 0.2 ms)`.
  public func verdict(_ result: ScenarioResult, elapsed: Duration) -> String {
    let mark = styled(mark(result.outcome), .outcome(result.outcome))
    return "\(mark) \(SafeText.terminalLine(result.name)) "
      + "(\(result.steps.count.counted("step")), \(DurationText.measured(elapsed)))"
      + (result.skipReason.map { ": \(SafeText.terminalLine($0))" } ?? "") + flakiness(result)
  }

  /// The counts of several scenarios: `9 scenarios: 8 passed, 1 failed · 2d of phone time in 3 ms`.
  public func total(_ results: [ScenarioResult], elapsed: Duration) -> String {
    let outcomes: [(RunOutcome, String)] = [
      (.passed, "passed"), (.failed, "failed"), (.aborted, "aborted"), (.skipped, "skipped"),
      (.notRun, "not run"), (.notJudged, "not judged"),
    ]
    let counts = outcomes.compactMap { outcome, word -> String? in
      let count = results.count { $0.outcome == outcome }
      return count == 0 && ![.passed, .failed].contains(outcome) ? nil : "\(count) \(word)"
    }
    let flaky = results.count(where: \.isFlaky)
    let virtual = results.map(\.endInstant.milliseconds).reduce(0, +)
    return "\(results.count) scenarios: \(counts.joined(separator: ", "))"
      + (flaky == 0 ? "" : " (\(flaky) flaky)") + (isUTF8 ? " · " : " - ")
      + "\(DurationText.rough(virtual)) of phone time in \(DurationText.measured(elapsed))"
  }

  /// A glyph and a word for an outcome.
  public func mark(_ outcome: RunOutcome) -> String {
    switch outcome {
    case .passed: isUTF8 ? "✓ ok" : "ok"
    case .failed: isUTF8 ? "✗ FAILED" : "FAILED"
    case .aborted: isUTF8 ? "✗ ABORTED" : "ABORTED"
    case .notRun: isUTF8 ? "· not run" : "not run"
    case .skipped: isUTF8 ? "- skipped" : "skipped"
    case .waiting: "waiting"
    case .notJudged: isUTF8 ? "? not judged" : "not judged"
    }
  }

  /// The width of the marks in a table.
  var markWidth: Int { isUTF8 ? 9 : 7 }

  /// A part of the text in its colour.
  func styled(_ text: String, _ style: Style) -> String {
    let text = SafeText.terminalLine(text)
    return isColored ? "\u{1B}[\(style.code)m\(text)\u{1B}[0m" : text
  }

  private func flakiness(_ result: ScenarioResult) -> String {
    guard result.isFlaky else { return "" }
    return ": flaky, attempt \(result.earlierAttempts.count + 1) with seed \(result.setup.seed)"
  }
}
