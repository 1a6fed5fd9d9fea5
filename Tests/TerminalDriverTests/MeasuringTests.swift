import CellGrid
import Foundation
import Testing

@testable import TerminalDriver

@Suite("A measured program")
struct MeasuringTests {
  private let size = CellSize(rows: 5, columns: 40)

  @Test("that reports when it is idle is timed to the end of its frame")
  func idle() throws {
    let launch = ProgramLaunch("/bin/sh", ["-c", FakeProgram.reading(bytesAtOnce: 1)])
    let (program, start) = try DrivenProgram.measureStart(launch, size: size, idleOption: nil)
    #expect(program.screen.text == "key=none n=0 size=5x40")
    expectOrdered(start)
    for (key, shown) in [(PressedKey.character("a"), "61"), (.escape, "1b"), (.enter, "0d")] {
      expectOrdered(try program.measureKey(key))
      #expect(program.screen.text.hasPrefix("key=\(shown) "))
    }
    let large = try program.measureKey(.character("b"))
    #expect(large.firstByteNanoseconds < large.lastByteNanoseconds)
    let error = #expect(throws: TerminalDriverError.self) {
      try program.measureKey(.character("n"))
    }
    #expect(error?.reason == .noOutput)
  }

  @Test("that does not report that is timed until its output is quiet")
  func quiet() throws {
    let launch = ProgramLaunch("/bin/sh", ["-c", "printf ready; exec cat"])
    let (terminal, start) = try PseudoTerminal.measureStart(
      launch, size: size, quietMilliseconds: 1)
    #expect(terminal.screen.text == "ready")
    expectOrdered(start)
    expectOrdered(try terminal.measureKey(.character("a"), quietMilliseconds: 1))
    #expect(terminal.screen.text == "readya")
  }

  @Test("that writes nothing has no latency")
  func silent() throws {
    let terminal = try PseudoTerminal(size)
    try terminal.start(ProgramLaunch("/bin/sh", ["-c", "stty -echo; printf ready; exec cat"]))
    try terminal.wait(forText: "ready")
    terminal.timeout = .milliseconds(1)
    let error = #expect(throws: TerminalDriverError.self) {
      try terminal.measureKey(.character("a"), quietMilliseconds: 1)
    }
    #expect(error?.reason == .noOutput)
  }

  #if os(Linux)
  @Test("is woken up for its input")
  func contextSwitches() throws {
    let terminal = try PseudoTerminal(size)
    try terminal.start(ProgramLaunch("/bin/cat"))
    let process = try #require(terminal.processID)
    let before = try #require(ContextSwitches.cpuWakeups(of: process))
    for number in 1...50 {
      try terminal.write("\(number)\r")
      try terminal.wait(for: "the copy") { $0.text.hasSuffix("\(number)\n\(number)") }
    }
    let after = try #require(ContextSwitches.cpuWakeups(of: process))
    // A program that wakes the reader may lose its processor to it instead of waiting itself.
    #expect(after.voluntary + after.involuntary > before.voluntary + before.involuntary)
    #expect(after.voluntary >= before.voluntary && after.involuntary >= before.involuntary)
    terminal.signal(SIGKILL)
    _ = try terminal.waitForExit()
    #expect(ContextSwitches.cpuWakeups(of: process) == nil)
  }
  #endif

  private func expectOrdered(_ latency: OutputLatency) {
    #expect(0 < latency.firstByteNanoseconds)
    #expect(latency.firstByteNanoseconds <= latency.lastByteNanoseconds)
  }
}
