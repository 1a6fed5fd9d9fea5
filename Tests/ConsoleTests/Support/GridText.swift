import CellGrid

/// A grid as text: the glyphs, and the style of each cell.
enum GridText {
  /// The glyphs, one line per row, without trailing blanks.
  ///
  /// Robots read each screen, and tests are not optimized: it goes scalar by scalar.
  static func lines(_ grid: CellGrid) -> [String] {
    var lines: [String] = []
    var row = 0
    while row < grid.size.rows {
      lines.append(line(grid, row: row))
      row += 1
    }
    return lines
  }

  private static func line(_ grid: CellGrid, row: Int) -> String {
    var line = String.UnicodeScalarView()
    // Blanks that only count if something follows.
    var blanks = 0
    var column = 0
    while column < grid.size.columns {
      let cell = grid[row, column]
      column += 1
      if cell.width == 0 { continue }
      if cell.scalar == " ", cell.mark == nil {
        blanks += 1
        continue
      }
      while blanks > 0 {
        line.append(" ")
        blanks -= 1
      }
      line.append(cell.scalar)
      if let mark = cell.mark { line.append(mark) }
    }
    return String(line)
  }

  /// Glyphs, then a letter for the style of each cell, then the meaning of the letters.
  static func snapshot(_ grid: CellGrid) -> String {
    var letters: [CellStyle] = []
    let styles = styles(grid) { style in
      if !letters.contains(style) { letters.append(style) }
      return letter(letters.firstIndex(of: style) ?? 0)
    }
    let legend = letters.enumerated().map { "\(letter($0.offset)) \(describe($0.element))" }
    return (lines(grid) + ["--- styles"] + styles + ["--- letters"] + legend)
      .map { $0 + "\n" }.joined()
  }

  private static func letter(_ index: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String(letters[index % letters.count])
  }

  static func describe(_ style: CellStyle) -> String {
    var words = ["\(style.foreground) on \(style.background)"]
    if style.attributes.contains(.bold) { words.append("bold") }
    if style.attributes.contains(.dim) { words.append("dim") }
    if style.attributes.contains(.underline) { words.append("underline") }
    if style.attributes.contains(.reverse) { words.append("reverse") }
    return words.joined(separator: ", ")
  }

  /// A letter or a dot for the style of each cell, one line per row, without trailing dots.
  private static func styles(_ grid: CellGrid, _ letter: (CellStyle) -> String) -> [String] {
    (0..<grid.size.rows).map { row in
      let line = (0..<grid.size.columns).map { column in
        let style = grid[row, column].style
        return style == .plain ? "." : letter(style)
      }.joined()
      return String(line.reversed().drop { $0 == "." }.reversed())
    }
  }
}
