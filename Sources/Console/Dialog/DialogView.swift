import CellGrid

/// The system's permission dialog, in front of everything that belongs to the app.
struct DialogView {
  let isAllowMarked: Bool

  func paint(_ painter: inout Painter, _ layout: Layout) {
    let rect = layout.windows.centered(CellSize(rows: 9, columns: 54))
    let inside = painter.window(rect, title: "iOS", .dialog)
    let lines = [
      "“Daily Notification Test” Would Like to", "Send You Notifications", "",
      "Notifications may include alerts, sounds, and",
      "icon badges. These can be configured in Settings.",
    ]
    for (row, line) in lines.enumerated() {
      let column = max(0, (inside.columns - TextWidth.columns(of: line)) / 2)
      painter.write(line, .dialog, in: inside, row: row, column: column)
    }
    paintButton("[n] Don’t Allow", isMarked: !isAllowMarked, &painter, inside, column: 6)
    paintButton("[y] Allow", isMarked: isAllowMarked, &painter, inside, column: 30)
  }

  private func paintButton(
    _ text: String, isMarked: Bool, _ painter: inout Painter, _ rect: CellRect, column: Int
  ) {
    painter.write(
      "\(isMarked ? "▸" : " ")\(text) ", isMarked ? .dialogMarked : .dialog, in: rect,
      row: rect.rows - 1, column: column)
  }
}
