import CellGrid
import CivilTime
import DeviceModel
import PlainText
import Scenarios

/// The scenarios that can be gone through, and what the marked one is about.
struct WalkthroughsView {
  let pane: WalkthroughsPane
  let hasFocus: Bool

  func paint(_ painter: inout Painter, list: CellRect, about: CellRect) {
    guard let scenarios = pane.scenarios else {
      painter.write(" Reading the scenarios …", .dim, in: list)
      return
    }
    if scenarios.isEmpty { painter.write(" There is no scenario.", .dim, in: list) }
    if !scenarios.isEmpty, pane.rows.isEmpty {
      painter.write(" No scenario has '\(pane.filter)'.", .dim, in: list)
    }
    let top = pane.position.top
    for row in 0..<list.rows where top + row < pane.rows.count {
      switch pane.rows[top + row] {
      case .group(let name): painter.write(" \(name)", .title, in: list.line(row))
      case .scenario(let place):
        paint(
          scenarios[place].name, isMarked: top + row == pane.position.marked, &painter,
          list.line(row))
      }
    }
    paintMore(&painter, list, count: pane.rows.count)
    painter.separator(leftOf: about)
    paintAbout(&painter, about)
  }

  /// A scenario's name, behind how it ended where it was gone through.
  private func paint(
    _ name: String, isMarked: Bool, _ painter: inout Painter, _ line: CellRect
  ) {
    let isMarkedHere = isMarked && hasFocus
    if isMarkedHere { painter.fill(line, .marked) }
    let outcome = pane.outcomes[name]
    let sign = outcome.map { $0 == .passed ? " ✓" : " ✗" } ?? ""
    painter.write(
      [
        ("\(isMarked ? "▸" : " ")\(name)", isMarkedHere ? .marked : .text),
        (sign, isMarkedHere ? .marked : outcome == .passed ? .ok : .error),
      ], in: line)
  }

  /// Shows at the right edge of the list that there are more scenarios above or below.
  private func paintMore(_ painter: inout Painter, _ rect: CellRect, count: Int) {
    let line = CellRect(
      row: rect.row, column: rect.column + rect.columns - 1, rows: rect.rows, columns: 1)
    let top = pane.position.top
    if top > 0 { painter.write("↑", .title, in: line) }
    if count - top > rect.rows { painter.write("↓", .title, in: line, row: rect.rows - 1) }
  }

  private func paintAbout(_ painter: inout Painter, _ rect: CellRect) {
    guard let scenario = pane.marked else { return }
    var rows: [(text: String, role: Role)] = [(scenario.path, .dim)]
    rows += ParagraphText.rows(scenario.summary, width: rect.columns - 2).map { ($0, .text) }
    rows.append(("", .text))
    rows.append((facts(of: scenario), .dim))
    if !scenario.tags.isEmpty { rows.append((scenario.tags.joined(separator: " "), .dim)) }
    if !pane.filter.isEmpty {
      rows.append(
        ("\(pane.listedCount) of \(pane.scenarios?.count ?? 0), with '\(pane.filter)'", .title))
    }
    if !pane.problems.isEmpty {
      rows.append(
        ("\(pane.problems.count.counted("file")) cannot be read; `dnp lint`", .warning))
    }
    // What has to be done, as far as there is room.
    let free = rect.rows - rows.count - 1
    if free > 2 {
      let steps = scenario.steps.enumerated().map { "\($0 + 1)  \($1.title)" }
      rows.append(("", .text))
      rows += steps.prefix(steps.count > free ? free - 1 : free).map { ($0, .text) }
      if steps.count > free { rows.append(("… \(steps.count - free + 1) more", .dim)) }
    }
    for (row, line) in rows.prefix(rect.rows).enumerated() {
      painter.write(" " + line.text, line.role, in: rect, row: row)
    }
  }

  private func facts(of scenario: Scenario) -> String {
    let configuration = scenario.configuration
    let start = ClockText.date(configuration.startMilliseconds, configuration.zone)
    return "\(scenario.steps.count) steps · \(configuration.variant.rawValue) · \(start) · "
      + "\(configuration.zone.identifier) · seed \(configuration.seed)"
  }
}
