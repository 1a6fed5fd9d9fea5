import CellGrid

/// The marked row of a list in full, below the list, where the list leaves rows free.
struct DetailView {
  let title: String
  let lines: [String]

  /// How many rows it needs at least.
  static let rowsMin = 6

  /// The room below so many rows of a list; nil where it is too little.
  static func room(below rows: Int, in rect: CellRect) -> CellRect? {
    let rest = rect.split(top: min(rows + 1, rect.rows)).rest
    return rest.rows >= rowsMin ? rest : nil
  }

  /// Paints a title and as many of the lines as there is room for.
  func paint(_ painter: inout Painter, in rect: CellRect) {
    painter.rule(rect)
    painter.write(" \(title) ", .dim, in: rect, column: 1)
    let rows = lines.flatMap { WrappedText.rows($0, width: rect.columns - 2) }
    let room = rect.rows - 1
    for (row, text) in rows.prefix(room).enumerated() {
      let isCut = row == room - 1 && rows.count > room
      painter.write(
        isCut ? " … \(rows.count - row) more lines" : " \(text)", isCut ? .dim : .text, in: rect,
        row: row + 1)
    }
  }
}
