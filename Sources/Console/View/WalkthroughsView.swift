import CellGrid
import CivilTime
import DeviceModel
import Scenarios

/// The scenarios that can be gone through, and what the marked one is about.
struct WalkthroughsView {
  let model: Model

  func paint(_ painter: inout Painter, list: CellRect, about: CellRect) {
    guard let scenarios = model.walkthroughs.scenarios else {
      painter.write(" Reading the scenarios …", .dim, in: list)
      return
    }
    if scenarios.isEmpty { painter.write(" There is no scenario.", .dim, in: list) }
    let top = model.walkthroughs.top
    for row in 0..<list.rows where top + row < scenarios.count {
      paint(
        scenarios[top + row], isMarked: top + row == model.walkthroughs.selected, &painter, list,
        row)
    }
    paintMore(&painter, list, count: scenarios.count)
    painter.separator(leftOf: about)
    paintAbout(&painter, about)
  }

  private func paint(
    _ scenario: Scenario, isMarked: Bool, _ painter: inout Painter, _ rect: CellRect, _ row: Int
  ) {
    let hasFocus = model.screenMode == .walkthroughs
    let line = CellRect(row: rect.row + row, column: rect.column, rows: 1, columns: rect.columns)
    if isMarked, hasFocus { painter.fill(line, .marked) }
    let role: Role = isMarked && hasFocus ? .marked : .text
    painter.write("\(isMarked ? "▸" : " ")\(scenario.name)", role, in: line)
  }

  private func paintMore(_ painter: inout Painter, _ rect: CellRect, count: Int) {
    let line = CellRect(
      row: rect.row, column: rect.column + rect.columns - 1, rows: rect.rows, columns: 1)
    if model.walkthroughs.top > 0 { painter.write("↑", .title, in: line) }
    if count - model.walkthroughs.top > rect.rows {
      painter.write("↓", .title, in: line, row: rect.rows - 1)
    }
  }

  private func paintAbout(_ painter: inout Painter, _ rect: CellRect) {
    guard let scenario = model.walkthroughs.marked else { return }
    var rows: [(text: String, role: Role)] = [(scenario.path, .dim)]
    rows += wrapped(scenario.summary, .text, rect)
    rows.append(("", .text))
    rows.append((facts(of: scenario), .dim))
    if !scenario.tags.isEmpty { rows.append((scenario.tags.joined(separator: " "), .dim)) }
    if !model.walkthroughs.problems.isEmpty {
      let count = model.walkthroughs.problems.count
      rows.append(("\(count) file\(count == 1 ? "" : "s") cannot be read; `dnp lint`", .warning))
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

  private func wrapped(
    _ text: String, _ role: Role, _ rect: CellRect
  ) -> [(text: String, role: Role)] {
    ParagraphText.rows(text, width: rect.columns - 2).map { ($0, role) }
  }
}

/// A paragraph as rows that break between words.
enum ParagraphText {
  static func rows(_ text: String, width: Int) -> [String] {
    var rows: [String] = []
    var row = ""
    for word in text.split(separator: " ") {
      let columns = TextWidth.columns(of: row) + TextWidth.columns(of: String(word)) + 1
      if !row.isEmpty, columns > width {
        rows.append(row)
        row = ""
      }
      row += (row.isEmpty ? "" : " ") + word
    }
    return (row.isEmpty ? rows : rows + [row]).flatMap { WrappedText.rows($0, width: width) }
  }
}
