import CellGrid
import Foundation
import Testing

@testable import TerminalDriver

@Suite("A driven program")
struct DrivenProgramTests {
  private let size = CellSize(rows: 5, columns: 40)

  @Test("has drawn its first frame when it is settled")
  func firstFrame() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    try program.settle()
    #expect(program.screen.text == "key=none n=0 size=5x40")
  }

  @Test("has answered every key when it is settled")
  func keys() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    for count in 1...20 {
      try program.press(.character("a"))
      try program.settle()
      #expect(program.screen.text == "key=61 n=\(count) size=5x40")
    }
    try program.type("xyx\n")
    try program.settle()
    #expect(program.screen.text == "key=0d n=24 size=5x40")
    #expect(program.pressedCount == 24)
  }

  @Test("has answered every key however fast it is")
  func fastKeys() throws {
    let program = try DrivenProgram(FakeProgram.counting, size: size, idleOption: nil)
    try program.settle()
    for count in 1...1_000 {
      try program.press(.character("a"))
      try program.settle()
      try #require(program.screen.text == "\(count).")
    }
  }

  @Test("gets an Escape separately from other keys")
  func escape() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 16))
    try program.press([.escape, .character("x")])
    try program.settle()
    #expect(program.screen.text == "key=78 n=2 size=5x40")
    try program.press(.up)
    try program.settle()
    #expect(program.screen.text == "key=1b4f41 n=3 size=5x40")
  }

  @Test("can draw more than a terminal holds")
  func largeFrame() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    try program.press(.character("b"))
    try program.settle()
    #expect(program.screen.byteCount > 300_000)
    #expect(program.screen.text == "key=62 n=1 size=5x40")
  }

  @Test("has drawn the last of several sizes, and the same size again")
  func sizes() throws {
    let program = try DrivenProgram(FakeProgram.showingSize, size: size, idleOption: nil)
    for _ in 0..<3 {
      for columns in [41, 42, 43, 40] {
        try program.resize(CellSize(rows: 5, columns: columns))
      }
      try program.resize(CellSize(rows: 6, columns: 40))
      try program.settle()
      #expect(program.screen.text == "size=6x40")
      try program.resize(CellSize(rows: 6, columns: 40))
      try program.settle()
      try program.resize(size)
      try program.settle()
      #expect(program.screen.text == "size=5x40")
    }
  }

  @Test("is not given a size again before it has drawn the one between")
  func sizeAgain() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    try program.settle()
    try program.resize(CellSize(rows: 6, columns: 40))
    program.terminal.timeout = .milliseconds(1)
    let error = #expect(throws: TerminalDriverError.self) { try program.resize(size) }
    #expect(error?.reason == .deadline(waitingFor: "an idle line with 0 inputs and 6x40"))
    #expect(program.terminal.size == CellSize(rows: 6, columns: 40))
  }

  @Test("has drawn again after an input that is not a key")
  func wakeUp() throws {
    let program = try DrivenProgram(FakeProgram.showingSize, size: size, idleOption: nil)
    try program.settle()
    for _ in 0..<20 {
      let count = program.screen.byteCount
      try program.settle(after: { program.terminal.signal(SIGWINCH) })
      #expect(program.screen.byteCount > count)
      #expect(program.screen.text == "size=5x40")
    }
  }

  @Test("has handled both a size and a key")
  func sizeAndKey() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    try program.settle()
    try program.resize(CellSize(rows: 9, columns: 50))
    try program.press(.character("a"))
    try program.settle()
    #expect(program.screen.text == "key=61 n=1 size=9x50")
  }

  @Test("that does not report that it is idle runs into the deadline")
  func deadline() throws {
    let program = try started("printf ready; exec cat")
    try program.terminal.wait(forText: "ready")
    let error = #expect(throws: TerminalDriverError.self) {
      try program.settle(timeout: .milliseconds(1))
    }
    #expect(error?.reason == .deadline(waitingFor: "an idle line with 0 inputs and 5x40"))
    #expect(error?.screen == "ready")
  }

  @Test("that ends is distinguished from one that is slow")
  func ended() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    try program.press(.character("q"))
    let error = #expect(throws: TerminalDriverError.self) { try program.settle() }
    #expect(
      error?.reason == .ended(.exited(7), waitingFor: "an idle line with 1 inputs and 5x40"))
    #expect(error?.screen == "bye")
  }

  @Test("that counts more inputs than there were keys is refused")
  func tooManyInputs() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    try program.press(.up)
    try? program.settle()
    let error = #expect(throws: TerminalDriverError.self) {
      while true { try program.settle(after: {}) }
    }
    let reason = try #require(error?.reason)
    #expect(
      [2, 3].map { .tooManyInputs(reported: $0, pressed: 1) }.contains(reason), "\(reason)")
  }

  @Test("that breaks the protocol is refused")
  func badLine() throws {
    let program = try started(FakeProgram.reading(bytesAtOnce: 1))
    try program.press(.character("z"))
    let error = #expect(throws: TerminalDriverError.self) { try program.settle() }
    #expect(error?.reason == .badIdleLine("idle or so"))
  }

  @Test("gets the number of its descriptor by an option")
  func option() throws {
    let launch = ProgramLaunch(
      "/bin/sh", ["-c", "echo \"$*\"; echo 'idle 0 5x40' >&4; read line", "fake", "first"])
    let program = try DrivenProgram(launch, size: size, idleDescriptor: 4)
    try program.settle()
    #expect(program.screen.text == "first --idle-descriptor 4")
  }

  @Test(
    "must report that it is idle in the one defined form",
    arguments: [
      "", "idle", "idle 1", "idle 1 5x", "idle 1 5x4x", "idle x 5x40", "idle 1  5x40",
      "busy 1 5x40",
      "idle -1 5x40", "idle 1 5x40 ", "idle +1 5x40", "idle 99999999999999999999 5x40",
    ])
  func otherForms(_ line: String) {
    #expect(IdleReport(line) == nil)
    #expect(IdleReport("idle 12 5x40")?.inputs == 12)
    #expect(IdleReport("idle 12 5x40")?.size == size)
  }

  private func started(_ script: String) throws -> DrivenProgram {
    try DrivenProgram(ProgramLaunch("/bin/sh", ["-c", script]), size: size, idleOption: nil)
  }
}
