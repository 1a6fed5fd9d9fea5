import CellGrid
import CivilTime
import Scenarios

/// The walkthrough: its steps with their outcomes, what to do next, what was found.
struct GuideView {
  let guide: GuidedRun
  /// What to press for the next step.
  let keys: String
  let bindings: Bindings

  func paint(_ painter: inout Painter, in rect: CellRect) {
    let title = rect.line(0)
    painter.write(" \(guide.scenario.name)", .bold, in: title)
    painter.grid.writeRight(
      place + " ", in: title, style: painter.theme.style(guide.isOver ? verdictRole : .dim))
    let (_, list) = rect.split(top: 1)
    let shown = shown(height: list.rows, width: rect.columns - 1)
    for (row, line) in shown.enumerated() {
      let area = list.line(row)
      if line.role == .marked { painter.fill(area, .marked) }
      painter.write(line.text, line.role, in: area)
    }
  }

  /// The rows that fit: those of the present step and of the steps around it.
  ///
  /// What to press is always among them.
  private func shown(height: Int, width: Int) -> [(text: String, role: Role)] {
    let (rows, current) = lines(width: width)
    let middle = current.lowerBound - height / 2
    let top = max(0, min(max(middle, current.upperBound - height), rows.count - height))
    let end = min(rows.count, top + height)
    guard current.count > height else { return Array(rows[top..<end]) }
    let keys = keys(width)
    let text = rows[current].prefix(max(1, height - keys.count))
    return Array((Array(text) + keys).prefix(height))
  }

  /// How far it has got, or its verdict.
  private var place: String {
    guard let next = guide.next else { return verdict }
    return "step \(next + 1) of \(guide.scenario.steps.count)"
  }

  private var verdict: String {
    switch guide.result.outcome {
    case .passed: "✓ passed"
    case .failed: "✗ failed"
    case .aborted, .waiting, .skipped, .notRun, .notJudged: guide.result.outcome.rawValue
    }
  }

  private var verdictRole: Role { guide.result.outcome == .passed ? .ok : .error }

  /// The steps with remarks, and which rows the present one has.
  private func lines(width: Int) -> (rows: [(text: String, role: Role)], current: Range<Int>) {
    var rows: [(text: String, role: Role)] = []
    var current = 0..<0
    for (index, step) in guide.steps.enumerated() {
      let start = rows.count
      let isNext = index == guide.next
      let sign = isNext ? "▸" : sign(of: step)
      let text = "\(step.number) \(step.title)"
      if isNext {
        // The next step is shown in full.
        let parts = ParagraphText.rows(text, width: width - 3)
        for (place, part) in parts.enumerated() {
          rows.append(((place == 0 ? " \(sign) " : "     ") + part, .marked))
        }
      } else {
        rows.append((" \(sign) \(text)", role(of: step)))
      }
      rows += remarks(step, isNext: isNext, width)
      if isNext { current = start..<rows.count }
    }
    if guide.isOver {
      let start = rows.count
      rows.append(("", .text))
      rows += keys(width)
      current = start..<rows.count
    }
    return (rows, current)
  }

  private var closing: String {
    func key(_ action: Action) -> String { bindings.text(of: action) }
    return "The walkthrough is over: \(key(.guide(.nextOne))) begins the next one, "
      + "\(key(.program(.export))) exports it, \(key(.guide(.restart))) begins again, "
      + "\(key(.guide(.takeOver))) takes the phone over, "
      + "\(key(.screen(.back))) goes back to the list."
  }

  private func sign(of step: StepResult) -> String {
    switch step.outcome {
    case .passed: "✓"
    case .failed, .aborted: "✗"
    case .waiting: "▲"
    case .skipped: "-"
    case .notJudged: "?"
    case .notRun: "·"
    }
  }

  private func role(of step: StepResult) -> Role {
    switch step.outcome {
    case .passed: .ok
    case .failed, .aborted: .error
    case .notRun, .skipped: .dim
    case .waiting, .notJudged: .pending
    }
  }

  private func remarks(
    _ step: StepResult, isNext: Bool, _ width: Int
  ) -> [(text: String, role: Role)] {
    var rows: [(text: String, role: Role)] = []
    if isNext {
      if step.text != step.title { rows += paragraph(step.text, .dim, width) }
      rows += keys(width)
    }
    if let failure = step.failure {
      rows += paragraph("expected \(failure.expected)", .error, width)
      rows += paragraph("found \(failure.found)", .error, width)
    }
    if let judgement = step.judgement {
      let verdict = judgement.verdict.map(\.rawValue) ?? "note"
      let note = judgement.note.isEmpty ? "" : ": \(judgement.note)"
      rows += paragraph(verdict + note, judgement.verdict == .fail ? .error : .title, width)
    }
    return rows
  }

  /// What can be pressed now.
  private func keys(_ width: Int) -> [(text: String, role: Role)] {
    if guide.isOver { return paragraph(closing, .title, width) }
    return paragraph(
      guide.isQuestion ? bindings.verdictsAndNote : "press \(keys)", .key, width)
  }

  private func paragraph(
    _ text: String, _ role: Role, _ width: Int
  ) -> [(text: String, role: Role)] {
    ParagraphText.rows(text, width: width - 6).map { ("     " + $0, role) }
  }
}
