import Foundation
import ProgramSupport
import TerminalDriver
import Testing

@Suite("The reasons of a session")
struct WhySessionTests {
  @Test("are those that the console gave, by the session's name and in its exported file")
  func session() throws {
    let state = try TemporaryFolder()
    let program = try ConsoleProgram(state: state)
    try program.type("crys")
    try program.type(":revoke\n")
    try program.type("DD")
    #expect(program.shows("not shown"))
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))

    let environment = ["XDG_STATE_HOME": state.url.path]
    let file = state.path("session.json")
    #expect(try sessions(["export", "default", file], state).code == 0)
    for session in ["default", file] {
      let run = try ProgramRun(
        ["why", "2025-11-16", "--session", session], environment: environment)
      #expect(run.code == 1 && run.error == "", "\(run.error)")
      #expect(run.output.contains("daily, planned 2025-11-16 05:53:00: not shown"))
      #expect(run.output.contains("notifications had been denied since"), "\(run.output)")
    }
    let other = try ProgramRun(
      ["why", "2024-12-24", "--session", "default"], environment: environment)
    let unknown = try ProgramRun(
      ["why", "2025-11-16", "--session", "none"], environment: environment)
    #expect(unknown.code == 66 && unknown.error.contains("there is no session 'none'"))
    #expect(other.code == 0 && other.output.contains("nothing was planned or shown"))
  }
}
