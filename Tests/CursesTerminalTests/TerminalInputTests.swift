import CellGrid
import CursesTerminal
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Keys, signals and what libraries write; every test opens its screen in a separate process.
@Suite("What the terminal reports", .serialized)
struct TerminalInputTests {
  @Test(
    "is the key that was typed",
    arguments: [
      ("a", [.character("a")]), ("é漢🙂", [.character("é"), .character("漢"), .character("🙂")]),
      ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
      ("\u{1B}[A\u{1B}[H\u{1B}[F", [.up, .home, .end]), ("\u{1B}[Z\t", [.backTab, .tab]),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete]),
      ("\u{1B}OH\u{1B}OF", [.home, .end]), ("\r\n\u{1B}OM", [.enter, .enter, .enter]),
      ("\u{8}\u{7F}", [.backspace, .backspace]),
      ("\u{1B}OP\u{1B}[15~\u{1B}[24~", [.function(1), .function(5), .function(12)]),
      ("\u{0}\u{1}\u{3}\u{1A}", [.control("@"), .control("a"), .control("c"), .control("z")]),
      ("\u{1C}\u{1D}\u{1E}\u{1F}", [.control("\\"), .control("]"), .control("^"), .control("_")]),
      ("\u{13}\u{11}", [.control("s"), .control("q")]), ("\u{1B}", [.escape]),
      ("\u{1B}x", [.escape, .character("x")]), ("\u{1B}\u{1B}OA", [.escape, .up]),
      (
        "\u{1B}[200~hé\r\u{1B}[201~",
        [.pasteBegin, .character("h"), .character("é"), .enter, .pasteEnd]
      ),
      // Keys and reports without a meaning here, each followed by a key.
      ("\u{1B}[1;5Aa", [.character("a")]), ("\u{1B}[I\u{1B}[?62;22cb", [.character("b")]),
      ("\u{1B}[34~c", [.character("c")]), ("\u{1B}Oyd", [.character("d")]),
    ] as [(String, [Key])])
  func keys(typed: String, expected: [Key]) async {
    let names = expected.map { "\($0)" }
    await #expect(processExitsWith: .success) { [typed, names = names as [String]] in
      let pair = try PseudoTerminal()
      let terminal = try pair.openScreen()
      try pair.type(typed)
      #expect(try terminal.readKeys(names.count).map { "\($0)" } == names)
    }
  }

  @Test("is a character even if its bytes arrive apart, and nothing for bytes that are not UTF-8")
  func brokenText() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      let terminal = try pair.openScreen()
      try pair.type([0xE6, 0xBC])
      try terminal.require(.input)
      #expect(terminal.nextKey() == nil)
      try pair.type([0xA2])
      #expect(try terminal.readKeys(1) == [.character("漢")])
      // A first byte alone, and the rest after a key.
      try pair.type([0xE6, UInt8(ascii: "a"), 0xBC, 0xA2])
      #expect(try terminal.readKeys(1) == [.character("a")])
      // Latin-1, an overlong slash, a surrogate, beyond the last scalar, a lone continuation.
      try pair.type([0xE9] + [0xC0, 0xAF] + [0xED, 0xA0, 0x80] + [0xF4, 0x90, 0x80, 0x80, 0xBF])
      try pair.type("q")
      #expect(try terminal.readKeys(1) == [.character("q")])
    }
  }

  @Test("is each signal, the most severe first and equal ones once")
  func signals() async {
    await #expect(processExitsWith: .success) {
      for number in [SIGINT, SIGTERM, SIGHUP, SIGUSR2, SIGWINCH, SIGCONT, SIGTSTP] {
        signal(number, SIG_DFL)
      }
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      #expect(terminal.nextSignal() == nil)
      raise(SIGWINCH)
      #expect(terminal.wait(microseconds: nil).contains(.signal))
      #expect(terminal.nextSignal() == .resize && terminal.nextSignal() == nil)
      let all: [TerminalSignal] = [
        .terminate, .hangUp, .interrupt, .otherEnd(SIGUSR2), .continue, .resize, .suspend,
      ]
      for signal in all.reversed() { raise(signal.number) }
      for _ in 0..<100_000 { raise(SIGWINCH) }
      #expect(all.map { _ in terminal.nextSignal() } == all)
      #expect(terminal.nextSignal() == nil)
      #expect(!terminal.wait(microseconds: 0).contains(.signal))
      #expect(
        all.map(\.number) == [SIGTERM, SIGHUP, SIGINT, SIGUSR2, SIGCONT, SIGWINCH, SIGTSTP])
    }
  }

  @Test(
    "is each other signal that ends a process, the first one by its number",
    arguments: EndingSignals.orderly)
  func endingSignals(number: Int32) async {
    await #expect(processExitsWith: .signal(number)) { [number] in
      signal(number, SIG_DFL)
      signal(SIGUSR1, SIG_DFL)
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      raise(number)
      raise(SIGUSR1)
      #expect(terminal.wait(microseconds: nil).contains(.signal))
      let next = terminal.nextSignal()
      #expect(next == .otherEnd(number) && terminal.nextSignal() == nil)
      terminal.close()
      #expect(try file.text.contains("\u{1B}[?1049l"))
      next?.end()
    }
  }

  @Test("is no signal of a timer that somebody else handles")
  func handledSignals() async {
    await #expect(processExitsWith: .exitCode(42)) {
      signal(SIGPROF) { _ in _exit(42) }
      let terminal = try OutputFile().openScreen()
      raise(SIGPROF)
      terminal.close()
    }
  }

  @Test("is not a signal that the parent ignored, but always a resize")
  func ignoredSignals() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      signal(SIGUSR1, SIG_IGN)
      signal(SIGWINCH, SIG_IGN)
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      raise(SIGUSR1)
      raise(SIGHUP)
      raise(SIGWINCH)
      #expect(terminal.nextSignal() == .resize && terminal.nextSignal() == nil)
    }
  }

  @Test("is an error, not a signal, when a pipe is written to whose reader has gone")
  func brokenPipe() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      close(ends[0])
      #expect(write(ends[1], "x", 1) == -1 && errno == EPIPE)
      terminal.close()
    }
  }

  @Test("is what libraries write to standard error, which stays off the screen")
  func errorOutput() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      try #require(dup2(pair.program, 2) == 2)
      let terminal = try pair.openScreen()
      write(2, "careful", 7)
      #expect(terminal.wait(microseconds: nil).contains(.errorOutput))
      #expect(String(decoding: terminal.readErrorOutput(), as: UTF8.self) == "careful")
      #expect(terminal.readErrorOutput().isEmpty)
      write(2, "unread\n", 7)
      terminal.close()
      write(2, "after\n", 6)
      let shown = try pair.readOutput(until: "after")
      #expect(shown.contains("\u{1B}[?1049l"))
      let parts = shown.split(separator: "\u{1B}[?1049l", maxSplits: 1)
      #expect(!shown.contains("careful"))
      #expect(parts.last?.contains("unread\r\nafter") == true, "\(shown.debugDescription)")
    }
  }

  @Test("never blocks a library that writes much to standard error")
  func errorFlood() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      try #require(dup2(pair.program, 2) == 2)
      let terminal = try pair.openScreen()
      try #require(fcntl(2, F_GETFL) & O_NONBLOCK != 0)
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
      let written = (0..<1_000).map { _ in write(2, line, line.count) }
      #expect(written.first == 4_096 && written.last == -1)
      #expect(terminal.readErrorOutput().count >= 4_096)
    }
  }

  @Test("is not what is written to standard error when that is a file")
  func redirectedErrors() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      let file = try OutputFile()
      defer { file.remove() }
      let errors = open(file.path, O_WRONLY)
      try #require(dup2(errors, 2) == 2)
      let terminal = try pair.openScreen()
      write(2, "to the file", 11)
      #expect(try file.text == "to the file")
      #expect(terminal.readErrorOutput().isEmpty)
    }
  }

  @Test("is that the terminal is gone")
  func hangUp() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      let terminal = try pair.openScreen()
      #expect(terminal.wait(microseconds: 0).isEmpty)
      close(pair.person)
      try terminal.require(.hangUp)
      terminal.present(.sample)
      #expect(terminal.nextKey() == nil)
      terminal.close()
    }
  }

  @Test("is a signal that ends the program, even if nobody reads the terminal's output")
  func frozenTerminal() async {
    await #expect(processExitsWith: .success) {
      signal(SIGTERM, SIG_DFL)
      let pair = try PseudoTerminal()
      let before = try pair.modes()
      let terminal = try pair.openScreen()
      try pair.fill()
      raise(SIGTERM)
      terminal.present(.sample)
      #expect(terminal.nextSignal() == .terminate)
      terminal.close()
      #expect(try pair.modes() == before)
      #expect(try pair.readOutput(until: "\u{1B}[?1049l").contains("\u{1B}[?2004l"))
    }
  }

  @Test("is that another descriptor is readable, or nothing after the timeout")
  func extraDescriptor() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      let terminal = try pair.openScreen()
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      #expect(terminal.wait(microseconds: 100, extraDescriptor: ends[0]).isEmpty)
      write(ends[1], "x", 1)
      #expect(terminal.wait(microseconds: nil, extraDescriptor: ends[0]) == .extra)
      #expect(terminal.wait(microseconds: -5) == [])
    }
  }

  @Test(
    "is nothing when a process that no shell can continue suspends; the screen is drawn again")
  func suspension() async {
    await #expect(processExitsWith: .success) {
      // A session of its own, so that neither the test's group nor this process is stopped.
      try #require(setsid() > 0)
      signal(SIGTSTP, SIG_DFL)
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      terminal.present(.sample)
      let first = try file.text
      terminal.suspend()
      let change = try file.text.dropFirst(first.count)
      let marks = ["\u{1B}[?2004l", "\u{1B}[?1049l", "\u{1B}[?1049h", "漢字", "\u{1B}[?2004h"]
      let places = marks.compactMap { change.firstRange(of: $0)?.lowerBound }
      #expect(places.count == marks.count && places == places.sorted())
      #expect(terminal.nextSignal() == nil)
      #expect(terminal.present(.sample) > 1_800)
      expectOnScreen(.sample, terminal)
    }
  }

  @Test("is a continuation after a stop, and presenting at the new size takes the terminal back")
  func continuation() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCONT, SIG_DFL)
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      terminal.present(.sample)
      raise(SIGCONT)
      #expect(terminal.nextSignal() == .continue)
      let first = try file.text
      terminal.adoptSize()
      #expect(try file.text.dropFirst(first.count).contains("\u{1B}[?1049h"))
    }
  }
}
