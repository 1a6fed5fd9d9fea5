public import CellGrid
import CivilTime
import DeviceModel

extension Model {
  /// The screen as it is now.
  public func view() -> CellGrid {
    var painter = Painter(grid: CellGrid(size), theme: Theme(isColored: appearance.isColored))
    if layout.isTooSmall {
      paintCard(&painter)
    } else {
      paintScreen(&painter)
    }
    if appearance.isASCII { painter.grid.replaceNonASCII(ASCIIGlyphs.replacement) }
    return painter.grid
  }

  private func paintScreen(_ painter: inout Painter) {
    let layout = layout
    HeaderView(model: self).paint(&painter, in: layout.header)
    if screen == .walkthroughs, guide == nil {
      WalkthroughsView(model: self).paint(&painter, list: layout.controls, about: layout.about)
      painter.rule(layout.stages)
    } else if screen != .log {
      let facts = facts
      let controls = ControlsView(model: self)
      controls.paint(&painter, in: layout.controls)
      if let guide {
        GuideView(model: self, guide: guide).paint(&painter, in: layout.status)
      } else {
        StatusView(rows: statusRows(height: layout.status.rows)).paint(&painter, in: layout.status)
      }
      painter.separator(leftOf: layout.status)
      controls.paintMore(&painter, rightOf: layout.controls)
      if !layout.phone.isEmpty {
        PhoneView(model: self, facts: facts).paint(&painter, in: layout.phone)
        painter.separator(leftOf: layout.phone)
      }
      StagesView(facts: facts).paint(&painter, in: layout.stages)
    }
    LogView(model: self).paint(&painter, title: layout.logTitle, lines: layout.log)
    FooterView(model: self).paint(&painter, in: layout.footer)
    paintOverlay(&painter, layout)
  }

  private func paintOverlay(_ painter: inout Painter, _ layout: Layout) {
    if isDialogShown { DialogView(isAllowMarked: isAllowMarked).paint(&painter, layout) }
    switch overlay {
    case .prompt(let prompt): PromptView(prompt: prompt).paint(&painter, layout)
    case .help(let help): HelpView(help: help, model: self).paint(&painter, layout)
    case .page(let page): PageView(page: page).paint(&painter, layout)
    case nil: break
    }
  }

  /// What is shown where nothing fits: how much is needed.
  private func paintCard(_ painter: inout Painter) {
    let needed = Layout.sizeMin
    let lines = [
      "dnp needs \(needed.columns)×\(needed.rows)", "this is \(size.columns)×\(size.rows)",
    ]
    let area = painter.grid.bounds.centered(CellSize(rows: lines.count, columns: size.columns))
    for (row, line) in lines.enumerated() {
      let column = max(0, (area.columns - line.count) / 2)
      painter.write(line, row == 0 ? .bold : .dim, in: area, row: row, column: column)
    }
  }
}
