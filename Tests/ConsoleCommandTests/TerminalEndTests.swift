import CellGrid
import Foundation
import TerminalDriver
import Testing

@Suite("Ways out of the console")
struct TerminalEndTests {
  @Test(
    "keys that end the program restore the terminal",
    arguments: [
      ([.character("q")], 0), ([.character("Q")], 0), ([.control("c")], 130),
      ([.character("?"), .control("c")], 130), ([.character(":"), .control("c")], 130),
    ] as [([PressedKey], Int32)])
  func keys(keys: [PressedKey], code: Int32) throws {
    let program = try ConsoleProgram()
    try program.type("c")
    try program.driven.press(keys)
    try program.expectEnd(.exited(code))
    #expect(program.files.isEmpty, "leaving by a key writes nothing")
  }

  @Test("signals end the program; the session is kept", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    let program = try ConsoleProgram()
    try program.type("c")
    program.driven.terminal.signal(number)
    try program.expectEnd(.exited(128 + number))
    #expect(program.files.isEmpty)
    #expect(try ConsoleProgram(state: program.state).shows("1 press so far"))
  }

  /// Every other signal that ends a process which does not handle it.
  private static let unhandled: [Int32] = {
    var numbers = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ]
    #if os(Linux)
    numbers += [SIGPWR, SIGIO, __libc_current_sigrtmin()]
    #endif
    return numbers
  }()

  /// Some signals of a crash.
  private static let crashes: [Int32] = {
    var numbers = [SIGSEGV, SIGABRT, SIGSYS]
    #if os(Linux)
    // STKFLT.
    numbers.append(16)
    #endif
    return numbers
  }()

  @Test("other signals end the process by themselves; the session is kept", arguments: unhandled)
  func otherSignals(number: Int32) throws {
    let program = try ConsoleProgram()
    try program.type("c")
    program.driven.terminal.signal(number)
    try program.expectEnd(.signalled(number))
    #expect(program.files.isEmpty)
    #expect(try ConsoleProgram(state: program.state).shows("1 press so far"))
  }

  @Test("a signal before the first press saves nothing")
  func nothingPressed() throws {
    let program = try ConsoleProgram()
    program.driven.terminal.signal(SIGTERM)
    try program.expectEnd(.exited(143))
    #expect(program.files.isEmpty)
  }

  @Test("a terminal that hangs up ends the program; the session is kept")
  func hangUp() throws {
    let program = try ConsoleProgram()
    try program.type("c")
    program.driven.terminal.hangUp()
    let ended = try program.driven.terminal.waitForExit()
    #expect(ended == .exited(129))
    #expect(program.files.isEmpty)
    #expect(try ConsoleProgram(state: program.state).shows("1 press so far"))
  }

  @Test(
    "a crash restores the terminal before it ends the process",
    arguments: crashes)
  func crash(number: Int32) throws {
    let program = try ConsoleProgram(
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    try program.type("c")
    program.driven.terminal.signal(number)
    try program.expectEnd(.signalled(number))
  }

  @Test("the check finds a terminal that was not restored")
  func planted() throws {
    let program = try ConsoleProgram()
    program.driven.terminal.signal(SIGKILL)
    #expect(try program.driven.terminal.waitForExit() == .signalled(SIGKILL))
    #expect(try program.driven.terminal.settings != program.before)
    #expect(program.screen.isAlternateScreen)
    #expect(!program.screen.isCursorVisible)
  }
}
