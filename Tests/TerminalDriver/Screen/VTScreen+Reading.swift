extension VTScreen {
  /// The rows as strings, without trailing blanks.
  public var lines: [String] {
    buffer.rows.map(Self.text)
  }

  /// The rows joined by line feeds, without empty ones at the end.
  public var text: String {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The cells, row by row.
  public var cells: [[VTCell]] { buffer.rows }

  /// The cell at a place, which must be inside the screen.
  public subscript(row: Int, column: Int) -> VTCell { buffer.rows[row][column] }

  /// Where the next character goes; the last column while a wrap is pending.
  public var cursor: ScreenPosition { pen.position }

  /// The style of the next character.
  public var currentStyle: VTStyle { pen.style }

  /// Whether pasted text is marked (mode 2004).
  public var isBracketedPasteOn: Bool { privateModes.contains(2_004) }

  /// Whether a synchronized update has begun and not ended (mode 2026).
  public var isSynchronized: Bool { privateModes.contains(2_026) }

  /// Whether the cursor keys send `ESC O A` instead of `ESC [ A` (mode 1).
  public var areCursorKeysApplication: Bool { privateModes.contains(1) }

  /// Whether mouse events are reported (any of the modes 9, 1000, 1002 and 1003).
  public var isMouseReported: Bool { !privateModes.isDisjoint(with: [9, 1_000, 1_002, 1_003]) }

  /// Where a string first occurs, row by row; nil if no row contains it.
  public func position(of text: String) -> ScreenPosition? {
    let wanted = Array(text.unicodeScalars)
    for (row, cells) in buffer.rows.enumerated() {
      let glyphs = cells.enumerated().filter { $0.element.width > 0 }
      let scalars = glyphs.flatMap { glyph in
        ([glyph.element.scalar] + glyph.element.marks).map { (scalar: $0, column: glyph.offset) }
      }
      guard scalars.count >= wanted.count else { continue }
      let first = (0...scalars.count - wanted.count).first { start in
        wanted.indices.allSatisfy { scalars[start + $0].scalar == wanted[$0] }
      }
      if let first, first < scalars.count {
        return ScreenPosition(row: row, column: scalars[first].column)
      }
    }
    return nil
  }

  private static func text(_ row: [VTCell]) -> String {
    var scalars = String.UnicodeScalarView()
    let end = row.lastIndex { $0.scalar != " " || !$0.marks.isEmpty } ?? -1
    for cell in row[...end] where cell.width > 0 {
      scalars.append(cell.scalar)
      scalars.append(contentsOf: cell.marks)
    }
    return String(scalars)
  }
}
