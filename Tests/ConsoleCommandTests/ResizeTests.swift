import CellGrid
import TerminalDriver
import Testing

@Suite("Sizes of a real terminal")
struct ResizeTests {
  @Test("none of twenty changes of size is missed")
  func storm() throws {
    let program = try ConsoleProgram()
    try program.type("c")
    for round in 0..<20 {
      let size = CellSize(rows: 16 + round, columns: 140 - 4 * round)
      try program.driven.resize(size)
      try program.driven.settle()
      #expect(program.screen.lines[0].contains("TEST BUILD"), "\(size)")
      #expect(program.screen.lines[size.rows - 1].contains("Enter press"), "\(size)")
    }
  }

  @Test("sizes that change faster than they are drawn end with the last one")
  func burst() throws {
    let program = try ConsoleProgram()
    for round in 0..<20 {
      try program.driven.resize(CellSize(rows: 20 + round, columns: 70 + round))
    }
    try program.driven.settle()
    #expect(program.screen.lines[38].contains("Enter press"))
  }

  @Test("a single cell does no harm, and the screen is drawn again")
  func tiny() throws {
    let program = try ConsoleProgram()
    for size in [(1, 1), (2, 200), (15, 60), (1, 3)] {
      try program.driven.resize(CellSize(rows: size.0, columns: size.1))
      // A key can arrive before the signal that reports the size.
      try program.driven.settle()
      try program.press(.character("c"))
    }
    try program.driven.resize(CellSize(rows: 24, columns: 80))
    try program.driven.settle()
    #expect(program.shows("loaded, not checked"), "nothing was pressed unseen")
    try program.type("c")
    #expect(program.shows("● Plugin     Plugin is loaded and ready!"))
  }
}
