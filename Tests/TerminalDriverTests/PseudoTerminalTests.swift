import CellGrid
import Descriptors
import Foundation
import Testing

@testable import TerminalDriver

@Suite("A pseudo terminal")
struct PseudoTerminalTests {
  private let size = CellSize(rows: 5, columns: 30)

  @Test("has the size it is given, and is the program's controlling terminal")
  func controllingTerminal() throws {
    let terminal = try started(
      "stty size </dev/tty; tput cols; test -t 0 -a -t 1 -a -t 2 && echo all")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.lines.prefix(3) == ["5 30", "30", "all"])
  }

  @Test("reports how the program ended", arguments: [0, 1, 77, 255])
  func exitCode(_ code: Int32) throws {
    #expect(try started("exit \(code)").waitForExit() == .exited(code))
  }

  @Test("reports which signal ended the program", arguments: [SIGTERM, SIGKILL, SIGQUIT, SIGPIPE])
  func endingSignal(_ number: Int32) throws {
    let terminal = try started("printf ready; cat", ignoring: SIGPIPE)
    try terminal.wait(forText: "ready")
    #expect(terminal.exitStatus == nil)
    terminal.signal(number)
    #expect(try terminal.waitForExit() == .signalled(number))
    terminal.signal(number)
    #expect(terminal.exitStatus == .signalled(number))
  }

  @Test("gives all output of programs that end immediately")
  func shortPrograms() throws {
    for code in Int32(0)..<100 {
      let terminal = try started("printf 'the end'; exit \(code)")
      #expect(try terminal.waitForExit() == .exited(code))
      #expect(terminal.screen.text == "the end")
    }
  }

  @Test("reports a new size to the program")
  func resize() throws {
    let terminal = try PseudoTerminal(size)
    try terminal.start(FakeProgram.showingSize)
    try terminal.wait(forText: "size=5x30")
    try terminal.resize(CellSize(rows: 7, columns: 44))
    try terminal.wait(forText: "size=7x44")
    #expect(terminal.size == CellSize(rows: 7, columns: 44))
    #expect(terminal.screen.size == terminal.size)
  }

  @Test("sends the program a hang-up when closed")
  func hangUp() throws {
    let terminal = try started("printf ready; exec cat")
    try terminal.wait(forText: "ready")
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .signalled(SIGHUP))
    #expect(terminal.screen.text == "ready")
    let error = #expect(throws: TerminalDriverError.self) { try terminal.write("x") }
    #expect(error?.reason == .closed(call: "write"))
  }

  @Test("gives the end of input to a program that ignores the hang-up")
  func endOfInput() throws {
    let terminal = try started("trap '' HUP; printf ready; read line; exit 5")
    try terminal.wait(forText: "ready")
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(5))
  }

  @Test("shows whether its settings are restored")
  func settings() throws {
    let terminal = try started(
      """
      saved=$(stty -g); stty raw -echo; printf raw
      dd bs=1 count=1 >/dev/null 2>&1; stty "$saved"
      """)
    let before = try PseudoTerminal(size).settings
    try terminal.wait(forText: "raw")
    let during = try terminal.settings
    #expect(during != before)
    #expect(!during.isEchoOn && !during.isLineInput && !during.areSignalKeysOn)
    try terminal.write("x")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(try terminal.settings == before)
    #expect(before.isEchoOn && before.isLineInput && before.areSignalKeysOn)
    terminal.releaseSlave()
    #expect(throws: TerminalDriverError.self) { try terminal.settings }
  }

  @Test("passes on more bytes than either side can buffer")
  func largeExchange() throws {
    let count = 400_015
    let terminal = try started("stty raw -echo; printf ready; exec cat")
    try terminal.wait(forText: "ready")
    try terminal.write([UInt8](repeating: UInt8(ascii: "x"), count: count))
    try terminal.wait(for: "all that was written") { $0.byteCount == count + 5 }
    #expect(
      terminal.screen.lines == [String](repeating: String(repeating: "x", count: 30), count: 5))
  }

  @Test("notices the end of a program that is alone on its terminal")
  func released() throws {
    let terminal = try started("printf ready; read line; printf done")
    terminal.releaseSlave()
    try terminal.wait(forText: "ready")
    try terminal.write("\r")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text == "ready\ndone")
  }

  @Test("throws at a deadline and shows the screen")
  func deadline() throws {
    let terminal = try started("printf ready; exec cat")
    try terminal.wait(forText: "ready")
    let reason = "the deadline passed while waiting for the text 'never'"
    let error = #expect(throws: TerminalDriverError.self) {
      try terminal.wait(forText: "never", timeout: .milliseconds(1))
    }
    #expect(error?.reason == .deadline(waitingFor: "the text 'never'"))
    #expect(error?.screen == "ready")
    #expect(error?.lastBytes == "ready")
    #expect(error?.description == reason + "\nscreen:\nready\nlast bytes: ready")
    #expect(throws: TerminalDriverError.self) { try terminal.waitForExit(timeout: .zero) }
  }

  @Test("throws at a deadline when the program does not read")
  func writeDeadline() throws {
    let terminal = try started("stty raw -echo; printf ready; kill -STOP $$")
    try terminal.wait(forText: "ready")
    terminal.timeout = .milliseconds(1)
    let error = #expect(throws: TerminalDriverError.self) {
      try terminal.write([UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
    }
    #expect(error?.reason == .deadline(waitingFor: "room for input"))
  }

  @Test("throws when the program ends before the expected output")
  func endedBefore() throws {
    let terminal = try started("printf bye; exit 3")
    let error = #expect(throws: TerminalDriverError.self) { try terminal.wait(forText: "never") }
    #expect(error?.reason == .ended(.exited(3), waitingFor: "the text 'never'"))
    #expect(error?.screen == "bye")
  }

  @Test("throws when the program cannot be started")
  func noProgram() throws {
    let terminal = try PseudoTerminal(size)
    let error = #expect(throws: TerminalDriverError.self) {
      try terminal.start(ProgramLaunch("/no/such/program"))
    }
    #expect(error?.reason == .system(call: "spawn /no/such/program", code: ENOENT))
  }

  @Test("ends its program when it is released")
  func release() throws {
    let pipe = try Descriptor.pipe()
    // The program's input stays open, so that only a signal ends it.
    let input = try Descriptor.pipe()
    defer { for end in [pipe.reading, input.reading, input.writing] { end.close() } }
    try {
      let terminal = try PseudoTerminal(size)
      var launch = ProgramLaunch("/bin/sh", ["-c", "trap '' HUP TERM; printf ready; cat <&4"])
      launch.inheritedDescriptors = [3: pipe.writing.number, 4: input.reading.number]
      try terminal.start(launch)
      pipe.writing.close()
      try terminal.wait(forText: "ready")
    }()
    #expect(isClosedSoon(pipe.reading))
  }

  @Test("is closed in programs that are started by other means")
  func closeOnExec() throws {
    let terminal = try started("exit 0")
    let idle = try IdleChannel()
    let numbers = [
      terminal.master?.number, terminal.child?.endNotice.number, idle.reading.number,
    ]
    for number in numbers {
      #expect(fcntl(try #require(number), F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test("is not held open by programs that are started at the same time")
  func concurrentStarts() async throws {
    let statuses = try await withThrowingTaskGroup(of: ProgramExit.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let terminal = try PseudoTerminal(CellSize(rows: 2, columns: 20))
          try terminal.start(ProgramLaunch("/bin/cat"))
          terminal.hangUp()
          return try terminal.waitForExit()
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [ProgramExit](repeating: .signalled(SIGHUP), count: 16))
  }

  /// A terminal in which a shell runs a script; a signal may be ignored in this process.
  private func started(_ script: String, ignoring number: Int32? = nil) throws -> PseudoTerminal {
    if let number { signal(number, SIG_IGN) }
    let terminal = try PseudoTerminal(size)
    try terminal.start(ProgramLaunch("/bin/sh", ["-c", script]))
    return terminal
  }
}

/// Whether the other end of a pipe is closed before a deadline.
func isClosedSoon(_ descriptor: Descriptor) -> Bool {
  var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
  var buffer = [UInt8](repeating: 0, count: 1)
  return poll(&polled, 1, 30_000) == 1 && descriptor.read(into: &buffer) == .end
}
