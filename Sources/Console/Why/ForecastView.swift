import CellGrid

/// The forecast of what comes next, in as many rows as there are.
struct ForecastView {
  let forecast: Forecast?
  let bindings: Bindings

  private static let labelColumns = 11

  /// Paints a title and the lines, wrapped.
  func paint(_ painter: inout Painter, in rect: CellRect) {
    guard rect.rows > 1 else { return }
    let head = " Comes next "
    let key = " \(bindings.text(of: .why(.ask))) why "
    let columns = rect.columns - head.count - key.count
    let title = forecast.map { forecast in
      TextWidth.columns(of: forecast.title) <= columns ? forecast.title : forecast.shortTitle
    }
    painter.write([(head, .title), (title ?? "none is pending", .bold)], in: rect)
    // The footer names the key, too.
    if TextWidth.columns(of: title ?? "") <= columns {
      painter.grid.writeRight(key, in: rect, style: painter.theme.style(.key))
    }
    var row = 1
    for line in forecast?.rows ?? [] {
      let width = rect.columns - 3 - ForecastView.labelColumns
      for (place, text) in ParagraphText.rows(line.text, width: width).enumerated()
      where row < rect.rows {
        if place == 0 {
          painter.write(line.light.glyph, line.light.role, in: rect, row: row, column: 1)
          painter.write(line.label, .dim, in: rect, row: row, column: 3)
        }
        painter.write(text, in: rect, row: row, column: 3 + ForecastView.labelColumns)
        row += 1
      }
    }
  }
}
