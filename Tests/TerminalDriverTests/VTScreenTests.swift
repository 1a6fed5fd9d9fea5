import CellGrid
import Testing

@testable import TerminalDriver

/// What libvterm's answers become, and the few things that it does not report.
@Suite("The screen of a terminal")
struct VTScreenTests {
  private let screen = VTScreen(CellSize(rows: 4, columns: 10))

  @Test("has rows of text, and a cursor that waits before it wraps")
  func text() {
    screen.feed("\u{1B}[2;3Hab \r\n0123456789")
    #expect(screen.lines == ["", "  ab", "0123456789", ""])
    #expect(screen.text == "\n  ab\n0123456789")
    #expect(screen.cursor == ScreenPosition(row: 2, column: 9))
    #expect(screen.byteCount == 21)
  }

  @Test("has cells with a glyph, its width, its colours and its emphasis", arguments: cells)
  func cell(_ output: String, _ expected: [VTCell]) {
    screen.feed(output)
    #expect(Array(screen.cells[0].prefix(expected.count)) == expected)
  }

  static let cells: [(String, [VTCell])] = [
    ("", [VTCell()]),
    ("e\u{301}x", [VTCell("e\u{301}"), VTCell("x")]),
    ("漢x", [VTCell("漢", width: 2), VTCell("", width: 0), VTCell("x")]),
    ("\u{1B}[31;44mx\u{1B}[39;49my", [VTCell("x", foreground: 1, background: 4), VTCell("y")]),
    ("\u{1B}[38;5;208mx", [VTCell("x", foreground: 208)]),
    ("\u{1B}[48;2;1;2;3mx", [VTCell("x", background: 0x101_0203)]),
    (
      "\u{1B}[1;3;4;5;7;9mx",
      [
        VTCell("x", attributes: [.bold, .italic, .underline, .blink, .reverse, .strikethrough])
      ]
    ),
    ("\u{1B}[44m\u{1B}[K", [VTCell(background: 4)]),
  ]

  @Test("has modes")
  func modes() {
    #expect(screen.isCursorVisible && !screen.isAlternateScreen && !screen.isBracketedPasteOn)
    screen.feed("a\u{1B}[?1049h\u{1B}[22;0;0t\u{1B}[?25l\u{1B}[?2004h")
    #expect(!screen.isCursorVisible && screen.isAlternateScreen && screen.isBracketedPasteOn)
    #expect(screen.text.isEmpty)
    screen.feed("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l\u{1B}[23;0;0t")
    #expect(screen.isCursorVisible && !screen.isAlternateScreen && !screen.isBracketedPasteOn)
    #expect(screen.text == "a")
    #expect(screen.unknownSequences.isEmpty)
  }

  @Test("counts synchronized updates that have ended, and strings, however they are split")
  func counts() {
    for byte in "\u{1B}[?2026hx\u{1B}]0;a title\u{7}\u{1B}[?25l".utf8 { screen.feed([byte]) }
    #expect(screen.isSynchronized)
    #expect(screen.synchronizedUpdateCount == 0)
    let rest = "\u{1B}[?2026l\u{1B}[?2026l\u{1B}]52;c;YQ==\u{1B}\\\u{1B}[?2026h\u{1B}[?2026l"
    for byte in rest.utf8 { screen.feed([byte]) }
    #expect(!screen.isSynchronized)
    #expect(screen.synchronizedUpdateCount == 2)
    #expect(screen.stringCount == 2)
    #expect(screen.text == "x")
  }

  @Test("lists what it does not know, up to a limit")
  func unknown() {
    screen.feed("\u{5}a\u{1B}[>4;2mb")
    #expect(screen.unknownSequences == "\\x05 ESC[>4;2m ")
    #expect(screen.text == "ab")
    for _ in 0..<1_000 { screen.feed("\u{5}") }
    #expect(screen.unknownSequences.utf8.count == 1_023)
  }

  @Test("keeps its text when its size changes, down to a single cell")
  func resize() {
    screen.feed("ab")
    screen.resize(CellSize(rows: 0, columns: 1))
    #expect(screen.size == CellSize(rows: 1, columns: 1))
    #expect(screen.lines == ["a"])
    screen.feed("漢")
    #expect(screen.cursor.column == 0)
    screen.resize(CellSize(rows: 3, columns: 12))
    #expect(screen.cells.map(\.count) == [12, 12, 12])
  }

  @Test("has a scroll region and a saved cursor inside its new size")
  func smaller() {
    screen.feed("\u{1B}[3;4r\u{1B}[4;9H\u{1B}7\u{1B}[2;2H")
    screen.resize(CellSize(rows: 2, columns: 5))
    #expect(screen.cursor == ScreenPosition(row: 1, column: 1))
    screen.feed("x\nyz\u{1B}8w")
    #expect(screen.lines == [" x", "  yzw"])
    #expect(screen.cursor == ScreenPosition(row: 1, column: 4))
  }
}
