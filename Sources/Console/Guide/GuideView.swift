import CellGrid
import CivilTime
import Scenarios

/// The walkthrough: its steps with their outcomes, what to do next, what was found.
struct GuideView {
  let guide: GuidedRun
  /// The button that the next step presses.
  let nextControl: Control?
  let isDialogShown: Bool

  func paint(_ painter: inout Painter, in rect: CellRect) {
    let title = rect.line(0)
    painter.write(" \(guide.scenario.name)", .bold, in: title)
    painter.grid.writeRight(
      place + " ", in: title, style: painter.theme.style(guide.isOver ? verdictRole : .dim))
    let (_, list) = rect.split(top: 1)
    let (rows, current) = lines(width: rect.columns - 1)
    let top = max(0, min(current - list.rows / 2, rows.count - list.rows))
    for (row, line) in rows.dropFirst(top).prefix(list.rows).enumerated() {
      let area = list.line(row)
      if line.role == .marked { painter.fill(area, .marked) }
      painter.write(line.text, line.role, in: area)
    }
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
    case .aborted, .waiting, .skipped, .notRun: guide.result.outcome.rawValue
    }
  }

  private var verdictRole: Role { guide.result.outcome == .passed ? .ok : .error }

  /// The steps with remarks, and the index of the present one's row.
  private func lines(width: Int) -> (rows: [(text: String, role: Role)], current: Int) {
    var rows: [(text: String, role: Role)] = []
    var current = 0
    for (index, step) in guide.steps.enumerated() {
      if index == guide.next || index == guide.last { current = rows.count }
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
    }
    if guide.isOver {
      rows.append(("", .text))
      rows += paragraph(closing, .title, width)
      current = rows.count - 1
    }
    return (rows, current)
  }

  private var closing: String {
    "The walkthrough is over: x exports it, R begins again, U takes the phone over, q goes back to "
      + "the list."
  }

  private func sign(of step: StepResult) -> String {
    switch step.outcome {
    case .passed: "✓"
    case .failed, .aborted: "✗"
    case .waiting: "▲"
    case .skipped: "-"
    case .notRun: "·"
    }
  }

  private func role(of step: StepResult) -> Role {
    switch step.outcome {
    case .passed: .ok
    case .failed, .aborted: .error
    case .notRun, .skipped: .dim
    case .waiting: .pending
    }
  }

  private func remarks(
    _ step: StepResult, isNext: Bool, _ width: Int
  ) -> [(text: String, role: Role)] {
    var rows: [(text: String, role: Role)] = []
    if isNext {
      if step.text != step.title { rows += paragraph(step.text, .dim, width) }
      rows += paragraph(advice, .key, width)
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

  /// What to press for the next step.
  private var advice: String {
    if guide.isQuestion { return "P pass, X fail, K skip, O note" }
    if let control = nextControl {
      return "press \(ControlKeys.text(of: control.id)) or Enter"
    }
    if isDialogShown { return "answer the dialog: y or n as the step says" }
    return "Enter"
  }

  private func paragraph(
    _ text: String, _ role: Role, _ width: Int
  ) -> [(text: String, role: Role)] {
    ParagraphText.rows(text, width: width - 6).map { ("     " + $0, role) }
  }
}
