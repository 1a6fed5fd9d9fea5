import CellGrid
import Foundation
import ProgramSupport
import TerminalDriver
import Testing

/// The release binary's console, on its own terminal and in its own folder.
final class ConsoleProgram {
  let driven: DrivenProgram
  private let temporary: TemporaryFolder
  /// Where its sessions are: nothing else's unless a test says so.
  let state: TemporaryFolder

  static var binary: String { ProgramRun.path }

  /// Starts the console, by default with its clock paused, and waits for its first frame.
  init(
    _ arguments: [String] = ["--paused"], rows: Int = 24, columns: Int = 80,
    environment: [String: String] = [:], state: TemporaryFolder? = nil
  ) throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: Self.binary),
      "build it first: .ci/build debug dnp")
    temporary = try TemporaryFolder()
    self.state = try state ?? TemporaryFolder()
    let home = ["XDG_STATE_HOME": self.state.url.path]
    let launch = ProgramLaunch(
      Self.binary, arguments,
      environment: ProgramLaunch.plainEnvironment().merging(home) { $1 }
        .merging(environment) { $1 },
      workingDirectory: temporary.url.path)
    let size = CellSize(rows: rows, columns: columns)
    // A separate terminal, since the program changes its own as soon as it runs.
    before = try PseudoTerminal(size).settings
    driven = try DrivenProgram(launch, size: size)
    try driven.settle()
  }

  /// The terminal's settings when the program was started.
  let before: TerminalSettings

  var folder: URL { temporary.url }

  var screen: VTScreen { driven.screen }

  /// Types a string and waits until it is shown.
  func type(_ text: String) throws {
    try driven.type(text)
    try driven.settle()
  }

  func press(_ keys: PressedKey...) throws {
    try driven.press(keys)
    try driven.settle()
  }

  func shows(_ text: String) -> Bool { screen.lines.contains { $0.contains(text) } }

  /// The files in the program's folder.
  var files: [String] { temporary.names }

  /// Waits for the program's end and checks that the terminal is restored.
  func expectEnd(
    _ status: ProgramExit, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ended = try driven.terminal.waitForExit()
    #expect(ended == status, sourceLocation: sourceLocation)
    #expect(try driven.terminal.settings == before, sourceLocation: sourceLocation)
    #expect(!screen.isAlternateScreen, sourceLocation: sourceLocation)
    #expect(screen.isCursorVisible, sourceLocation: sourceLocation)
    #expect(!screen.isBracketedPasteOn, sourceLocation: sourceLocation)
    #expect(!screen.isSynchronized, sourceLocation: sourceLocation)
    #expect(screen.unknownSequences.isEmpty, sourceLocation: sourceLocation)
  }
}
