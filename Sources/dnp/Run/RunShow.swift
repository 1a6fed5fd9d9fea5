import Reports
import Scenarios

/// Prints results as they arrive: one scenario with its log, several as a table.
///
/// Where a report takes standard output, all of it goes to standard error.
struct RunShow {
  /// The results so far.
  private(set) var results: [ScenarioResult] = []
  /// The real duration of each.
  private(set) var elapsed: [Duration] = []
  /// The failure to write to standard output, if there was one.
  private(set) var lost: CommandFailure?
  private let text: RunText
  private let table: RunTable
  private let isOnly: Bool
  private let detail: RunDetail
  private let log: RunLog
  private let isOutputTaken: Bool
  /// The scenarios in the order of their results, and what was chosen for all of them.
  private let scenarios: [Scenario]
  private let choices: FurtherCommand.Choices
  private var progress: RunProgress
  /// How many scenarios were explained, and how many that did not pass were not.
  private var explained = 0
  private var unexplained = 0
  private var area: String?
  private let began = ContinuousClock.now

  /// How many scenarios are explained, the first ones.
  private static let explainedMax = 50

  /// `choices` is what has to be said again to get the same run of one scenario.
  init(
    _ scenarios: [Scenario], _ style: RunStyle, detail: RunDetail, log: RunLog,
    isOutputTaken: Bool, choices: FurtherCommand.Choices
  ) {
    self.scenarios = scenarios
    self.choices = choices
    self.log = log
    text = style.text
    table = RunTable(
      style.text, names: scenarios.map(\.name), paths: scenarios.map(\.path))
    isOnly = scenarios.count == 1
    self.detail = detail
    self.isOutputTaken = isOutputTaken
    progress = RunProgress(count: scenarios.count, isQuiet: detail == .failures)
  }

  mutating func add(_ finished: RunPool.Finished) {
    var result = finished.result
    // Nobody waits for it after Ctrl-C.
    if Interruption.number == nil, scenarios.indices.contains(results.count) {
      result.further = FurtherCommand(scenarios[results.count], result, choices)
    }
    results.append(result)
    elapsed.append(finished.elapsed)
    progress.wipe()
    isOnly ? showOnly(result, finished.elapsed) : showRow(result, finished.elapsed)
    progress.show(done: results.count)
  }

  /// Prints the result of the whole run.
  mutating func finish() {
    progress.wipe()
    if unexplained > 0 {
      let several = explained + unexplained
      StandardStreams.report(
        "\(several) scenarios did not pass; those after the first \(explained) are only listed. A "
          + "report has more of them: --report html=FILE. Of one scenario: dnp run FILE\n")
    }
    guard !isOnly, detail > .failures else { return }
    write(text.total(results, elapsed: ContinuousClock.now - began) + "\n")
  }

  private mutating func showOnly(_ result: ScenarioResult, _ elapsed: Duration) {
    if detail > .failures { write(log.text(result)) }
    if detail >= .steps { StandardStreams.report(text.steps(result)) }
    let verdict = text.verdict(result, elapsed: elapsed) + "\n"
    if RunSummary.isGood(result.outcome) {
      if detail > .failures { StandardStreams.report(verdict) }
    } else {
      StandardStreams.report(
        verdict + text.explanation(result))
    }
  }

  private mutating func showRow(_ result: ScenarioResult, _ elapsed: Duration) {
    let isGood = RunSummary.isGood(result.outcome) || result.outcome == .notRun
    if detail > .failures {
      var lines = ""
      let area = table.area(of: result.path)
      if area != self.area { lines += table.heading(area, isFirst: self.area == nil) }
      self.area = area
      lines += table.row(result, elapsed: elapsed) + "\n"
      // The lines belong to the row above them.
      lines += detail >= .steps ? text.steps(result) : ""
      write(lines + (detail >= .logs ? log.text(result) : ""))
    }
    // A run that a signal interrupted needs no explanation.
    let isCut = Interruption.number != nil && result.outcome == .aborted
    guard !isGood, !isCut else { return }
    let verdict = detail == .failures ? text.verdict(result, elapsed: elapsed) + "\n" : ""
    guard explained < RunShow.explainedMax else {
      unexplained += 1
      return StandardStreams.report(verdict)
    }
    explained += 1
    StandardStreams.report(verdict + text.explanation(result))
  }

  private mutating func write(_ lines: String) {
    guard !lines.isEmpty else { return }
    if isOutputTaken { return StandardStreams.report(lines) }
    do {
      try StandardStreams.print(lines)
    } catch {
      lost = lost ?? error
    }
  }
}
