import Foundation
import JSONText
import ProgramSupport
import SimulationCore
import TerminalDriver
import Testing

@Suite("A console that is killed")
struct SessionKillTests {
  /// How many consoles are killed; `make kills` asks for more.
  private static let kills =
    ProcessInfo.processInfo.environment["DNP_KILLS"].flatMap(Int.init) ?? 12

  /// Keys that press a button once each, and keys that let time pass.
  private static let presses: [Character] = ["c", "t", "p", "s"]
  private static let jumps: [Character] = ["M", "H", ">"]

  /// How many consoles are killed on one session; the next ones get a new one, since a session gets
  /// longer with each.
  private static let killsASession = 200

  @Test("loses nothing that was shown, and the next one starts clean")
  func kills() throws {
    var random = SeededGenerator(seed: 11, stream: "kills")
    var left = Self.kills
    while left > 0 {
      let count = min(left, Self.killsASession)
      try killSession(count, &random)
      left -= count
      if Self.kills > Self.killsASession { print("\(Self.kills - left) consoles killed") }
    }
  }

  private func killSession(_ kills: Int, _ random: inout SeededGenerator) throws {
    let state = try TemporaryFolder()
    var known = 0
    for kill in 0..<kills {
      let program = try ConsoleProgram(state: state)
      if kill == 0 {
        // Without the permission a dialog would take the keyboard.
        try program.type("ry")
        known = 2
      } else {
        #expect(program.shows("goes on: "), "kill \(kill):\n\(program.screen.text)")
      }
      for _ in 0..<random.below(6) {
        let isPress = random.below(2) == 0
        try program.type(String(key(isPress, &random)))
        // The frame is there, so the press was acknowledged.
        if isPress { known += 1 }
      }
      let more = Int(random.below(5))
      let keys = (0..<more).map { _ in key(true, &random) }
      try program.driven.press(PressedKey.typing(String(keys)))
      for _ in 0..<random.below(3) { _ = try program.driven.terminal.settings }
      program.driven.terminal.signal(SIGKILL)
      _ = try program.driven.terminal.waitForExit()
      let kept = try pressCount(state)
      #expect((known...known + more).contains(kept), "kill \(kill)")
      known = kept
    }
    try checkWhole(state)
  }

  /// The file is undamaged, and what is in it makes the trace that it says.
  private func checkWhole(_ state: TemporaryFolder) throws {
    let environment = ["XDG_STATE_HOME": state.url.path]
    let file = state.path("session.json")
    let export = try ProgramRun(["sessions", "export", "default", file], environment: environment)
    #expect(export.code == 0, "\(export.error)")
    let copy = try ProgramRun(
      ["sessions", "import", file, "--as", "copy"], environment: environment)
    #expect(copy.code == 0, "\(copy.output)\(copy.error)")
  }

  private func key(_ isPress: Bool, _ random: inout SeededGenerator) -> Character {
    let keys = isPress ? Self.presses : Self.jumps
    return keys[Int(random.below(UInt64(keys.count)))]
  }

  /// How many presses the present branch has.
  private func pressCount(_ state: TemporaryFolder) throws -> Int {
    let run = try ProgramRun(
      ["sessions", "list", "--format", "json"], environment: ["XDG_STATE_HOME": state.url.path])
    let json = try JSONParser.parse(run.output)
    return Int(try #require(json.arrayValue?.first?["presses"]?.integerValue))
  }
}
