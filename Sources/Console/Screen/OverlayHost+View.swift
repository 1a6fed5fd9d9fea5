import CellGrid

/// What is in front of a screen, and the bottom line.
extension OverlayHost {
  /// Paints the bottom line, and what is in front of the screen.
  func paintFront(
    _ painter: inout Painter, _ layout: Layout, _ footer: FooterView, _ message: [String]
  ) {
    switch overlay {
    case .prompt(let prompt):
      // A line that takes text has its suggestions above a message, and its own keys.
      footer.paint(&painter, in: layout.footer, message)
      PromptView(prompt: prompt, messageRows: message.count, bindings: bindings)
        .paint(&painter, layout)
      return
    case .help(let help):
      HelpView(help: help, reasonAgainst: { reasonAgainst($0) }).paint(&painter, layout)
    case .page(let page): PageView(page: page, bindings: bindings).paint(&painter, layout)
    case .confirmation(let confirmation):
      ConfirmationView(confirmation: confirmation, bindings: bindings).paint(&painter, layout)
    case nil: break
    }
    footer.paint(&painter, in: layout.footer, message)
  }

  /// The hint of the bottom line at which the mouse points.
  func hint(at event: MouseEvent, among hints: [Binding]) -> Binding? {
    FooterView.hint(at: event.column, among: hints, columns: layout.footer.columns)
  }
}

extension Painter {
  /// Shows, where nothing fits, how much is needed.
  mutating func paintTooSmall() {
    let needed = Layout.sizeMin
    let size = grid.size
    let lines = [
      "dnp needs \(needed.columns)×\(needed.rows)", "this is \(size.columns)×\(size.rows)",
    ]
    let area = grid.bounds.centered(CellSize(rows: lines.count, columns: size.columns))
    for (row, line) in lines.enumerated() {
      let column = max(0, (area.columns - line.count) / 2)
      write(line, row == 0 ? .bold : .dim, in: area, row: row, column: column)
    }
  }
}
