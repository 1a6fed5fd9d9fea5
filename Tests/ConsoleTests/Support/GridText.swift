import CellGrid

/// A grid as text: the glyphs, and the style of each cell.
enum GridText {
  /// The glyphs, one line per row, without trailing blanks.
  static func lines(_ grid: CellGrid) -> [String] {
    rows(grid, blank: " ") { cell in
      guard cell.width > 0 else { return "" }
      var text = String(Character(cell.scalar))
      if let mark = cell.mark { text.unicodeScalars.append(mark) }
      return text
    }
  }

  /// Glyphs, then a letter for the style of each cell, then the meaning of the letters.
  static func snapshot(_ grid: CellGrid) -> String {
    var letters: [CellStyle] = []
    let styles = rows(grid, blank: ".") { cell in
      guard cell.style != .plain else { return "." }
      if !letters.contains(cell.style) { letters.append(cell.style) }
      return letter(letters.firstIndex(of: cell.style) ?? 0)
    }
    let legend = letters.enumerated().map { "\(letter($0.offset)) \(describe($0.element))" }
    return (lines(grid) + ["--- styles"] + styles + ["--- letters"] + legend)
      .map { $0 + "\n" }.joined()
  }

  private static func letter(_ index: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String(letters[index % letters.count])
  }

  private static func describe(_ style: CellStyle) -> String {
    var words = ["\(style.foreground) on \(style.background)"]
    if style.attributes.contains(.bold) { words.append("bold") }
    if style.attributes.contains(.dim) { words.append("dim") }
    if style.attributes.contains(.underline) { words.append("underline") }
    if style.attributes.contains(.reverse) { words.append("reverse") }
    return words.joined(separator: ", ")
  }

  private static func rows(
    _ grid: CellGrid, blank: Character, _ text: (Cell) -> String
  ) -> [String] {
    (0..<grid.size.rows).map { row in
      let line = (0..<grid.size.columns).map { text(grid[row, $0]) }.joined()
      return String(line.reversed().drop { $0 == blank }.reversed())
    }
  }
}
