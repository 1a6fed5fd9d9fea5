import CellGrid
import Testing

@testable import TerminalDriver

@Suite("The cells of the emulated screen")
struct VTScreenCellTests {
  @Test("have the style that SGR sets", arguments: styles)
  func style(_ parameters: String, _ expected: VTStyle) {
    let screen = shown("\u{1B}[\(parameters)mx")
    #expect(screen[0, 0] == VTCell("x", style: expected))
    #expect(screen.unknownSequences.isEmpty)
  }

  static let styles: [(String, VTStyle)] = [
    ("", .plain),
    ("0;1", VTStyle(.standard, on: .standard, .bold)),
    ("1;2;4;5;7", VTStyle(.standard, on: .standard, [.bold, .dim, .underline, .blink, .reverse])),
    ("3;8;9", VTStyle(.standard, on: .standard, [.italic, .invisible, .strikethrough])),
    ("1;2;4;7;22;24;27", .plain),
    ("31", VTStyle(.palette(1))),
    ("30;47", VTStyle(.palette(0), on: .palette(7))),
    ("91;107", VTStyle(.palette(9), on: .palette(15))),
    ("38;5;208", VTStyle(.palette(208))),
    ("48;5;16;1", VTStyle(.standard, on: .palette(16), .bold)),
    ("38:5:208", VTStyle(.palette(208))),
    ("38;2;1;2;3;4", VTStyle(.rgb(1, 2, 3), on: .standard, .underline)),
    ("48:2::1:2:3", VTStyle(.standard, on: .rgb(1, 2, 3))),
    ("31;44;39", VTStyle(.standard, on: .palette(4))),
    ("31;44;49", VTStyle(.palette(1))),
    ("31;44;1;0", .plain),
  ]

  @Test("that are erased keep the background and nothing else")
  func erased() {
    let screen = shown("ab\u{1B}[1;31;44m\r\u{1B}[K\u{1B}[2;1H\u{1B}[L")
    let blue = VTCell(style: VTStyle(.standard, on: .palette(4)))
    #expect(screen.cells[0] == [VTCell](repeating: blue, count: 10))
    #expect(screen[1, 9] == blue)
    #expect(screen[2, 0] == VTCell())
  }

  @Test("of a wide character are two, which the edge does not split")
  func wide() {
    let screen = shown("漢\u{1B}[1;10H字x")
    #expect(screen[0, 0] == VTCell("漢", width: 2))
    #expect(screen[0, 1] == VTCell(width: 0))
    #expect(screen.lines.prefix(2) == ["漢", "字x"])
    #expect(screen.cursor == ScreenPosition(row: 1, column: 3))
  }

  @Test(
    "of a wide character are erased together",
    arguments: [
      ("\u{1B}[1;1Hx", "x b"), ("\u{1B}[1;2Hx", " xb"), ("\u{1B}[1;2H\u{1B}[K", ""),
      ("\u{1B}[1;2H\u{1B}[P", " b"), ("\u{1B}[1;2H\u{1B}[@", "   b"),
      ("\u{1B}[1;1H\u{1B}[X", "  b"),
      ("\u{1B}[1;2H字", " 字"),
    ])
  func half(_ change: String, _ expected: String) {
    #expect(shown("漢b" + change).lines[0] == expected)
  }

  @Test("hold combining characters")
  func marks() {
    let screen = shown("e\u{301}x\u{1B}[1;9H漢\u{302}")
    #expect(screen[0, 0] == VTCell("e", marks: ["\u{301}"]))
    #expect(screen[0, 8] == VTCell("漢", marks: ["\u{302}"], width: 2))
    #expect(screen.lines[0] == "e\u{301}x      漢\u{302}")
  }

  @Test("hold box-drawing characters where the line drawing set is selected")
  func lineDrawing() {
    #expect(shown("\u{1B}(0lqk\u{1B}(Bq").text == "┌─┐q")
    #expect(shown("\u{1B})0\u{E}mqj\u{F}q").text == "└─┘q")
    #expect(shown("\u{1B}(0q\u{1B}[2b\u{1B}(B").text == "───")
    #expect(shown("\u{1B}(0`aftuvwx~\u{1B}(BA").text == "◆▒°├┤┴┬│·A")
  }

  @Test("give the column at which a string begins")
  func position() {
    let screen = shown("漢字ab\r\ncab")
    #expect(screen.position(of: "ab") == ScreenPosition(row: 0, column: 4))
    #expect(screen.position(of: "ca") == ScreenPosition(row: 1, column: 0))
    #expect(screen.position(of: "abc") == nil)
  }

  @Test("keep the top left part when the size changes")
  func resize() {
    var screen = shown("0123456漢b\r\n\u{1B}[31mx\u{1B}[4;4Hy")
    screen.resize(CellSize(rows: 2, columns: 8))
    #expect(screen.lines == ["0123456", "x"])
    #expect(screen.cursor == ScreenPosition(row: 1, column: 4))
    screen.resize(CellSize(rows: 3, columns: 12))
    #expect(screen.lines == ["0123456", "x", ""])
    #expect(screen.cells.map(\.count) == [12, 12, 12])
    #expect(screen[0, 7] == VTCell())
    screen.feed("\u{1B}[3;12Hz\n")
    #expect(screen.lines == ["x", "           z", ""])
  }

  private func shown(_ input: String) -> VTScreen {
    var screen = VTScreen(CellSize(rows: 4, columns: 10))
    screen.feed(input)
    return screen
  }
}
