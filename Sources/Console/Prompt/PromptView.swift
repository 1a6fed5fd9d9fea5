import CellGrid

/// A line that takes text, at the foot of the screen, with suggestions above it.
struct PromptView {
  let prompt: Prompt
  /// How many rows above the line a message takes; suggestions stand above it.
  let messageRows: Int
  let bindings: Bindings

  /// How many suggestions are shown at once: a third of a screen.
  private static func listRows(_ layout: Layout) -> Int { max(5, layout.windows.rows / 3) }

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let rect = layout.footer
    painter.fill(rect, .text)
    let sign = painter.write(prompt.kind.sign, .title, in: rect)
    paintField(&painter, paintKeys(&painter, rect), from: sign)
    paintList(&painter, layout)
  }

  /// What ends the line, at its right end; returns what is left of the row.
  private func paintKeys(_ painter: inout Painter, _ rect: CellRect) -> CellRect {
    let pieces: [(text: String, role: Role)] = endings.flatMap { row in
      [("  \(row.text)", Role.key), (" \(row.hint ?? "")", .dim)]
    }
    let columns = pieces.map { TextWidth.columns(of: $0.text) }.reduce(1, +)
    let (left, right) = rect.split(left: max(0, rect.columns - columns))
    painter.write(pieces, in: right)
    return left
  }

  /// The keys that end the line, with or without doing what it says.
  private var endings: [Binding] {
    [PromptAction.accept, .cancel].compactMap { bindings.row(of: $0.action, in: .prompt) }
  }

  /// The text, scrolled so that the cursor is in sight, with the cursor as a reversed cell.
  private func paintField(_ painter: inout Painter, _ rect: CellRect, from start: Int) {
    let field = prompt.field
    let room = max(1, rect.columns - start - 1)
    var first = field.cursor
    var columns = 0
    while first > 0 {
      columns += TextWidth.columns(of: String(field.characters[first - 1]))
      if columns >= room { break }
      first -= 1
    }
    let before = String(field.characters[first..<field.cursor])
    let after = String(field.characters[field.cursor...].prefix(room))
    let column = start + painter.write(before, in: rect, column: start)
    painter.write(after, in: rect, column: column)
    if field.isEmpty { painter.write(prompt.kind.advice, .dim, in: rect, column: column + 1) }
    let width = max(
      1, field.isAtEnd ? 1 : TextWidth.columns(of: String(field.characters[field.cursor])))
    let cursor = CellRect(row: rect.row, column: rect.column + column, rows: 1, columns: width)
    painter.grid.restyle(cursor) { $0.attributes.formSymmetricDifference(.reverse) }
  }

  /// What Enter would do, so many rows above the line.
  private func paintIntention(_ painter: inout Painter, _ layout: Layout, above rows: Int) {
    guard let intention = prompt.intention else { return }
    let rect = CellRect(
      row: layout.footer.row - messageRows - rows, column: 1, rows: 1,
      columns: layout.footer.columns - 18)
    if prompt.selected == nil { painter.fill(layout.footer.line(-messageRows - rows), .text) }
    painter.write(
      [
        (" \(bindings.text(of: .prompt(.accept), in: .prompt)): ", .key),
        (
          intention.isRefused ? "refused: \(intention.text) " : "\(intention.text) ",
          intention.isRefused ? .warning : .bold
        ),
      ], in: rect)
  }

  private func paintList(_ painter: inout Painter, _ layout: Layout) {
    guard let selected = prompt.selected else { return paintIntention(&painter, layout, above: 1) }
    let shown = min(PromptView.listRows(layout), prompt.candidates.count)
    let first = min(max(0, selected - shown + 1), prompt.candidates.count - shown)
    let widest = prompt.candidates.map { TextWidth.columns(of: $0.title) }.max() ?? 0
    let titles = min(widest + 2, layout.footer.columns / 2)
    let rect = CellRect(
      row: layout.footer.row - messageRows - shown - 1, column: 0, rows: shown + 1,
      columns: layout.footer.columns)
    painter.fill(rect, .text)
    painter.rule(rect)
    painter.grid.writeRight(
      " \(selected + 1) of \(prompt.candidates.count) ", in: rect,
      style: painter.theme.style(.dim))
    paintIntention(&painter, layout, above: shown + 1)
    for row in 0..<shown {
      let candidate = prompt.candidates[first + row]
      let isMarked = first + row == selected
      let line = CellRect(
        row: rect.row + 1 + row, column: rect.column, rows: 1, columns: rect.columns)
      if isMarked { painter.fill(line, .marked) }
      let title = line.split(left: titles + 1).left
      painter.write(
        "\(isMarked ? "▸" : " ")\(candidate.title)", isMarked ? .marked : .text, in: title)
      painter.write(
        candidate.detail, isMarked ? .marked : .dim, in: line, column: titles + 2)
    }
  }
}
