import CellGrid

/// The way of the present notification on one line.
struct StagesView {
  let facts: PhoneFacts

  func paint(_ painter: inout Painter, in rect: CellRect) {
    painter.rule(rect)
    let isWide = rect.columns >= Layout.wideColumns
    var column = 1
    for stage in Stage.allCases {
      let light = facts.light(of: stage)
      column += painter.write(
        [
          (" \(light.glyph) ", light.role),
          (isWide ? "\(stage.label) " : name(of: stage, in: rect), light.role),
        ], in: rect, column: column)
      if isWide { column += 1 }
    }
  }

  private func name(of stage: Stage, in rect: CellRect) -> String {
    rect.columns < 78 ? stage.abbreviation : stage.shortLabel
  }
}
