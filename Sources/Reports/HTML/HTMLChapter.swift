import CivilTime
import JSONText
import PlainText
import Scenarios
import SimulationCore

/// The chapter of one scenario.
struct HTMLChapter {
  let each: ReportCase
  let number: Int
  /// Whether its content is collapsed: a browser lays out hundreds of charts for a minute.
  var isFolded = false

  /// The maximum number of rows in a long table, and of log lines.
  static let rowsMax = 300
  /// The maximum number of characters of what was found that are shown at once.
  static let foundMax = 600

  private var result: ScenarioResult { each.result }

  /// The whole chapter.
  var text: String {
    let content =
      summary + failures + attempts + figure + steps
      + HTMLReport.list(facts) + invariants + HTMLObservations(result: result).text
      + HTMLReport.toList("Back to the list of scenarios")
    return "<section id=\"scenario-\(number)\"\(HTMLReport.data(each))>\n"
      + HTML.element(
        "h2",
        "\(HTMLReport.badge(result.outcome)) "
          + HTML.text("\(each.area) / \(each.name)"))
      + "\n" + (isFolded ? HTML.folded("The run", content) : content) + "</section>\n"
  }

  /// What the scenario says of itself; nothing where it says nothing.
  private var summary: String {
    result.summary.isEmpty ? "" : HTML.element("p", HTML.text(result.summary)) + "\n"
  }

  private var facts: [(String, String)] {
    let setup = result.setup
    let knobs = setup.knobs.members.map { "\($0.key) \($0.value.stringValue ?? "")" }
    return [
      ("file", result.path), ("tags", result.tags.joined(separator: " ")),
      ("phone", "\(setup.platform) \(setup.osVersion), \(setup.variant), zone \(setup.zone)"),
      ("seed", "\(setup.seed)"),
      (
        "phone's time",
        "\(ISO8601.text(setup.startMilliseconds)) to \(ISO8601.text(result.endWallMilliseconds))"
      ), ("took", "\(each.elapsedText)"),
      ("trace", "\(result.traceHash), \(result.recordCount) records"),
      ("knobs", knobs.joined(separator: ", ")),
    ].filter { !$0.1.isEmpty }
  }

  // MARK: Failures

  private var failures: String {
    let steps = result.steps.compactMap { step -> String? in
      guard step.isBad else { return nil }
      return block(
        result.heading(of: step), mismatches(of: step) + HTMLReport.list(step.failureRows),
        step.failure?.recordsHeading ?? "", step.failure?.lastRecords ?? [])
    }
    let broken = result.violations.prefix(HTMLChapter.rowsMax).map { violation in
      block(
        violation.text + (violation.isAllowed ? " (allowed here)" : ""),
        HTMLReport.list([
          (
            "at",
            "\(ISO8601.text(violation.wallMilliseconds)), record \(violation.sequence)"
          )
        ]), "", [])
    }
    return (steps + broken).joined() + further
  }

  /// What was not as expected at a step, each with what is written in the file.
  private func mismatches(of step: StepResult) -> String {
    (step.failure?.all ?? []).enumerated().map { number, mismatch in
      let place = number == 0 ? nil : result.place(of: mismatch, in: step)
      return (place.map { HTML.element("p", HTML.text("and \($0)")) + "\n" } ?? "")
        + (mismatch.excerpt.map { HTML.excerpt($0.rows) } ?? "")
        + HTMLReport.list([
          ("expected", mismatch.expected),
          ("found", mismatch.found.shortened(charactersMax: HTMLChapter.foundMax)),
        ]) + rest(of: mismatch.found)
    }.joined()
  }

  /// What was found as a whole, collapsed, where its beginning alone is shown.
  private func rest(of found: String) -> String {
    guard found.count > HTMLChapter.foundMax else { return "" }
    return HTML.folded("All that was found: \(found.count) characters", HTML.lines([found]))
  }

  /// The command that shows more.
  private var further: String {
    guard let further = result.further else { return "" }
    return HTML.element("p", HTML.text(further.heading + ":")) + "\n" + HTML.lines([further.text])
  }

  /// A failure: its title, what belongs to it as elements, and records under a heading.
  private func block(
    _ title: String, _ content: String, _ heading: String, _ records: [String]
  ) -> String {
    let last = records.isEmpty ? "" : HTML.folded(heading, isOpen: true, HTML.lines(records))
    return "<div class=\"failure\">\n" + HTML.element("p", HTML.text(title)) + "\n" + content
      + last + "</div>\n"
  }

