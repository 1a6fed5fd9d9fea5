import Foundation
import JSONText
import ProgramSupport
import SchemaSupport
import TerminalDriver
import Testing

@Suite("dnp sessions")
struct SessionsCommandTests {
  /// Sessions of which one has two branches.
  private func used() throws -> TemporaryFolder {
    let state = try TemporaryFolder()
    let program = try ConsoleProgram(state: state)
    try program.type("crys")
    try program.press(.control("n"))
    try program.type("cry")
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    return state
  }

  @Test("list and show say what there is")
  func list() throws {
    let state = try used()
    let list = try sessions([], state)
    #expect(list.code == 0)
    #expect(
      list.output.contains("default  phone-2  iOS           3  2025-11-15 05:42"), "\(list.output)")
    let json = try JSONParser.parse(try sessions(["list", "--format", "json"], state).output)
    let schema = try SchemaDirectory.project.get().schema("sessions.schema.json")
    #expect(schema.findings(in: json) == [])
    #expect(json.arrayValue?.first?["branches"] == 2)
    #expect(json.arrayValue?.first?["platform"] == "ios")
    let show = try sessions(["show", "default", "--branch", "phone"], state)
    #expect(show.output.contains("4  2025-11-15T05:42:30Z  Schedule Test Notification"))
    let shown = try JSONParser.parse(
      try sessions(["show", "default", "--format", "json"], state).output)
    let showSchema = try SchemaDirectory.project.get().schema("sessions-show.schema.json")
    #expect(showSchema.findings(in: shown) == [])
    let branches = shown["branches"]?.arrayValue ?? []
    #expect(branches.map { $0["name"] } == ["phone", "phone-2"])
    #expect(branches.map { $0["isCurrent"] } == [false, true])
    #expect(branches.map { $0["presses"] } == [4, 3])
    #expect(branches.map { $0["parent"] } == [.null, "phone"])
    #expect(shown["shown"] == "phone-2")
    let titles = shown["journal"]?.arrayValue?.map { $0["title"]?.stringValue }
    #expect(titles == ["Check Plugin Status", "Request Permissions", "Allow"])
    #expect(try sessions(["show", "default", "--branch", "x"], state).code == 64)
    #expect(try sessions(["show", "other"], state).code == 66)
    #expect(try sessions([], TemporaryFolder()).output.hasPrefix("no sessions in "))
  }

  @Test("the list fits into 80 columns, whatever the names; what cannot be read says why")
  func width() throws {
    let state = try used()
    let file = state.path("session.json")
    #expect(try sessions(["export", "default", file], state).code == 0)
    let long = String(repeating: "long-", count: 12) + "name"
    for name in [long, "sixteen-letters-"] {
      #expect(try sessions(["import", file, "--as", name], state).code == 0)
    }
    try state.write("dnp/broken.sqlite", String(repeating: "no database ", count: 100))
    let list = try sessions([], state)
    #expect(list.code == 0)
    let lines = list.output.split(separator: "\n")
    #expect(lines.contains("\(long)  phone-2"), "\(list.output)")
    #expect(lines.contains { $0.contains("broken.sqlite: this is no session of dnp") })
    for line in lines where !line.contains("no session of dnp") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("a session with a tester's own key says the same everywhere: give the key")
  func ownKey() throws {
    let state = try TemporaryFolder()
    let key = try state.write("own.key", String(repeating: "c3", count: 32))
    let program = try ConsoleProgram(["--paused", "--key-file", key], state: state)
    try program.type("c")
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    let file = state.path("session.json")
    let words = "which is kept nowhere; give it with --key-file"
    let export = try sessions(["export", "default", file], state)
    #expect(export.code == 66 && export.error.contains(words), "\(export.error)")
    #expect(try sessions(["export", "default", file, "--key-file", key], state).code == 0)
    let imported = try sessions(["import", file, "--as", "copy"], state)
    #expect(imported.code == 66 && imported.error.contains(words), "\(imported.error)")
    let console = try ConsoleProgram(columns: 400, state: state)
    #expect(console.shows("\(words), or begin anew with --new"), "\(console.screen.text)")
  }

  @Test("an exported session is imported elsewhere with the same trace, and its scenario runs")
  func export() throws {
    let state = try used()
    let file = state.path("session.json")
    #expect(try sessions(["export", "default", file], state).code == 0)
    let other = try TemporaryFolder()
    let imported = try sessions(["import", file], other)
    #expect(imported.code == 0)
    #expect(imported.output.contains("is imported; its trace is "))
    #expect(try sessions(["import", file], other).code == 73, "the name is taken")
    #expect(try sessions(["import", file, "--as", "copy"], other).code == 0)
    let bytes = try Data(contentsOf: URL(filePath: file))
    #expect(
      try sessions(["export", "default", "-"], other).output
        == String(decoding: bytes, as: UTF8.self))

    let json = try JSONParser.parse(Array(bytes))
    let schema = try SchemaDirectory.project.get().schema("session.schema.json")
    #expect(schema.findings(in: json) == [])
    let yaml = try #require(json["scenario"]?.stringValue)
    let run = try ProgramRun(["run", try state.write("a.yaml", yaml), "--report", "json=-"])
    #expect(run.code == 0)
    let hash = try #require(
      json["branches"]?.arrayValue?.last?["position"]?["traceHash"]?.stringValue)
    #expect(run.output.contains(hash))
  }

  @Test("a file that is no session is refused, whatever is in it")
  func noSession() throws {
    let state = try used()
    for text in ["", "{}", #"{"dnpSession":1}"#, #"{"dnpSession":2,"name":"a"}"#, "\u{0}"] {
      #expect(try sessions(["import", "-"], state, input: Array(text.utf8)).code == 65, "\(text)")
    }
    let exported = try sessions(["export", "default", "-"], state).output
    let bad = exported.replacing("../", with: "").replacing(
      #""name": "default""#, with: #""name": "../x""#)
    #expect(try sessions(["import", "-"], state, input: Array(bad.utf8)).code == 64)
  }

  @Test("a session that repeats itself no more is imported, and said")
  func disagreeing() throws {
    let state = try used()
    let exported = try sessions(["export", "default", "-"], state).output
    let changed = exported.replacing("Request Permissions", with: "Request Permission")
      .replacing("requestNotificationPermissions", with: "checkPermissions")
    let run = try sessions(["import", "-", "--as", "changed"], state, input: Array(changed.utf8))
    #expect(run.code == 1)
    let program = try ConsoleProgram(["--paused", "--session", "changed"], state: state)
    #expect(program.shows("READ ONLY"))
    #expect(program.shows("differs from what was stored"))
    try program.press(.escape)
    try program.type("c")
    #expect(program.shows("read only"))
    try program.type(":branch\n")
    try program.type("c")
    #expect(program.shows("Plugin is loaded and ready!"))
  }

  @Test("delete deletes")
  func delete() throws {
    let state = try used()
    #expect(try sessions(["delete", "default"], state).code == 0)
    #expect(try sessions(["delete", "default"], state).code == 66)
    #expect(try sessions(["delete", "../default"], state).code == 66)
  }
}
