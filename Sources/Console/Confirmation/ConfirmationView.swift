import CellGrid

/// The question whether a file may be replaced, in a window.
struct ConfirmationView {
  let confirmation: Confirmation

  private static let columns = 56

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let width = min(ConfirmationView.columns, layout.windows.columns - 4)
    let lines = WrappedText.rows("\(confirmation.path) exists.", width: width - 4).prefix(6)
    let rect = layout.windows.centered(CellSize(rows: lines.count + 4, columns: width))
    let inside = painter.window(rect, title: "Replace it?")
    for (row, line) in lines.enumerated() { painter.write(line, in: inside, row: row) }
    painter.write(
      [("y", .key), (" replaces it, ", .text), ("n", .key), (" leaves it as it is", .text)],
      in: inside, row: lines.count + 1)
  }
}
