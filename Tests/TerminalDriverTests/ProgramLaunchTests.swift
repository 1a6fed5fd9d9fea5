import CellGrid
import Descriptors
import Foundation
import Testing

@testable import TerminalDriver

@Suite("A started program")
struct ProgramLaunchTests {
  @Test("gets the arguments and the environment it is given, and no other")
  func environment() throws {
    var launch = ProgramLaunch("/usr/bin/env")
    launch.environment = ["A": "1", "B": "two words"]
    #expect(try output(launch) == "A=1\nB=two words")
    launch = ProgramLaunch("/bin/echo", ["a b", "", "c"])
    #expect(try output(launch) == "a b  c")
    #expect(ProgramLaunch.plainEnvironment(terminal: "vt100")["TERM"] == "vt100")
  }

  @Test("starts in the folder it is given")
  func workingDirectory() throws {
    var launch = ProgramLaunch("/bin/pwd")
    launch.workingDirectory = "/dev"
    #expect(try output(launch) == "/dev")
  }

  @Test("writes errors to a file if one is given")
  func standardError() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    var launch = ProgramLaunch("/bin/sh", ["-c", "echo shown; echo noted >&2"])
    launch.standardErrorPath = file.path
    #expect(try output(launch) == "shown")
    #expect(try output(launch) == "shown")
    #expect(try String(contentsOf: file, encoding: .utf8) == "noted\nnoted\n")
  }

  @Test("inherits descriptors under the numbers it is given, even exchanged ones")
  func descriptors() throws {
    let first = try Descriptor.pipe()
    let second = try Descriptor.pipe()
    defer {
      for end in [first.reading, first.writing, second.reading, second.writing] { end.close() }
    }
    var launch = ProgramLaunch("/bin/sh", ["-c", "printf one >&4; printf two >&3"])
    launch.inheritedDescriptors = [4: first.writing.number, 3: second.writing.number]
    _ = try output(launch)
    #expect(text(first.reading) == "one")
    #expect(text(second.reading) == "two")
    let low = min(first.writing.number, second.writing.number)
    let high = max(first.writing.number, second.writing.number)
    launch = ProgramLaunch("/bin/bash", ["-c", "printf low >&\(high); printf high >&\(low)"])
    launch.inheritedDescriptors = [low: high, high: low]
    _ = try output(launch)
    let isFirstLow = low == first.writing.number
    #expect(text(first.reading) == (isFirstLow ? "low" : "high"))
    #expect(text(second.reading) == (isFirstLow ? "high" : "low"))
  }

  @Test("inherits nothing else")
  func noOtherDescriptors() throws {
    let open = dup(STDOUT_FILENO)
    defer { close(open) }
    let pipe = try Descriptor.pipe()
    defer { for end in [pipe.reading, pipe.writing] { end.close() } }
    let script = "for n in 2 \(open) \(open + 1); do test -e /dev/fd/$n && echo $n; done; true"
    var launch = ProgramLaunch("/bin/sh", ["-c", script])
    #expect(try output(launch) == "2")
    launch.inheritedDescriptors = [open + 1: pipe.writing.number]
    #expect(try output(launch) == "2\n\(open + 1)")
  }

  @Test("does not inherit which signals are ignored")
  func ignoredSignals() throws {
    signal(SIGUSR2, SIG_IGN)
    let terminal = try PseudoTerminal(CellSize(rows: 5, columns: 60))
    try terminal.start(ProgramLaunch("/bin/sh", ["-c", "kill -USR2 $$; echo survived"]))
    #expect(try terminal.waitForExit() == .signalled(SIGUSR2))
  }

  /// The output of a program up to its end.
  private func output(_ launch: ProgramLaunch) throws -> String {
    let terminal = try PseudoTerminal(CellSize(rows: 10, columns: 60))
    try terminal.start(launch)
    #expect(try terminal.waitForExit().isExit)
    return terminal.screen.text
  }

  private func text(_ descriptor: Descriptor) -> String {
    var buffer = [UInt8](repeating: 0, count: 100)
    guard case .bytes(let count) = descriptor.read(into: &buffer) else { return "" }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}

extension ProgramExit {
  fileprivate var isExit: Bool {
    if case .exited = self { true } else { false }
  }
}
