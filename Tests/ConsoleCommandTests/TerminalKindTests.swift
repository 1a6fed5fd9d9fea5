import CellGrid
import Foundation
import ProgramSupport
import TerminalDriver
import Testing

@Suite("Kinds of terminals")
struct TerminalKindTests {
  @Test(
    "an unknown terminal type is treated as a known one",
    arguments: ["xterm-kitty", "alacritty", "no-such-terminal", ""])
  func unknown(name: String) throws {
    let program = try ConsoleProgram(environment: ["TERM": name])
    try program.type("c")
    #expect(program.shows("● Plugin     Plugin is loaded and ready!"))
    try program.driven.type("q")
    try program.expectEnd(.exited(0))
  }

  @Test("on a terminal that cannot move its cursor, one line says so and the exit code is 69")
  func dumb() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(CellSize(rows: 24, columns: 80))
    try terminal.start(
      ProgramLaunch(
        ConsoleProgram.binary, [], environment: ProgramLaunch.plainEnvironment(terminal: "dumb"),
        workingDirectory: folder.url.path))
    #expect(try terminal.waitForExit() == .exited(69))
    #expect(terminal.screen.text.contains("--plain"))
    #expect(!terminal.screen.isAlternateScreen)
  }

  @Test("in a C locale only ASCII is sent, and the screen says the same")
  func ascii() throws {
    let program = try ConsoleProgram(environment: ["LC_ALL": "C"])
    try program.type("c")
    #expect(program.shows("* Plugin     Plugin is loaded and ready!"))
    let isASCII = program.screen.text.unicodeScalars.allSatisfy { $0.isASCII }
    #expect(isASCII)
  }

  @Test("without any locale in the environment the screen is in Unicode")
  func noLocale() throws {
    let program = try ConsoleProgram(environment: ["LC_ALL": "", "LANG": "", "LC_CTYPE": ""])
    try program.type("c")
    #expect(program.shows("● Plugin     Plugin is loaded and ready!"))
  }

  @Test(
    "NO_COLOR and --color never leave the colours to the terminal",
    arguments: [(["--paused"], "1"), (["--paused", "--color", "never"], "")])
  func noColor(arguments: [String], value: String) throws {
    let program = try ConsoleProgram(arguments, environment: ["NO_COLOR": value])
    try program.type("c")
    #expect(!hasColor(program))
    #expect(program.shows("● Plugin"))
    let colored = try ConsoleProgram(
      ["--paused", "--color", "always"], environment: ["NO_COLOR": "1"])
    #expect(hasColor(colored))
  }

  @Test("LINES and COLUMNS do not override the terminal's own size")
  func environmentSize() throws {
    let program = try ConsoleProgram(
      rows: 30, columns: 100, environment: ["LINES": "10", "COLUMNS": "20"])
    #expect(program.shows("TEST BUILD"))
    #expect(program.screen.lines[29].contains("Enter press"))
  }

  private func hasColor(_ program: ConsoleProgram) -> Bool {
    program.screen.cells.contains { row in
      row.contains { $0.foreground != nil || $0.background != nil }
    }
  }
}
