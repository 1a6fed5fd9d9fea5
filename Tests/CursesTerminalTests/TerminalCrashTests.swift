import CellGrid
import CursesTerminal
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A process that crashes with its screen open; every test crashes one of its own.
@Suite("A crash with an open screen", .serialized)
struct TerminalCrashTests {
  @Test(
    "leaves the screen first, and keeps its signal",
    arguments: EndingSignals.crashes)
  func signals(number: Int32) async throws {
    let file = try OutputFile()
    defer { file.remove() }
    await #expect(processExitsWith: .signal(number)) { [number, path = file.path as String] in
      signal(number, SIG_DFL)
      let terminal = try OutputFile(path: path).openScreen()
      terminal.present(.sample)
      raise(number)
    }
    try expectLeft(file)
  }

  @Test("leaves the screen first when a precondition fails")
  func trap() async throws {
    let file = try OutputFile()
    defer { file.remove() }
    await #expect(processExitsWith: .failure) { [path = file.path as String] in
      let terminal = try OutputFile(path: path).openScreen()
      terminal.present(.sample)
      preconditionFailure("on purpose")
    }
    try expectLeft(file)
  }

  @Test("passes the signal to the handler that was installed before")
  func chained() async throws {
    let file = try OutputFile()
    defer { file.remove() }
    await #expect(processExitsWith: .exitCode(42)) { [path = file.path as String] in
      signal(SIGSEGV) { _ in _exit(42) }
      let terminal = try OutputFile(path: path).openScreen()
      terminal.present(.sample)
      raise(SIGSEGV)
    }
    try expectLeft(file)
  }

  @Test("restores the terminal's modes and keeps what was written to standard error")
  func modesAndErrors() async throws {
    let pair = try PseudoTerminal()
    defer { pair.closeEnds() }
    let before = try pair.modes()
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = try pair.path as String] in
      let program = open(path, O_RDWR | O_NOCTTY)
      try #require(program >= 0 && dup2(program, 2) == 2)
      signal(SIGABRT, SIG_DFL)
      let terminal = try CursesTerminal(
        .init(termName: "xterm", inputDescriptor: program, outputDescriptor: program))
      terminal.present(CellGrid(terminal.size))
      write(2, "last words", 10)
      abort()
    }
    #expect(try pair.modes() == before)
    let shown = try pair.readOutput(until: "last words")
    #expect(shown.contains(leaving))
    let parts = shown.split(separator: "\u{1B}[?1049l", maxSplits: 1)
    #expect(parts.last?.contains("last words") == true)
  }

  @Test("closes the screen when the process exits instead")
  func exiting() async throws {
    let file = try OutputFile()
    defer { file.remove() }
    await #expect(processExitsWith: .exitCode(5)) { [path = file.path as String] in
      let terminal = try OutputFile(path: path).openScreen()
      terminal.present(.sample)
      exit(5)
    }
    #expect(try file.text.contains("\u{1B}[?1049l"))
  }

  private func expectLeft(
    _ file: OutputFile, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try file.text
    #expect(text.contains(leaving), sourceLocation: sourceLocation)
    let tail = text.suffix(40)
    #expect(tail.contains("\u{1B}[?1049l"), sourceLocation: sourceLocation)
    #expect(tail.hasSuffix("\u{1B}[?25h"), sourceLocation: sourceLocation)
  }
}

/// The first bytes that the shim's handler sends: ends of the frame and of bracketed paste.
private let leaving = "\u{1B}[?2026l\u{1B}[?2004l"
