import CellGrid
import Foundation
import ProgramSupport
import TerminalDriver
import Testing

@Suite("Suspending and resuming")
struct JobControlTests {
  private static let tmuxPath = ["/usr/bin/tmux", "/usr/local/bin/tmux"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The environment of a program whose sessions are in a folder.
  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    ProgramLaunch.plainEnvironment().merging(["XDG_STATE_HOME": folder.url.path]) { $1 }
  }

  @Test("Ctrl-Z gives the terminal to the shell, fg brings the screen back")
  func shell() throws {
    let folder = try TemporaryFolder()
    let shell = try InteractiveShell(
      size: CellSize(rows: 24, columns: 80), environment: Self.environment(folder))
    let before = try shell.terminal.settings
    let program = try shell.drive("\(ConsoleProgram.binary) --paused --idle-descriptor 3")
    try program.settle()
    try program.type("c")
    try program.settle()
    try program.press(.control("z"))
    try shell.waitForPrompt()
    #expect(!shell.terminal.screen.isAlternateScreen)
    #expect(try shell.terminal.settings == before)
    try program.settle { () throws(TerminalDriverError) in try shell.enter("fg") }
    try shell.terminal.wait(forText: "Plugin is loaded and ready!")
    #expect(shell.terminal.screen.isAlternateScreen)
    try program.press(.character("q"))
    try shell.waitForPrompt()
    #expect(try shell.terminal.settings == before)
  }

  @Test("a change of size during suspension shows on return")
  func resized() throws {
    let folder = try TemporaryFolder()
    let shell = try InteractiveShell(
      size: CellSize(rows: 24, columns: 80), environment: Self.environment(folder))
    let program = try shell.drive("\(ConsoleProgram.binary) --paused --idle-descriptor 3")
    try program.settle()
    try program.press(.control("z"))
    try shell.waitForPrompt()
    try shell.terminal.resize(CellSize(rows: 30, columns: 100))
    try shell.enter("fg")
    try shell.terminal.wait(for: "the footer in the last row") { screen in
      screen.isAlternateScreen && screen.lines.last?.contains("Enter press") == true
    }
  }

  @Test("under a shell in tmux it suspends, resumes and quits", .enabled(if: tmuxPath != nil))
  func tmux() throws {
    let tmux = try #require(Self.tmuxPath)
    let folder = try TemporaryFolder()
    var environment = ProgramLaunch.plainEnvironment()
    environment["TMUX_TMPDIR"] = folder.url.path
    environment["HISTFILE"] = "/dev/null"
    environment["XDG_STATE_HOME"] = folder.url.path
    let terminal = try PseudoTerminal(CellSize(rows: 25, columns: 80))
    try terminal.start(
      ProgramLaunch(
        tmux,
        [
          "-u", "-f", "/dev/null", "new-session",
          "PS1='ready> ' exec /bin/bash --norc --noprofile -i",
        ],
        environment: environment, workingDirectory: folder.url.path))
    try terminal.wait(forText: "ready>")
    try terminal.write("\(ConsoleProgram.binary) --paused\r")
    try terminal.wait(forText: "press c")
    try terminal.write("c")
    try terminal.wait(forText: "Plugin is loaded and ready!")
    try terminal.write("\u{1A}")
    try terminal.wait(forText: "Stopped")
    try terminal.write("fg\r")
    try terminal.wait(forText: "Plugin is loaded and ready!")
    try terminal.write("q")
    try terminal.wait(for: "the prompt after the console") { screen in
      screen.lines.contains { $0.hasPrefix("ready> fg") } && !screen.text.contains("TEST BUILD")
    }
    try terminal.write("exit\r")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
