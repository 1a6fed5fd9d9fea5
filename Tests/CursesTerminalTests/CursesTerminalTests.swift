import CellGrid
import CursesShim
import CursesTerminal
import Testing

/// What is shown.
///
/// Every test opens its screen in a separate process: ncurses, signals, the locale and standard
/// error belong to the process.
@Suite("The screen", .serialized)
struct CursesTerminalTests {
  @Test("shows every cell of the presented grid")
  func readBack() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      try #require(terminal.isUTF8 && terminal.colorCount == 256)
      try #require(terminal.size == CellSize(rows: 24, columns: 80))
      terminal.present(.sample)
      expectOnScreen(.sample, terminal)
    }
  }

  @Test("gets only the changed cells, and the bytes for them in one frame")
  func changes() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      var grid = CellGrid.sample
      #expect(terminal.present(grid) > 1_800)
      let first = try file.text
      #expect(terminal.present(grid) == 0)
      #expect(try file.text == first, "nothing changed, nothing is written")

      grid.write("?!", in: grid.bounds, row: 5, column: 60)
      #expect(terminal.present(grid) == 2)
      let frame = try file.text.dropFirst(first.count)
      #expect(frame.hasPrefix("\u{1B}[?2026h") && frame.hasSuffix("\u{1B}[?2026l"))
      #expect(frame.contains("?!") && frame.count < 60)
      expectOnScreen(grid, terminal)
    }
  }

  @Test("shows no half of a wide glyph when another is drawn over one half")
  func wideOverWide() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      var grid = CellGrid(terminal.size)
      for column in [0, 1, 2, 1, 3, 0] {
        grid.write("漢", in: grid.bounds, row: 3, column: column)
        terminal.present(grid)
        expectOnScreen(grid, terminal)
      }
      grid.write("ab", in: grid.bounds, row: 3, column: 1)
      terminal.present(grid)
      expectOnScreen(grid, terminal)
    }
  }

  @Test("crops a larger grid and fills up a smaller one with blanks")
  func otherSizes() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      var large = CellGrid(CellSize(rows: 30, columns: 100))
      large.fill(large.bounds, CellStyle(.red, on: .white, [.bold]))
      large.write("漢", in: large.bounds, row: 0, column: 79)
      large.write("漢", in: large.bounds, row: 1, column: 78)
      terminal.present(large)
      #expect(terminal.cell(row: 0, column: 79) == Cell(" ", style: .plain))
      #expect(terminal.cell(row: 1, column: 78)?.scalar == "漢")
      #expect(terminal.cell(row: 23, column: 79)?.style == CellStyle(.red, on: .white, [.bold]))

      var small = CellGrid(CellSize(rows: 2, columns: 3))
      small.write("abc", in: small.bounds, row: 1)
      terminal.present(small)
      #expect(terminal.cell(row: 1, column: 2) == Cell("c"))
      #expect(terminal.cell(row: 1, column: 3) == .blank)
      #expect(terminal.cell(row: 23, column: 79) == .blank)
      #expect(terminal.cell(row: 24, column: 0) == nil)
    }
  }

  @Test("shows a question mark of the same width for non-ASCII glyphs, where only ASCII is safe")
  func ascii() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen(isASCIIForced: true)
      #expect(!terminal.isUTF8)
      var grid = CellGrid(terminal.size)
      grid.write("a漢e\u{301}│b", in: grid.bounds)
      terminal.present(grid)
      let row = (0..<7).compactMap { terminal.cell(row: 0, column: $0) }
      #expect(row == "a? e?b ".unicodeScalars.map { Cell($0) })
      #expect(try file.text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test("shows emphasis but no colour when colour is off or the terminal type has none")
  func monochrome() async {
    await #expect(processExitsWith: .success) {
      for (name, isAllowed) in [("xterm-256color", false), ("vt100", true)] {
        let file = try OutputFile()
        defer { file.remove() }
        let terminal = try file.openScreen(name, isColorAllowed: isAllowed)
        defer { terminal.close() }
        #expect(terminal.colorCount == 0)
        var grid = CellGrid(terminal.size)
        grid.write("x", in: grid.bounds, style: CellStyle(.red, on: .gray, [.bold, .reverse]))
        terminal.present(grid)
        #expect(terminal.cell(row: 0, column: 0) == Cell("x", style: CellStyle([.bold, .reverse])))
        #expect(try !file.text.contains("[31") && !file.text.contains("[9"))
      }
    }
  }

  @Test("shows a question mark of the same width for a glyph whose width the C library disputes")
  func disputedWidth() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      let disputed: [(scalar: UInt32, width: UInt8)] = [
        (0x6F22, 1), (0x41, 2), (0x07, 1), (0x1B, 1), (0x301, 1), (0x378, 2), (0x11_0000, 1),
      ]
      for (row, cell) in disputed.enumerated() {
        var cells = dnp_cell()
        (cells.scalar, cells.width) = (UInt32(0x42), 1)
        for column in 0..<Int32(4) { dnp_put(Int32(row), column, cells) }
        (cells.scalar, cells.width) = (cell.scalar, cell.width)
        dnp_put(Int32(row), 1, cells)
      }
      dnp_present()
      for (row, cell) in disputed.enumerated() {
        let shown = (0..<4).compactMap { terminal.cell(row: row, column: $0)?.scalar }
        #expect(String(String.UnicodeScalarView(shown)) == (cell.width == 1 ? "B?BB" : "B? B"))
      }
    }
  }

  @Test("gets colours by their numbers in the terminal's palette")
  func palette() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      var grid = CellGrid(terminal.size)
      for (row, style) in [CellStyle(.red), CellStyle(.gray), CellStyle(on: .blue)].enumerated() {
        grid.write("x", in: grid.bounds, row: row, style: style)
      }
      terminal.present(grid)
      let text = try file.text
      for sequence in ["[31mx", "[90mx", "[44mx"] { #expect(text.contains(sequence)) }
    }
  }

  @Test("dims the terminal's own colour for gray where there are 8 colours")
  func eightColors() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen("xterm")
      #expect(terminal.colorCount == 8)
      var grid = CellGrid(terminal.size)
      grid.write("x", in: grid.bounds, style: CellStyle(.gray, on: .blue, [.bold]))
      terminal.present(grid)
      let style = CellStyle(.standard, on: .blue, [.bold, .dim])
      #expect(terminal.cell(row: 0, column: 0) == Cell("x", style: style))
    }
  }

  @Test("is written completely by a repaint, even if the grid is the same")
  func repaint() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      terminal.present(.sample)
      let first = try file.text
      terminal.repaint()
      #expect(terminal.present(.sample) == 0)
      #expect(try file.text.dropFirst(first.count).contains("漢字"))
    }
  }

  @Test("lets every row scroll before a repaint, since a frame cut short may have left a region")
  func scrollRegion() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      terminal.present(.sample)
      var shown = try file.text
      terminal.repaint()
      terminal.present(.sample)
      #expect(try file.text.dropFirst(shown.count).hasPrefix("\u{1B}[?2026h\u{1B}[1;24r"))
      // Only a repaint: other frames leave the region as ncurses knows it.
      shown = try file.text
      var grid = CellGrid.sample
      grid.write("?!", in: grid.bounds, row: 5, column: 60)
      terminal.present(grid)
      #expect(try !file.text.dropFirst(shown.count).contains("\u{1B}[1;24r"))
    }
  }

  @Test("lets every row of the new size scroll after a change of size")
  func scrollRegionOfNewSize() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal(rows: 30, columns: 90)
      defer { pair.closeEnds() }
      let terminal = try pair.openScreen()
      var grid = CellGrid(terminal.size)
      grid.write("before", in: grid.bounds)
      terminal.present(grid)
      _ = try pair.readOutput(until: "before")
      try pair.resize(rows: 10, columns: 40)
      terminal.adoptSize()
      grid = CellGrid(terminal.size)
      grid.write("after", in: grid.bounds)
      terminal.present(grid)
      #expect(try pair.readOutput(until: "after").contains("\u{1B}[1;10r"))
    }
  }

  @Test(
    "gets no synchronized output or bracketed paste if its type would show them",
    arguments: ["linux", "vt100", "vt220"])
  func oldTypes(name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen(name)
      terminal.present(.sample)
      terminal.close()
      #expect(try !file.text.contains("?2026") && !file.text.contains("?2004"))
    }
  }

  @Test("adopts the terminal's new size and shows the whole grid")
  func resize() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal(rows: 30, columns: 90)
      defer { pair.closeEnds() }
      let terminal = try pair.openScreen()
      #expect(terminal.size == CellSize(rows: 30, columns: 90))
      try pair.resize(rows: 10, columns: 40)
      #expect(terminal.size == CellSize(rows: 30, columns: 90))
      #expect(terminal.adoptSize() == CellSize(rows: 10, columns: 40))
      var grid = CellGrid(terminal.size)
      grid.write("corner", in: grid.bounds, row: 9, column: 34)
      terminal.present(grid)
      expectOnScreen(grid, terminal)
      try pair.resize(rows: 50, columns: 132)
      terminal.adoptSize()
      grid = CellGrid(terminal.size)
      grid.write("corner", in: grid.bounds, row: 49, column: 126)
      #expect(terminal.present(grid) == 50 * 132)
      expectOnScreen(grid, terminal)
    }
  }
}

/// Expects the screen to have every cell of a grid of its size.
func expectOnScreen(
  _ grid: CellGrid, _ terminal: CursesTerminal, sourceLocation: SourceLocation = #_sourceLocation
) {
  var different: [String] = []
  for row in 0..<grid.size.rows {
    for column in 0..<grid.size.columns {
      var expected = grid[row, column]
      // The right half of a wide glyph has no emphasis of its own to compare.
      if expected.width == 0 { expected.style = grid[row, column - 1].style }
      let actual = terminal.cell(row: row, column: column)
      if actual != expected {
        different.append("(\(row), \(column)): \(expected), not \(String(describing: actual))")
      }
    }
  }
  #expect(different.isEmpty, "\(different.prefix(5))", sourceLocation: sourceLocation)
}
