import CellGrid
import CursesTerminal
import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Opening and closing; every test opens its screens in a separate process.
@Suite("Opening and closing the terminal", .serialized)
struct TerminalOpeningTests {
  @Test(
    "falls back to a known terminal type, and says which",
    arguments: ["dnp-unheard-of", "", "../../etc/passwd"])
  func fallback(name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen(name)
      #expect(terminal.termName == "xterm-256color")
      terminal.present(.sample)
      expectOnScreen(.sample, terminal)
    }
  }

  @Test("is refused for a terminal type without a screen, which the error names")
  func dumb() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      // Opening also changes how a signal is handled.
      Watchdog.start()
      let before = ProcessState()
      for _ in 0..<100 {
        let error = #expect(throws: TerminalError.self) { try file.openScreen("dumb") }
        #expect(error == .noUsableType(termName: "dumb"))
        #expect(error?.description.contains("\"dumb\"") == true)
      }
      let after = ProcessState()
      #expect(after.changedSignals(from: before) == [])
      #expect(after.descriptorCount < before.descriptorCount + 50)
      #expect(try file.text.isEmpty)
    }
  }

  @Test("is refused without a terminal")
  func notATerminal() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      defer { pair.closeEnds() }
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      for (input, output) in [(ends[0], pair.program), (pair.program, ends[1])] {
        #expect(throws: TerminalError.notATerminal) {
          try CursesTerminal(
            .init(termName: "xterm", inputDescriptor: input, outputDescriptor: output))
        }
      }
    }
  }

  @Test("is refused while a screen is open, which keeps working")
  func twice() async {
    await #expect(processExitsWith: .success) {
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen()
      #expect(throws: TerminalError.alreadyOpen) { try file.openScreen() }
      terminal.present(.sample)
      expectOnScreen(.sample, terminal)
      terminal.close()
      let second = try file.openScreen()
      // Releasing the first one must not close the second.
      terminal.close()
      #expect(terminal.cell(row: 0, column: 0) == nil && terminal.present(.sample) == 0)
      #expect(second.present(.sample) > 0)
    }
  }

  @Test("leaves the terminal's modes as they were")
  func modes() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      defer { pair.closeEnds() }
      let before = try pair.modes()
      let terminal = try pair.openScreen()
      #expect(try pair.modes() != before)
      terminal.close()
      #expect(try pair.modes() == before)
      let bytes = try pair.readOutput(until: "\u{1B}>\u{1B}[?12l\u{1B}[?25h")
      for mode in ["\u{1B}[?1049l", "\u{1B}[?2004l"] { #expect(bytes.contains(mode)) }
    }
  }

  @Test("leaves descriptors and signal handlers as they were, and leaks no memory")
  func cycles() async {
    await #expect(processExitsWith: .success) {
      let pair = try PseudoTerminal()
      let file = try OutputFile()
      defer { file.remove() }
      // A terminal in place of standard error, so that it is captured.
      try #require(dup2(pair.program, 2) == 2)
      signal(SIGINT, SIG_IGN)
      signal(SIGTERM) { _ in }
      signal(SIGSEGV) { _ in }
      // It also changes how a signal is handled.
      Watchdog.start()
      let before = ProcessState()
      var sizes: [Int] = []
      for _ in 0..<220 {
        let terminal = try file.openScreen()
        terminal.present(.sample)
        #expect(ProcessState().changedSignals(from: before).count > 10)
        terminal.close()
        let changed = ProcessState().changedSignals(from: before)
        #expect(changed.isEmpty, "\(changed)")
        sizes.append(try residentMemory())
      }
      #expect(ProcessState().descriptorCount < before.descriptorCount + 100)
      // Less than 2.5 KiB per cycle; one screen takes 150 KiB.
      #expect(sizes[219] - sizes[19] < 500, "\(sizes)")
    }
  }

  @Test(
    "detects whether the person's locale is UTF-8, and sends ASCII where it is not",
    arguments: [
      (["LANG": "C.UTF-8"], true), ([:], true), (["LANG": "", "LC_ALL": ""], true),
      (["LANG": "xx_XX.UTF-8"], true), (["LC_ALL": "C"], false), (["LANG": "POSIX"], false),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LANG": "xx_XX.ISO-8859-1"], false),
    ])
  func locale(variables: [String: String], isUTF8: Bool) async {
    await #expect(processExitsWith: .success) { [variables, isUTF8] in
      forgetLocale()
      for (name, value) in variables { setenv(name, value, 1) }
      let file = try OutputFile()
      defer { file.remove() }
      let terminal = try file.openScreen(keepsLocale: true)
      #expect(terminal.isUTF8 == isUTF8)
      terminal.present(.sample)
      #expect(try file.text.utf8.allSatisfy { $0 < 0x80 } == !isUTF8)
      #expect(localeconv().pointee.decimal_point.pointee == CChar(UInt8(ascii: ".")))
    }
  }

  @Test("ignores the size in LINES and COLUMNS")
  func environmentSize() async {
    await #expect(processExitsWith: .success) {
      setenv("LINES", "11", 1)
      setenv("COLUMNS", "33", 1)
      let pair = try PseudoTerminal(rows: 40, columns: 100)
      let terminal = try pair.openScreen()
      #expect(terminal.size == CellSize(rows: 40, columns: 100))
      terminal.close()
      let file = try OutputFile()
      defer { file.remove() }
      let unsized = try file.openScreen()
      #expect(unsized.size == CellSize(rows: 24, columns: 80))
      unsized.close()
      let sizeless = try PseudoTerminal(rows: 0, columns: 0)
      #expect(try sizeless.openScreen("linux").size == CellSize(rows: 24, columns: 80))
    }
  }
}

/// The resident memory of the process now, in KiB.
private func residentMemory() throws -> Int {
  #if canImport(Darwin)
  var usage = rusage()
  getrusage(RUSAGE_SELF, &usage)
  return usage.ru_maxrss / 1_024
  #else
  // `getrusage` would report the peak, and that of the process before its exec.
  let pages = try String(contentsOf: URL(filePath: "/proc/self/statm"), encoding: .utf8)
    .split(separator: " ")[1]
  return try #require(Int(pages)) * sysconf(Int32(_SC_PAGESIZE)) / 1_024
  #endif
}
