import Testing

@testable import CellGrid

@Suite("Cell grid")
struct CellGridTests {
  private static func text(_ grid: CellGrid, _ row: Int = 0) -> String {
    var text = ""
    for column in 0..<grid.size.columns where grid[row, column].width > 0 {
      text.unicodeScalars.append(grid[row, column].scalar)
    }
    return text
  }

  private static func grid(_ columns: Int, _ text: String) -> CellGrid {
    var grid = CellGrid(CellSize(rows: 1, columns: columns))
    grid.write(text, in: grid.bounds)
    return grid
  }

  @Test(
    "a string that does not fit ends with an ellipsis, and a wide glyph is never cut",
    arguments: [
      (5, "abcde", "abcde"), (4, "abcde", "abc…"), (1, "ab", "…"), (4, "漢字", "漢字"),
      (3, "漢字", "漢…"), (2, "漢字", "… "), (5, "a漢字b", "a漢… "), (0, "abc", ""),
    ])
  func clipping(columns: Int, text: String, shown: String) {
    #expect(Self.text(Self.grid(columns, text)) == shown)
  }

  @Test("nothing is written outside a rectangle or the grid")
  func outside() {
    var grid = CellGrid(CellSize(rows: 3, columns: 6))
    let rect = CellRect(row: 1, column: 2, rows: 1, columns: 3)
    grid.write("abcdef", in: rect)
    grid.write("x", in: rect, row: 1)
    grid.write("x", in: rect, row: -1)
    grid.write("x", in: rect, column: 3)
    grid.put(Glyph("y"), row: 5, column: 5, style: .plain)
    grid.put(Glyph("y"), row: -1, column: 0, style: .plain)
    #expect((0..<3).map { Self.text(grid, $0) } == ["      ", "  ab… ", "      "])
  }

  @Test("writing over half of a wide glyph blanks the other half")
  func halves() {
    var left = Self.grid(4, "漢字")
    left.put(Glyph("x"), row: 0, column: 0, style: .plain)
    #expect(Self.text(left) == "x 字")
    var right = Self.grid(4, "漢字")
    right.put(Glyph("x"), row: 0, column: 3, style: .plain)
    #expect(Self.text(right) == "漢 x")
    var middle = Self.grid(4, "漢字")
    middle.put(Glyph(scalar: "好", mark: nil, width: 2), row: 0, column: 1, style: .plain)
    #expect(Self.text(middle) == " 好 ")
    #expect(middle[0, 0].width == 1 && middle[0, 3].width == 1)
  }

  @Test("replacing non-ASCII glyphs keeps their widths, so that nothing moves")
  func ascii() {
    var grid = Self.grid(8, "a漢é\u{301}→b")
    grid.replaceNonASCII { $0 == "→" ? ">" : "?" }
    #expect(Self.text(grid) == "a? ?>b  ")
    #expect(grid.cells.allSatisfy { $0.scalar.isASCII && $0.mark == nil && $0.width == 1 })
  }

  @Test("a size is clamped to its range")
  func bounds() {
    #expect(CellGrid(CellSize(rows: -1, columns: 5)).size == CellSize(rows: 0, columns: 5))
    #expect(CellGrid(CellSize(rows: 70_000, columns: 2)).size.rows == CellGrid.sizeMax.rows)
  }

  @Test("rectangles split without losing a row or a column")
  func rectangles() {
    let rect = CellRect(row: 2, column: 3, rows: 10, columns: 20)
    let (top, rest) = rect.split(top: 4)
    #expect(top.rows + rest.rows == 10 && rest.row == 6)
    #expect(rect.split(bottom: 99).rest.isEmpty)
    #expect(rect.split(left: -5).left.isEmpty)
    #expect(rect.centered(CellSize(rows: 4, columns: 100)).columns == 20)
    #expect(rect.intersection(CellRect(row: 11, column: 0, rows: 9, columns: 4)).columns == 1)
  }
}
