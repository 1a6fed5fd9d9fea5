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
  private let isQuiet: Bool
  private let hasLog: Bool
  private let isOutputTaken: Bool
  private let sources: SourceFiles
  private var progress: RunProgress
  private var area: String?
  private let began = ContinuousClock.now

  init(_ scenarios: [Scenario], _ style: RunStyle, isQuiet: Bool, hasLog: Bool, isOutputTaken: Bool)
  {
    text = style.text
    sources = SourceFiles(scenarios)
    table = RunTable(
      style.text, names: scenarios.map(\.name), paths: scenarios.map(\.path))
    isOnly = scenarios.count == 1
    self.isQuiet = isQuiet
    self.hasLog = hasLog
    self.isOutputTaken = isOutputTaken
    progress = RunProgress(count: scenarios.count, isQuiet: isQuiet)
  }

  mutating func add(_ finished: RunPool.Finished) {
    let result = finished.result
    results.append(result)
    elapsed.append(finished.elapsed)
    progress.wipe()
    isOnly ? showOnly(result, finished.elapsed) : showRow(result, finished.elapsed)
    progress.show(done: results.count)
  }

  /// Prints the result of the whole run.
  mutating func finish() {
    progress.wipe()
    guard !isOnly, !isQuiet else { return }
    write(text.total(results, elapsed: ContinuousClock.now - began) + "\n")
  }

  private mutating func showOnly(_ result: ScenarioResult, _ elapsed: Duration) {
    if !isQuiet { write(RunText.log(result)) }
    let verdict = text.verdict(result, elapsed: elapsed) + "\n"
    if RunSummary.isGood(result.outcome) {
      if !isQuiet { StandardStreams.report(verdict) }
    } else {
      StandardStreams.report(
        verdict + text.explanation(result, source: sources.lines(of: result.path)))
    }
  }

  private mutating func showRow(_ result: ScenarioResult, _ elapsed: Duration) {
    let isGood = RunSummary.isGood(result.outcome) || result.outcome == .notRun
    if !isQuiet {
      var lines = ""
      let area = table.area(of: result.path)
      if area != self.area { lines += table.heading(area, isFirst: self.area == nil) }
      self.area = area
      lines += table.row(result, elapsed: elapsed) + "\n"
      // The lines belong to the row above them.
      write(lines + (hasLog ? RunText.log(result) : ""))
    }
    // A run that a signal interrupted needs no explanation.
    let isCut = Interruption.number != nil && result.outcome == .aborted
    guard !isGood, !isCut else { return }
    let verdict = isQuiet ? text.verdict(result, elapsed: elapsed) + "\n" : ""
    StandardStreams.report(
      verdict + text.explanation(result, source: sources.lines(of: result.path)))
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
