import CellGrid
import Foundation
import Testing

@testable import TerminalDriver

@Suite("An interactive shell")
struct InteractiveShellTests {
  private let size = CellSize(rows: 12, columns: 60)

  @Test("stops a program at Ctrl-Z and resumes it")
  func jobControl() throws {
    let shell = try InteractiveShell(size: size)
    try shell.enter("echo started; cat")
    try shell.terminal.wait(for: "cat") { $0.lines.contains("started") }
    try shell.terminal.write("one\r")
    try shell.terminal.wait(for: "both copies") { $0.text.hasSuffix("one\none") }
    try shell.terminal.write(PressedKey.control("z").bytes)
    try shell.waitForPrompt()
    #expect(shell.terminal.screen.text.contains("Stopped"))
    try shell.enter("fg")
    try shell.terminal.wait(for: "cat") { $0.text.hasSuffix("fg\ncat") }
    try shell.terminal.write("two\r")
    try shell.terminal.wait(for: "both copies") { $0.text.hasSuffix("cat\ntwo\ntwo") }
    try shell.terminal.write(PressedKey.control("d").bytes)
    try shell.waitForPrompt()
    try shell.run("jobs; echo none")
    #expect(shell.terminal.screen.text.hasSuffix("jobs; echo none\nnone\n[4]"))
  }

  @Test("distinguishes the prompt after a command from earlier prompts")
  func prompts() throws {
    let shell = try InteractiveShell(size: size)
    for number in 1...20 {
      try shell.run("printf '%s\\n\\n' '[\(number + 1)] '")
      #expect(shell.terminal.screen.text.hasSuffix("\n[\(number + 1)]\n\n[\(number + 1)]"))
    }
    try shell.run("printf 'no line feed '")
    #expect(shell.terminal.screen.text.hasSuffix("no line feed [22]"))
  }

  @Test("drives a program that is suspended and resumed")
  func drivenProgram() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try FakeProgram.reading(bytesAtOnce: 1).write(to: file, atomically: true, encoding: .utf8)
    let shell = try InteractiveShell(size: size)
    for _ in 0..<2 {
      let program = try shell.drive("sh '\(file.path)'")
      try program.press(.character("a"))
      try program.settle()
      #expect(program.screen.lines[0] == "key=61 n=1 size=12x60")
      try program.press(.character("s"))
      try shell.waitForPrompt()
      #expect(program.screen.text.contains("Stopped"))
      #expect(throws: TerminalDriverError.self) { try program.settle(timeout: .milliseconds(1)) }
      try program.settle(after: { () throws(TerminalDriverError) in try shell.enter("fg") })
      #expect(program.screen.text == "key=73 n=2 size=12x60")
      try program.press(.character("q"))
      try shell.waitForPrompt()
    }
  }

  @Test("ends what it runs when it is released")
  func release() throws {
    let fifo = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try #require(mkfifo(fifo, 0o600) == 0)
    defer {
      // A thread that still waits to read from it must not wait for ever.
      close(open(fifo, O_WRONLY | O_NONBLOCK))
      unlink(fifo)
    }
    let idle = try {
      let shell = try InteractiveShell(size: size)
      try shell.enter("sh -c 'trap \"\" HUP TERM; echo ignored; cat \(fifo)'")
      try shell.terminal.wait(for: "the program") { $0.lines.contains("ignored") }
      return shell.idle
    }()
    #expect(isClosedSoon(idle.reading))
  }
}
