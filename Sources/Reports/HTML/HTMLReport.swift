import CivilTime
import PlainText
public import Scenarios
import SimulationCore

/// The run as a self-contained page: no other file, no network.
///
/// Its one script filters the list; without it the page shows everything.
public enum HTMLReport {
  /// The maximum size of all chapters, in bytes; scenarios that did not pass come first, and have
  /// a limit of their own (`DetailBudget`).
  static let chapterBytesMax = 24_000_000
  /// The maximum number of scenarios whose chapters are all open; of more, only those that did not
  /// pass.
  static let openMax = 20

  /// The whole page; the same for the same results and context.
  public static func text(_ results: [ScenarioResult], context: RunContext) -> String {
    let cases = ReportCase.all(results, context)
    let tally = RunTally(results)
    let (chapters, omission) = chapters(cases)
    let bad = zip(cases, chapters).filter { !$0.0.result.outcome.isGood }.map(\.1)
    let good = zip(cases, chapters).filter { $0.0.result.outcome.isGood }.map(\.1)
    let overview = overview(tally, KnownLimits.texts(of: results), context)
    let title = "\(tally.mark) dnp run: \(tally.sentence)"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src '\(HTMLScript.hash)'"/>
      <title>\(HTML.text(title))</title>
      <style>
      \(HTMLStyle.text)</style>
      </head>
      <body>
      \(SVG.Shape.definitions)<main>
      <h1>\(badge(tally.shownOutcome)) \(HTML.text(tally.sentence))</h1>
      \(bad.isEmpty ? "" : toList("To the list of scenarios"))\(overview)\(filter(cases))\
      \(bad.joined())\(contents(cases, chapters, omission))\(good.joined())</main>
      <script>\(HTMLScript.text)</script>
      </body>
      </html>

      """
  }

  /// An outcome as a badge.
  static func badge(_ outcome: RunOutcome) -> String {
    HTML.outcome(style(of: outcome), outcome.mark, outcome.word)
  }

  private static func style(of outcome: RunOutcome) -> String {
    switch outcome {
    case .passed: "good"
    case .failed, .aborted: "bad"
    case .notRun, .skipped, .waiting, .notJudged: "note"
    }
  }

  // MARK: Overview

  private static func overview(
    _ tally: RunTally, _ limits: [String], _ context: RunContext
  ) -> String {
    let counts = tally.reported.map { outcome in
      [badge(outcome), "\(tally.scenarios(outcome))", "\(tally.steps(outcome))"]
    }
    let facts = [
      ("tool", "dnp \(context.version) (\(context.build)), time zones \(context.tzDataVersion)"),
      (
        "run",
        "\(ISO8601.text(context.startedMilliseconds)) to "
          + "\(ISO8601.text(context.stoppedMilliseconds)), "
          + "\(DurationText.seconds(context.durationMilliseconds)) s"
      ), ("invariants", tally.violations.counted("violation")),
    ]
    return HTML.table(
      "Scenarios and steps by outcome", ["outcome", "scenarios|num", "steps|num"], counts,
      style: "counts")
      + list(facts)
      + HTML.folded(
        "What the simulated phone does not show",
        "<ul>" + limits.map { HTML.element("li", $0) }.joined() + "</ul>\n")
  }

  /// A list of names and values.
  static func list(_ facts: [(String, String)]) -> String {
    let rows = facts.map {
      HTML.element("dt", HTML.text($0)) + HTML.element("dd", HTML.text($1)) + "\n"
    }
    return "<dl>\n\(rows.joined())</dl>\n"
  }

  // MARK: Scenarios

  private static func contents(
    _ cases: [ReportCase], _ chapters: [String], _ omission: String?
  ) -> String {
    var number = 0
    var rowsByArea: [String: [[String]]] = [:]
    var dataByArea: [String: [String]] = [:]
    for (each, chapter) in zip(cases, chapters) {
      number += 1
      rowsByArea[each.area, default: []].append(
        row(each, number: number, hasChapter: !chapter.isEmpty))
      dataByArea[each.area, default: []].append(data(each, isCut: chapter.isEmpty))
    }
    let head = [
      "outcome|keep", "scenario|name", "steps|num", "took|num", "phone's time|num", "seed|num",
    ]
    let areas = ReportCase.areas(cases).map { area, _ in
      HTML.element(
        "div", style: "area",
        HTML.element("h3", HTML.text(area))
          + HTML.table(
            "Scenarios of \(area)", head, rowsByArea[area, default: []],
            data: dataByArea[area, default: []]))
    }
    return "<h2 id=\"scenarios\">All scenarios</h2>\n"
      + (omission.map { HTML.element("p", HTML.text($0)) + "\n" } ?? "")
      + (cases.isEmpty ? HTML.element("p", "There are none.") : areas.joined())
  }

  /// A link to the list, which stands after what did not pass.
  static func toList(_ words: String) -> String {
    HTML.element("p", style: "jump", "<a href=\"#scenarios\">\(words)</a>") + "\n"
  }

  /// The controls of the filter, which the script shows; it stands before all that it hides.
  private static func filter(_ cases: [ReportCase]) -> String {
    let checks = (RunOutcome.reported + [.notJudged]).filter { outcome in
      cases.contains { $0.result.outcome == outcome }
    }.map { outcome in
      "<label><input type=\"checkbox\" value=\"\(outcome.rawValue)\" checked=\"\"/> "
        + "\(HTML.text(outcome.word))</label>\n"
    }
    return "<div id=\"filter\" class=\"filter\" role=\"search\" aria-label=\"Scenarios\" "
      + "hidden=\"\">\n"
      + "<label for=\"search\">Name, area, tag or failure</label>\n"
      + "<input id=\"search\" type=\"search\" autocomplete=\"off\"/>\n"
      + "<fieldset><legend>Outcome</legend>\n\(checks.joined())</fieldset>\n"
      + "<p id=\"found\" role=\"status\"></p>\n</div>\n"
  }

  /// What the filter looks at, as attributes.
  static func data(_ each: ReportCase, isCut: Bool = false) -> String {
    let result = each.result
    let words = [each.name, each.area, result.path] + result.tags + result.failures.prefix(20)
    let text = words.joined(separator: " ").lowercased()
      .shortened(charactersMax: isCut ? DetailBudget.shortMax : 4_000)
    return " data-outcome=\"\(result.outcome.rawValue)\" data-words=\"\(HTML.text(text))\""
  }

  private static func row(_ each: ReportCase, number: Int, hasChapter: Bool) -> [String] {
    let result = each.result
    let name = HTML.text(each.name)
    return [
      badge(result.outcome) + (result.isFlaky ? " " + HTML.outcome("note", "≈", "flaky") : ""),
      hasChapter
        ? "<a href=\"#scenario-\(number)\">\(name)</a>"
        : name + " "
          + HTML.element("span", style: "dim", "(left out below: the page would be too long)"),
      "\(result.steps.count)", "\(each.elapsedText)",
      DurationText.text(result.endInstant.milliseconds), "\(result.setup.seed)",
    ]
  }

  /// A chapter for each scenario, empty where there is no room left; and what is said of these.
  private static func chapters(
    _ cases: [ReportCase]
  ) -> (texts: [String], omission: String?) {
    var chapters = [String](repeating: "", count: cases.count)
    var (room, budget) = (chapterBytesMax, DetailBudget())
    let bad = cases.indices.filter { !cases[$0].result.outcome.isGood }
    let good = cases.indices.filter { cases[$0].result.outcome.isGood }
    func chapter(_ index: Int) -> String {
      HTMLChapter(
        each: cases[index], number: index + 1,
        isFolded: cases.count > openMax && cases[index].result.outcome.isGood
      ).text
    }
    for index in bad {
      var text = ""
      let isShown = budget.takes(
        {
          text = chapter(index)
          return text.utf8.count
        }())
      if isShown { chapters[index] = text }
    }
    room -= chapters.map(\.utf8.count).reduce(0, +)
    for index in good {
      let text = chapter(index)
      room -= text.utf8.count
      guard room >= 0 else { break }
      chapters[index] = text
    }
    return (chapters, budget.remark)
  }
}