  private var attempts: String {
    guard !result.earlierAttempts.isEmpty else { return "" }
    let rows = result.earlierAttempts.map { attempt in
      [
        "\(attempt.number)", HTMLReport.badge(attempt.outcome), "\(attempt.seed)",
        HTML.text(attempt.failures.joined(separator: "; ")),
      ]
    }
    return HTML.element("h3", "Earlier attempts")
      + HTML.table("Earlier attempts", ["attempt|num", "outcome|keep", "seed|num", "why"], rows)
  }

  private var invariants: String {
    guard !result.invariants.isEmpty else { return "" }
    let rows = result.invariants.map { invariant in
      [
        "\(invariant.id)", HTML.text(invariant.name), "\(invariant.checks)",
        invariant.violations == 0
          ? "0" : HTML.outcome("bad", "✗", String(invariant.violations)),
      ]
    }
    let broken = result.invariants.count { $0.violations > 0 }
    return HTML.folded(
      "Invariants: \(result.invariants.count) watched, \(broken) broken",
      HTML.table("Invariants", ["no.|num", "invariant", "checks|num", "violations|num"], rows))
  }

  // MARK: Course of the run

  private var figure: String {
    let label = "What happened when in \(each.name)"
    let marks = result.timeline.marks
    let clock = PhoneClock(result)
    let words = marks.prefix(HTMLChapter.rowsMax).map { mark in
      [
        HTML.text(clock.text(at: mark.instant.milliseconds)),
        HTML.text(TimelineWords.text(mark, isAndroid: result.setup.platform == "android")),
      ]
    }
    let rest = marks.count - words.count + result.timeline.omittedCount
    let picture = TimelinePicture(result).text(label: label)
    return "<figure class=\"wide\" tabindex=\"0\">\n" + picture
      + "<figcaption>\(caption(clock))\(key(to: picture))</figcaption>\n</figure>\n"
      + HTML.folded(
        "The picture in words (\(marks.count + result.timeline.omittedCount) entries)",
        HTML.table("The picture in words", ["phone's clock|keep", "what happened"], words)
          + (rest > 0 ? HTML.element("p", style: "dim", "and \(rest) more") : ""))
  }

  private func caption(_ clock: PhoneClock) -> String {
    let end = result.endInstant.milliseconds
    let span =
      "\(clock.text(at: 0)) to \(clock.text(at: end)), \(clock.segments[0].zone.identifier)"
    return HTML.text(span)
  }

  /// The legend for the shapes that occur in a chart.
  private func key(to picture: String) -> String {
    let items = HTMLChapter.meanings.filter { picture.contains("#\($0.shape.rawValue)\"") }
      .map { shape, text in
        "<span><svg width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\" aria-hidden=\"true\">"
          + "<use href=\"#\(shape.rawValue)\"/></svg>\(text)</span>\n"
      }
    return items.isEmpty ? "" : "\n<div class=\"key\">\n\(items.joined())</div>\n"
  }

  private static let meanings: [(shape: SVG.Shape, text: String)] = [
    (.diamond, "shown with fetched content"), (.hollow, "shown with the default text"),
    (.dot, "succeeded"), (.ring, "not modified"), (.cross, "failed, expired or not shown"),
    (.triangle, "missed or refused"), (.square, "restarted"), (.flag, "clock or zone"),
  ]

  private var steps: String {
    let clock = PhoneClock(result)
    let rows = result.steps.map { step in
      [
        "\(step.number)", HTMLReport.badge(step.outcome), words(step),
        step.hasRun ? HTML.text(clock.text(at: step.instant.milliseconds)) : "",
        step.hasRun ? DurationText.text(step.durationMilliseconds) : "",
      ]
    }
    guard !rows.isEmpty else { return "" }
    let table = HTML.table(
      "Steps", ["no.|num", "outcome|keep", "step|words", "phone's clock|keep", "phone's time|num"],
      rows)
    return HTML.folded("Steps: \(rows.count)", isOpen: rows.count <= 100, table)
  }

  private func words(_ step: StepResult) -> String {
    var parts = [HTML.text(step.title)]
    var notes: [String] = []
    if step.text != step.title { notes.append(step.text) }
    if step.phase != .body { notes.append(step.phase.rawValue) }
    if let file = step.includedFrom { notes.append("\(file):\(step.line)") }
    if let reason = step.skipReason { notes.append(reason) }
    if let failure = step.failure { notes.append(failure.text) }
    if !notes.isEmpty {
      parts.append(HTML.element("span", style: "dim", HTML.text(notes.joined(separator: " · "))))
    }
    if let judgement = step.judgement {
      let verdict = judgement.verdict.map { $0.rawValue + ": " } ?? "note: "
      parts.append(HTML.element("span", style: "note", "☞ " + HTML.text(verdict + judgement.note)))
    }
    return parts.joined(separator: "<br/>")
  }
}
