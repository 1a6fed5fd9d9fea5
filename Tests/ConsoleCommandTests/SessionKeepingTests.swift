import CellGrid
import Foundation
import ProgramSupport
import TerminalDriver
import Testing

@Suite("A session outlives its console")
struct SessionKeepingTests {
  private func file(_ state: TemporaryFolder, _ name: String = "default") -> URL {
    URL(filePath: state.path("dnp/\(name).sqlite"))
  }

  @Test("what was pressed is there again, after q, Ctrl-C, a signal and a kill")
  func resume() throws {
    let state = try TemporaryFolder()
    var program = try ConsoleProgram(state: state)
    try program.type("cry")
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))

    program = try ConsoleProgram(state: state)
    #expect(program.shows("session default goes on: 3 presses so far; Ctrl-N starts anew"))
    #expect(program.shows("Plugin is loaded and ready!"))
    try program.type("s")
    #expect(program.shows("scheduleDailyNotification ok"))
    try program.driven.press(.control("c"))
    try program.expectEnd(.exited(130))

    program = try ConsoleProgram(state: state)
    #expect(program.shows("4 presses so far"))
    try program.type("H")
    program.driven.terminal.signal(SIGKILL)
    #expect(try program.driven.terminal.waitForExit() == .signalled(SIGKILL))

    program = try ConsoleProgram(state: state)
    #expect(program.shows("4 presses so far"))
    #expect(program.shows("06:42:30"), "an hour later:\n\(program.screen.text)")
    program.driven.terminal.signal(SIGTERM)
    try program.expectEnd(.exited(143))
    #expect(program.files.isEmpty)
  }

  @Test("Ctrl-N, --new and another phone start anew; --session has its own")
  func anew() throws {
    let state = try TemporaryFolder()
    var program = try ConsoleProgram(state: state)
    try program.type("c")
    try program.press(.control("n"))
    #expect(!program.shows("Plugin is loaded and ready!"))
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))

    for arguments in [["--new"], ["--zone", "Europe/London"], ["--session", "other"]] {
      program = try ConsoleProgram(["--paused"] + arguments, state: state)
      #expect(!program.shows("presses so far"), "\(arguments)")
      try program.driven.press(.character("q"))
      try program.expectEnd(.exited(0))
    }
    program = try ConsoleProgram(["--paused", "--zone", "Europe/London"], state: state)
    #expect(program.shows("0 presses so far"), "the same phone goes on")
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    #expect(FileManager.default.fileExists(atPath: file(state, "other").path))
  }

  @Test("what is typed ahead of a new phone is kept, too")
  func burst() throws {
    let state = try TemporaryFolder()
    let program = try ConsoleProgram(state: state)
    try program.driven.press(
      PressedKey.typing("cry") + [.control("n")] + PressedKey.typing("cp") + [.control("n")]
        + PressedKey.typing("B"))
    try program.driven.terminal.wait(forText: "▸●phone-3")
    for row in ["  phone    3", "  phone-2  2"] {
      #expect(program.shows(row), "\(program.screen.text)")
    }
  }

  @Test("another branch goes on where it was left, also after the next start")
  func branches() throws {
    let state = try TemporaryFolder()
    var program = try ConsoleProgram(state: state)
    try program.type("cry")
    try program.press(.control("n"))
    try program.type("c")
    try program.type("B")
    #expect(program.shows("▸●phone-2"), "\(program.screen.text)")
    try program.type("k")
    try program.press(.enter)
    #expect(program.shows("branch phone goes on: 3 presses so far"), "\(program.screen.text)")
    try program.type("s")
    #expect(program.shows("scheduleDailyNotification ok"))
    program.driven.terminal.signal(SIGKILL)
    _ = try program.driven.terminal.waitForExit()

    program = try ConsoleProgram(state: state)
    #expect(program.shows("4 presses so far"))
    try program.type("B")
    #expect(program.shows("▸●phone") && program.shows("phone-2"), "\(program.screen.text)")
    try program.type("j")
    try program.press(.enter)
    #expect(program.shows("branch phone-2 goes on: 1 press so far"), "\(program.screen.text)")
  }

  @Test("a second console only follows, live")
  func following() throws {
    let state = try TemporaryFolder()
    let first = try ConsoleProgram(state: state)
    try first.type("c")
    let second = try ConsoleProgram(state: state)
    #expect(second.shows("READ ONLY"))
    #expect(second.shows("open in another console (process "))
    try second.driven.terminal.wait(forText: "Plugin is loaded and ready!")
    try first.type("r")
    try second.driven.terminal.wait(forText: "icon badges. These can be")
    try second.type("y")
    #expect(second.shows("read only"))
    try first.type("y")
    try second.driven.terminal.wait(for: "the dialog to go") { screen in
      !screen.text.contains("icon badges. These can be")
    }
    for program in [second, first] {
      try program.driven.press(.character("q"))
      try program.expectEnd(.exited(0))
    }
  }

  @Test("when the first console ends, however it ends, the second one goes on with the session")
  func takingOver() throws {
    for isKilled in [false, true] {
      let state = try TemporaryFolder()
      let first = try ConsoleProgram(state: state)
      try first.type("c")
      let second = try ConsoleProgram(state: state)
      #expect(second.shows("READ ONLY"))
      try first.type("ry")
      if isKilled {
        first.driven.terminal.signal(SIGKILL)
      } else {
        try first.driven.press(.character("q"))
      }
      _ = try first.driven.terminal.waitForExit()
      try second.driven.terminal.wait(forText: "this one goes on with the session")
      #expect(!second.shows("READ ONLY"), "\(second.screen.text)")
      try second.type("s")
      #expect(second.shows("scheduleDailyNotification ok"), "\(second.screen.text)")
      second.driven.terminal.signal(SIGKILL)
      _ = try second.driven.terminal.waitForExit()
      let third = try ConsoleProgram(state: state)
      #expect(third.shows("4 presses so far"), "\(third.screen.text)")
    }
  }

  @Test("of several that follow one takes over, and the others follow that one")
  func succession() throws {
    let state = try TemporaryFolder()
    let first = try ConsoleProgram(state: state)
    try first.type("c")
    let others = try (0..<2).map { _ in try ConsoleProgram(state: state) }
    first.driven.terminal.signal(SIGKILL)
    _ = try first.driven.terminal.waitForExit()
    let heir = try #require(
      try others.first { other in
        try other.driven.settle()
        try? other.driven.terminal.wait(for: "the session, or the other one has it") { screen in
          screen.text.contains("goes on with the session")
            || others.contains { $0.shows("goes on with the session") }
        }
        return other.shows("goes on with the session")
      })
    let follower = try #require(others.first { $0 !== heir })
    #expect(follower.shows("READ ONLY"), "\(follower.screen.text)")
    try heir.type("r")
    try follower.driven.terminal.wait(forText: "icon badges. These can be")
  }

  @Test("where nothing is saved, q asks once, and the end says what is lost")
  func unsavedEnd() throws {
    let state = try TemporaryFolder()
    try state.write("dnp", "in the folder's place")
    let program = try ConsoleProgram(state: state)
    try program.type("cr")
    try program.type("y")
    try program.type("q")
    #expect(program.shows("what was done is not saved; x writes it"), "\(program.screen.text)")
    // Something new is asked about again.
    try program.type("s")
    try program.type("Q")
    #expect(program.shows("what was done is not saved; x writes it"), "\(program.screen.text)")
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    #expect(program.screen.text.contains("not saved: 4 presses of session default ("))
    #expect(program.files.isEmpty)
  }

  @Test("where nothing can be kept it says so and goes on; a signal writes the summary then")
  func unkept() throws {
    let state = try TemporaryFolder()
    try state.write("dnp", "in the folder's place")
    let program = try ConsoleProgram(state: state)
    #expect(program.shows("NOT SAVED"))
    #expect(program.shows("nothing is saved in this run"))
    try program.type("c")
    #expect(program.shows("Plugin is loaded and ready!"))
    program.driven.terminal.signal(SIGTERM)
    try program.expectEnd(.exited(143))
    #expect(program.files == ["dnp-report-default-20251115T054230Z.json"])
  }

  @Test("a file that is no session is said, and stays as it is")
  func damaged() throws {
    let state = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: file(state).deletingLastPathComponent(), withIntermediateDirectories: true)
    let bytes = Data(repeating: 0x58, count: 4_096)
    try bytes.write(to: file(state))
    let program = try ConsoleProgram(columns: 200, state: state)
    #expect(program.shows("NOT SAVED"))
    #expect(program.shows("no session of dnp"))
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    #expect(try Data(contentsOf: file(state)) == bytes)
  }

  @Test("a scenario's phone is kept, and the phone before it")
  func scenario() throws {
    let state = try TemporaryFolder()
    var program = try ConsoleProgram(state: state)
    try program.type("cry")
    try program.type(":walkthrough 3-schedule\n")
    try program.press(.enter)
    try program.press(.enter)
    program.driven.terminal.signal(SIGKILL)
    _ = try program.driven.terminal.waitForExit()

    program = try ConsoleProgram(state: state)
    #expect(program.shows("2 presses so far"), "\(program.screen.text)")
    try program.driven.press(.control("c"))
    try program.expectEnd(.exited(130))
  }

  @Test("no token reaches the file")
  func secrets() throws {
    let state = try TemporaryFolder()
    let program = try ConsoleProgram(state: state)
    let token =
      "eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoweDEiLCJleHAiOjE3NjMyNzE3NTB9.c2lnbmF0dXJl"
    try program.type(
      ":configureNativeFetcher jwtToken=\(token) apiBaseUrl=https://a.example activeDid=did:a:b\n")
    try program.type(":checkPermissionStatus password=correct-horse\n")
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    for name in state.names + ["dnp/default.sqlite", "dnp/default.sqlite-wal"] {
      guard let bytes = try? Data(contentsOf: URL(filePath: state.path(name))) else { continue }
      #expect(bytes.firstRange(of: Data("c2lnbmF0dXJl".utf8)) == nil, "\(name)")
      #expect(bytes.firstRange(of: Data("correct-horse".utf8)) == nil, "\(name)")
    }
    let again = try ConsoleProgram(state: state)
    #expect(again.shows("2 presses so far"), "\(again.screen.text)")
  }

  @Test("no secret of a live session reaches the file, and the server gets the token")
  func liveSecrets() throws {
    let server = try RecordingServer { head in
      let sent = RecordingServer.header("Authorization", of: head) ?? "none"
      return RecordingServer.json(
        "200 OK", ["Location: https://a.example/?token=planted-location"],
        #"{"id":"a","title":"T","body":"sent \#(sent)","scheduled_for":"2025-11-15T06:00:00Z","#
          + #""accessToken":"planted-access","list":["\#(sent)"]}"#)
    }
    let state = try TemporaryFolder()
    let program = try ConsoleProgram(
      ["--paused", "--live", "--api", server.address],
      environment: ["DNP_NET": ProgramRun.network], state: state)
    let token = "planted-opaque-4711"
    try program.type(
      ":configureNativeFetcher jwtToken=\(token) apiBaseUrl=https://api.test.example "
        + "activeDid=did:ethr:0x77D8EA059Ab6eB9a19Ecf520025d40847A2360a0\n")
    try program.type(":testEndorserAPI\n")
    try program.driven.terminal.wait(forText: "← testEndorserAPI ok")
    try program.driven.settle()
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    #expect(
      server.requests.compactMap { RecordingServer.header("Authorization", of: $0) }
        == ["Bearer \(token)"])
    var found = false
    for name in ["dnp/default.sqlite", "dnp/default.sqlite-wal"] {
      guard let bytes = try? Data(contentsOf: URL(filePath: state.path(name))) else { continue }
      found = found || bytes.firstRange(of: Data("answerFetch".utf8)) != nil
      for secret in [token, "planted-access", "planted-location"] {
        #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(secret) in \(name)")
      }
    }
    #expect(found, "the answer is not in the file")
  }
}
