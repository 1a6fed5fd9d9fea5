import CellGrid
import ProjectFiles
import SimulationCore
import TerminalDriver
import Testing

/// Random keys and sizes on a real terminal; a seed decides them.
private struct RandomTyper {
  var generator: SeededGenerator
  /// Keys that do not quit, suspend or write files.
  private static let keys: [PressedKey] =
    "cprosvatubzyijkhlgGnNeEwWLSF12/&!:?MHDI> +-T[]{}=.0''".unicodeScalars.map { .character($0) }
    + [
      .enter, .enter, .tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
      .backspace, .delete, .control("w"), .control("u"), .control("l"), .control("f"),
      .function(5), .character("漢"), .character("é"),
    ]

  mutating func keys(_ count: Int) -> [PressedKey] {
    (0..<count).map { _ in Self.keys[Int(generator.below(UInt64(Self.keys.count)))] }
  }

  mutating func size() -> CellSize {
    let isTiny = generator.below(5) == 0
    return CellSize(
      rows: Int(generator.below(isTiny ? 3 : 50)) + 1,
      columns: Int(generator.below(isTiny ? 3 : 150)) + 1)
  }
}

@Suite("Random keys on a real terminal")
struct RandomKeysTests {
  @Test(
    "10,000 keys and sizes leave no stray cell, cause no trap, and the terminal is restored",
    arguments: 1...SampleSize.of(4, long: 20))
  func survive(seed: Int) throws {
    let program = try ConsoleProgram()
    var typer = RandomTyper(generator: SeededGenerator(seed: UInt64(seed), stream: "terminal"))
    for round in 0..<200 {
      try program.driven.press(typer.keys(49))
      if round % 4 == 0 { try program.driven.resize(typer.size()) }
      guard round % 8 == 7 else { continue }
      // A key may arrive before a change of size, and a screen that is too small ignores Escape.
      try program.driven.settle()
      // Closes what is open, so that no command line grows without end.
      try program.press(.escape)
      try expectNoStrayCell(program, "seed \(seed), round \(round)")
    }
    try program.press(.escape)
    try program.driven.press(.control("c"))
    try program.expectEnd(.exited(130))
  }

  /// Ignores the colour of a blank, which erasing a line and writing it leave different.
  private func isSame(_ cell: VTCell, _ other: VTCell) -> Bool {
    guard cell.isBlank, other.isBlank else { return cell == other }
    let visible: VTAttributes = [.reverse, .underline]
    return cell.background == other.background
      && cell.attributes.intersection(visible) == other.attributes.intersection(visible)
  }

  /// A screen drawn in many steps has to look like one that is drawn at once.
  private func expectNoStrayCell(_ program: ConsoleProgram, _ place: String) throws {
    // The clock would change the header between two reads, and the card ignores commands.
    let size = program.driven.terminal.size
    if size.rows < 16 || size.columns < 60 {
      try program.driven.resize(CellSize(rows: 24, columns: 80))
      try program.driven.settle()
      try program.press(.escape)
    }
    try program.driven.press(PressedKey.typing(":pause\n"))
    try program.driven.settle()
    guard program.screen.lines[0].contains("paused") else {
      Issue.record("\(place): the clock did not stop\n\(program.screen.text)")
      return
    }
    let before = program.screen.cells
    try program.press(.control("l"))
    let after = program.screen.cells
    for (row, cells) in after.enumerated() {
      guard let column = cells.indices.first(where: { !isSame(cells[$0], before[row][$0]) }) else {
        continue
      }
      Issue.record(
        """
        \(place): at \(row),\(column) \(before[row][column]), afresh \(cells[column])
        \(program.screen.text)
        """)
      return
    }
  }
}
