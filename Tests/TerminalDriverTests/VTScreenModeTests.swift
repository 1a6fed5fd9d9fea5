import CellGrid
import Testing

@testable import TerminalDriver

@Suite("The modes of the emulated screen")
struct VTScreenModeTests {
  private var screen = VTScreen(CellSize(rows: 4, columns: 10))

  @Test("switch to the alternate screen and back with the cursor")
  mutating func alternate() {
    screen.feed("ab\u{1B}[31m\u{1B}[?1049h\u{1B}[22;0;0t\u{1B}[2;2Hx")
    #expect(screen.isAlternateScreen)
    #expect(screen.text == "\n x")
    screen.feed("\u{1B}[m\u{1B}[?1049l\u{1B}[23;0;0t")
    #expect(!screen.isAlternateScreen)
    #expect(screen.text == "ab")
    #expect(screen.cursor == ScreenPosition(row: 0, column: 2))
    #expect(screen.currentStyle == VTStyle(.palette(1)))
    screen.feed("\u{1B}[?1049h")
    #expect(screen.text.isEmpty)
    #expect(screen.unknownSequences.isEmpty)
  }

  @Test("show what is switched on")
  mutating func flags() {
    #expect(screen.isCursorVisible)
    screen.feed("\u{1B}[?25l\u{1B}[?1h\u{1B}=\u{1B}[?2004h\u{1B}[?1000;1006h\u{1B}[?12h")
    #expect(!screen.isCursorVisible)
    #expect(screen.areCursorKeysApplication && screen.isKeypadApplication)
    #expect(screen.isBracketedPasteOn && screen.isMouseReported)
    screen.feed("\u{1B}[?12;25h\u{1B}[?1l\u{1B}>\u{1B}[?2004l\u{1B}[?1000;1006l")
    #expect(screen.isCursorVisible)
    #expect(!screen.areCursorKeysApplication && !screen.isKeypadApplication)
    #expect(!screen.isBracketedPasteOn && !screen.isMouseReported)
    #expect(screen.unknownSequences.isEmpty)
  }

  @Test("count synchronized updates that have ended")
  mutating func synchronizedUpdates() {
    screen.feed("\u{1B}[?2026hx")
    #expect(screen.isSynchronized)
    #expect(screen.synchronizedUpdateCount == 0)
    screen.feed("\u{1B}[?2026l\u{1B}[?2026l\u{1B}[?2026h\u{1B}[?2026l")
    #expect(!screen.isSynchronized)
    #expect(screen.synchronizedUpdateCount == 2)
  }

  @Test("pass on operating system commands with either terminator")
  mutating func systemCommands() {
    screen.feed("a\u{1B}]0;title\u{7}b\u{1B}]52;c;YQ==\u{1B}\\c")
    #expect(screen.systemCommands == ["0;title", "52;c;YQ=="])
    #expect(screen.text == "abc")
  }

  @Test("count the bell and the flash that replaces it")
  mutating func bell() {
    screen.feed("\u{7}\u{1B}g")
    #expect(screen.bellCount == 2)
  }

  @Test("list unknown sequences and continue")
  mutating func unknown() {
    screen.feed("\u{1B}[?9999h\u{1B}[>4;2m\u{1B}[21m\u{1B}[6n\u{1B}#8\u{5}a\u{1B}P1$r\u{1B}\\b")
    screen.feed([0xC3, 0x28, 0xFF, 0x1B, 0x5B, 0x33, 0x1B, 0x5B, 0x31, 0x43, 0x63])
    #expect(
      screen.unknownSequences == [
        "ESC[?9999h", "ESC[>4;2m", "ESC[21m", "ESC[6n", "ESC#8", "\\x05", "ESCP1$r", "\\xC3",
        "\\xFF", "ESC[3",
      ])
    #expect(screen.text == "ab\u{FFFD}(\u{FFFD} c")
  }

  @Test("report an endless sequence and continue")
  mutating func endless() {
    screen.feed("\u{1B}]" + String(repeating: "x", count: 70_000))
    #expect(screen.unknownSequences.count == 1)
    screen.feed("\u{1B}[2J\u{1B}[Ha")
    #expect(screen.text == "a")
  }

  @Test("reset what a program left")
  mutating func softReset() {
    screen.feed("\u{1B}[31m\u{1B}[2;3r\u{1B}[?25l\u{1B}[?1h\u{1B}[4h\u{1B}(0\u{1B}[2;2Hab")
    screen.feed("\u{1B}[!p\u{1B}[?3;4l\u{1B}[4l\u{1B}>q")
    #expect(screen.isCursorVisible)
    #expect(!screen.areCursorKeysApplication)
    #expect(screen[1, 3] == VTCell("q"))
  }
}
