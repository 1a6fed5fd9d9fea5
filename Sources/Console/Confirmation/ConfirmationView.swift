import CellGrid

/// The question whether a file may be replaced, in a window.
struct ConfirmationView {
  let confirmation: Confirmation
  let bindings: Bindings

  private static let columns = 56

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let width = min(ConfirmationView.columns, layout.windows.columns - 4)
    let lines = WrappedText.rows("\(confirmation.path) exists.", width: width - 4).prefix(6)
    let rect = layout.windows.centered(CellSize(rows: lines.count + 4, columns: width))
    let inside = painter.window(rect, title: "Replace it?")
    for (row, line) in lines.enumerated() { painter.write(line, in: inside, row: row) }
    painter.write(
      [
        (bindings.text(of: .confirmation(.replace)), .key), (" replaces it, ", .text),
        (bindings.text(of: .confirmation(.leave)), .key), (" leaves it as it is", .text),
      ],
      in: inside, row: lines.count + 1)
  }
}
