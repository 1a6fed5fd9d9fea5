import CivilTime
import PlainText
public import Scenarios
import SimulationCore

/// The run as a page in GitHub flavoured Markdown: counts, failures, and a table of scenarios.
public enum MarkdownReport {
  /// The maximum size of a job summary on GitHub, with some margin, in bytes.
  ///
  /// Source: GitHub, workflow commands: a step's summary may have 1 MiB; of a longer one nothing
  /// is shown.
  public static let bytesMax = 1_000_000
  /// The maximum length of an expected or found value, in characters.
  static let valueMax = 2_000
  /// Reserved for the line that says what was left out, in bytes.
  private static let closingBytes = 200

  /// The page, cut after a whole scenario so that it has at most `bytesMax` bytes.
  public static func text(
    _ results: [ScenarioResult], context: RunContext, bytesMax: Int = bytesMax
  ) -> String {
    let cases = ReportCase.all(results, context)
    var page = BoundedText(bytesMax: max(0, bytesMax - closingBytes))
    _ = page.append(heading(cases, context))
    var omitted: Set<Int> = []
    let sections = sections(cases)
    let needed = sections.map(\.bytes).reduce(page.text.utf8.count, +)
    let isTight = needed > page.bytesMax
    for section in sections { append(section, to: &page, &omitted, isTight: isTight) }
    guard !omitted.isEmpty else { return page.text }
    return page.text + "\n" + omitted.count.counted("scenario")
      + " left out in part or in whole, since the page would become too long.\n"
  }

  /// A title and one block for each of some scenarios.
  private struct Section {
    let title: String
    let blocks: [(index: Int, text: String)]
    /// Whether the blocks are details, which leave room for the table of all scenarios.
    var isDetails = false
    /// The size of the whole section; none where it has no blocks.
    var bytes: Int {
      blocks.isEmpty ? 0 : blocks.map(\.text.utf8.count).reduce(title.utf8.count + 1, +)
    }
    /// The blocks that come first where there is no room for all.
    var important: Set<Int> = []
  }

  private static func append(
    _ section: Section, to page: inout BoundedText, _ omitted: inout Set<Int>, isTight: Bool
  ) {
    guard !section.blocks.isEmpty else { return }
    var isOpen = page.append("\n" + section.title)
    var room = page.bytesMax - page.text.utf8.count
    if section.isDetails, isTight { room -= page.bytesMax / 2 }
    let shown = fitting(section, room)
    var count = 0
    for (index, text) in section.blocks {
      isOpen = isOpen && (!section.isDetails || count < DetailBudget.scenariosMax)
      if isOpen, shown.contains(index), page.append(text) {
        count += 1
      } else {
        omitted.insert(index)
      }
    }
  }

  /// The blocks that fit into a number of bytes: the important ones first, in their order.
  private static func fitting(_ section: Section, _ room: Int) -> Set<Int> {
    var room = room
    var shown: Set<Int> = []
    for isImportant in [true, false] {
      for (index, text) in section.blocks where section.important.contains(index) == isImportant {
        room -= text.utf8.count
        guard room >= 0 else { return shown }
        shown.insert(index)
      }
    }
    return shown
  }

  private static func sections(_ cases: [ReportCase]) -> [Section] {
    let numbered = Array(cases.enumerated())
    let failed = numbered.filter { !$0.element.result.outcome.isGood }
    let unjudged = numbered.filter { $0.element.result.outcome == .notJudged }
    let flaky = numbered.filter(\.element.result.isFlaky)
    let skipped = numbered.filter { $0.element.result.outcome == .skipped }
    return [
      Section(
        title: "## Failures\n", blocks: failed.map { ($0.offset, failure($0.element)) },
        isDetails: true),
      Section(
        title: "## Not judged\n", blocks: unjudged.map { ($0.offset, lost($0.element)) },
        isDetails: true),
      Section(title: "## Flaky\n\n", blocks: flaky.map { ($0.offset, flake($0.element)) }),
      Section(
        title: "## Skipped\n\n",
        blocks: skipped.map { index, each in
          (index, "- \(label(each)): \(MarkdownText.escaped(each.skipReason))\n")
        }),
      Section(
        title: "## Scenarios\n\n| | area | scenario | phone | steps | took | phone's time |\n"
          + "|---|---|---|---|--:|--:|--:|\n",
        blocks: numbered.map { ($0.offset, row($0.element)) },
        important: Set(failed.map(\.offset))),
    ]
  }

  // MARK: Blocks

  private static func heading(_ cases: [ReportCase], _ context: RunContext) -> String {
    let results = cases.map(\.result)
    let tally = RunTally(results)
    return "# \(tally.mark) dnp run: \(tally.sentence)\n\n"
      + "| | scenarios | steps |\n|---|--:|--:|\n"
      + tally.reported.map { outcome in
        "| \(outcome.mark) \(outcome.word) | \(tally.scenarios(outcome)) "
          + "| \(tally.steps(outcome)) |\n"
      }.joined()
      + "\nTook \(DurationText.seconds(context.durationMilliseconds)) s · "
      + "\(tally.violations.counted("violation")) of invariants · "
      + "dnp \(MarkdownText.escaped(context.version)) (\(context.build)) · "
      + "time zones \(MarkdownText.escaped(context.tzDataVersion))\n"
  }

  private static func label(_ each: ReportCase) -> String {
    "\(MarkdownText.escaped(each.area)) / **\(MarkdownText.escaped(each.name))**"
  }

  private static func row(_ each: ReportCase) -> String {
    let result = each.result
    let word = result.isFlaky ? "flaky" : result.outcome.word
    return "| \(result.outcome.mark) \(word) | \(MarkdownText.escaped(each.area)) "
      + "| \(MarkdownText.escaped(each.name)) | \(MarkdownText.escaped(result.setup.phone)) "
      + "| \(result.steps.count) "
      + "| \(each.elapsedText) "
      + "| \(DurationText.text(result.endInstant.milliseconds)) |\n"
  }

  private static func failure(_ each: ReportCase) -> String {
    let result = each.result
    let blocks =
      result.steps.map { step($0, of: result) }
      + result.violations.filter { !$0.isAllowed }.map { violation in
        "- \(MarkdownText.escaped(violation.text)), "
          + "at \(ISO8601.text(violation.wallMilliseconds))\n"
      }
    return "\n### \(result.outcome.mark) \(label(each))\n\n" + blocks.joined() + losses(result)
      + further(result)
      + picture(result)
      + "\n\(MarkdownText.escaped(result.setup.phone)) · seed \(result.setup.seed) · "
      + "zone \(MarkdownText.escaped(result.setup.zone)) · "
      + "trace \(MarkdownText.code(result.traceHash))\n"
  }

  /// A session of which nothing was expected, with what was not shown.
  private static func lost(_ each: ReportCase) -> String {
    let losses = losses(each.result)
    return "\n### \(each.result.outcome.mark) \(label(each))\n\n"
      + (losses.isEmpty ? "Nothing was expected, and no notification was lost.\n" : losses)
  }

  /// The notifications that were not shown; nothing where all were.
  private static func losses(_ result: ScenarioResult) -> String {
    let lines = result.lossLines(max: lossesMax)
    guard !lines.isEmpty else { return "" }
    return lines.map { "- \(MarkdownText.escaped($0))\n" }.joined() + "\n"
  }

  /// How many notifications that were not shown are listed of a scenario.
  private static let lossesMax = 50

  /// What happened when, as a block of text; nothing for a run in which nothing did.
  private static func picture(_ result: ScenarioResult) -> String {
    let lines = TimelineText(result).lines
    guard !lines.isEmpty else { return "" }
    return "\n```text\n" + lines.map { $0 + "\n" }.joined() + "```\n"
  }

  private static func step(_ step: StepResult, of result: ScenarioResult) -> String {
    guard step.isBad else { return "" }
    let place = result.place(of: step).map { MarkdownText.code($0) + ", " } ?? ""
    var text = "\(place)step \(step.number): \(MarkdownText.escaped(step.title))\n\n"
    let mismatches = step.failure?.all ?? []
    for (number, mismatch) in mismatches.enumerated() {
      if number > 0, let place = result.place(of: mismatch, in: step) {
        text += "and \(MarkdownText.code(place))\n\n"
      }
      if let excerpt = mismatch.excerpt { text += MarkdownText.block(excerpt.rows) + "\n" }
      let isLast = number == mismatches.count - 1
      text += table(
        [("expected", mismatch.expected), ("found", mismatch.found)]
          + (isLast ? step.failureRows : []))
    }
    if mismatches.isEmpty { text += table(step.failureRows) }
    guard let failure = step.failure, !failure.lastRecords.isEmpty else { return text }
    return text
      + MarkdownText.folded(failure.recordsHeading, failure.lastRecords) + "\n"
  }

  private static func table(_ rows: [(String, String)]) -> String {
    "| | |\n|---|---|\n"
      + rows.map { name, value in
        "| \(name) | \(MarkdownText.escaped(value.shortened(charactersMax: valueMax))) |\n"
      }.joined() + "\n"
  }

  /// The command that shows more; nothing where there is none.
  private static func further(_ result: ScenarioResult) -> String {
    guard let further = result.further else { return "" }
    return "\(MarkdownText.escaped(further.heading)):\n\n" + MarkdownText.block([further.text])
      + "\n"
  }

  private static func flake(_ each: ReportCase) -> String {
    let attempts = each.result.earlierAttempts.map { attempt in
      let text = (attempt.failures.first ?? "").shortened(charactersMax: valueMax)
      return "  - attempt \(attempt.number), seed \(attempt.seed): "
        + "\(attempt.outcome.word), \(MarkdownText.escaped(text))\n"
    }
    return "- \(label(each)) passed at attempt \(each.result.earlierAttempts.count + 1)\n"
      + attempts.joined()
  }
}
