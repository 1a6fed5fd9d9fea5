import CellGrid
import Foundation
import GRDB
import JSONText
import ProgramSupport
import ProjectFiles
import TerminalDriver
import Testing

/// A value in a row of a session's file that the program cannot have written.
struct TypedDamage: CustomTestStringConvertible, Sendable {
  let table: String
  let column: String
  /// The value, as SQL.
  let value: String

  var testDescription: String { "\(table).\(column) = \(value.prefix(24))" }

  /// Which row: one of the branch that the session is on.
  private var row: String {
    switch table {
    case "branch": "id = 2"
    case "journal": "branch = 2 AND number = 2"
    case "position": "branch = 2"
    default: "1"
    }
  }

  /// Puts the value into a file whose tables take any value, as those of the first versions did.
  func apply(to file: String) throws {
    try DatabaseQueue(path: file).writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE other AS SELECT * FROM \(table);
          DROP TABLE \(table);
          ALTER TABLE other RENAME TO \(table);
          UPDATE \(table) SET \(column) = \(value) WHERE \(row)
          """)
    }
  }

  private static let columns: [(table: String, names: [String])] = [
    ("session", ["id", "name", "branch"]),
    (
      "branch",
      ["id", "name", "origin", "parent", "configuration", "platform", "engine", "createdAt"]
    ),
    (
      "journal",
      [
        "branch", "number", "instant", "time", "title", "isButton", "commands", "records",
        "traceHash", "engine",
      ]
    ),
    (
      "position",
      ["branch", "instant", "time", "entries", "records", "traceHash", "engine", "savedAt"]
    ),
    ("grdb_migrations", ["identifier"]),
  ]

  private static let values = [
    "'x'", "-1", "9223372036854775807", "3.7", "NULL", "x'00ff'", "''", "1099511627776",
  ]

  static let all: [TypedDamage] = columns.flatMap { table, names in
    names.flatMap { name in
      values.map { TypedDamage(table: table, column: name, value: $0) }
    }
  }
}

@Suite("Sessions whose file is damaged")
struct DamagedSessionTests {
  /// A session of two branches, the second one with four presses.
  private static let used = Result {
    let state = try TemporaryFolder()
    let program = try ConsoleProgram(state: state)
    try program.type("cry")
    try program.press(.control("n"))
    try program.type("crysH")
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))
    return try Data(contentsOf: URL(filePath: state.path("dnp/default.sqlite")))
  }

  private func copy() throws -> TemporaryFolder {
    let state = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: state.url.appending(path: "dnp"), withIntermediateDirectories: true)
    try state.write("dnp/default.sqlite", Array(try Self.used.get()))
    return state
  }

  /// What the console shows at its start.
  private func start(_ state: TemporaryFolder) throws -> String {
    let program = try ConsoleProgram(columns: 160, state: state)
    let text = program.screen.text
    try program.driven.press(.control("c"))
    try program.expectEnd(.exited(130))
    return text
  }

  private func isDamage(_ text: String) -> Bool {
    text.contains("damaged") || text.contains("a newer version of dnp")
      || text.contains("no session of dnp")
  }

  @Test(
    "no value in any column ends a command; all name the same place, or none does",
    arguments: SampleSize.every(7, of: TypedDamage.all))
  func values(damage: TypedDamage) throws {
    let state = try copy()
    let file = state.path("dnp/default.sqlite")
    try damage.apply(to: file)
    let list = try sessions(["list"], state)
    #expect(list.code == 0, "\(list.error)")
    let show = try sessions(["show", "default"], state)
    let export = try sessions(["export", "default", state.path("out.json")], state)
    let before = try Data(contentsOf: URL(filePath: file))
    let screen = try start(state)
    let isDamaged = isDamage(list.output)
    for run in [show, export] {
      #expect(run.code == (isDamaged ? 65 : 0), "\(run.code) \(run.error)")
      #expect(isDamage(run.error) == isDamaged, "\(run.error)")
    }
    #expect(isDamage(screen) == isDamaged, "\(screen)")
    guard isDamaged else { return }
    // What is damaged is not written to.
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    // What is whole opens elsewhere, with the trace that it had.
    guard FileManager.default.fileExists(atPath: state.path("out.json")) else { return }
    let other = try TemporaryFolder()
    let imported = try sessions(["import", state.path("out.json")], other)
    #expect(imported.code == 0, "\(imported.output)\(imported.error)")
  }

  @Test("the console shows what is before the damage, says where it is, and changes nothing")
  func journal() throws {
    let state = try copy()
    try TypedDamage(table: "journal", column: "time", value: "'secret words'")
      .apply(to: state.path("dnp/default.sqlite"))
    let program = try ConsoleProgram(columns: 100, state: state)
    #expect(program.shows("DAMAGED"), "\(program.screen.text)")
    #expect(program.shows("is damaged: table journal, row 2 of branch 2, column time"))
    #expect(program.shows("The intact part is shown: 1 press."))
    #expect(!program.screen.text.contains("secret words"))
    try program.press(.escape)
    try program.type("r")
    #expect(program.shows("read only: the session's file is damaged"))
    try program.press(.control("n"))
    #expect(program.shows("read only: the session's file is damaged"))
    try program.type(":branch\n")
    #expect(program.shows("read only: the session's file is damaged"))
    try program.press(.escape)
    try program.driven.press(.character("q"))
    try program.expectEnd(.exited(0))

    let show = try sessions(["show", "default"], state)
    #expect(show.code == 65 && show.output.contains("1  2025-11-15T05:42:30Z  Check Plugin Status"))
    #expect(!show.output.contains("Request Permissions"))
    #expect(
      show.error == """
        damaged: table journal, row 2 of branch 2, column time: a time in milliseconds \
        since the Unix epoch should stand here

        """)
    let export = try sessions(["export", "default", state.path("out.json")], state)
    #expect(export.code == 65)
    #expect(
      export.error.hasSuffix(
        "exported the intact part of session default: "
          + "3 presses of branch phone, 1 press of branch phone-2\n"), "\(export.error)")
    // The remedy that the page names.
    #expect(try sessions(["import", state.path("out.json"), "--as", "whole"], state).code == 0)
    let whole = try ConsoleProgram(["--paused", "--session", "whole"], state: state)
    #expect(whole.shows("1 press so far"), "\(whole.screen.text)")
    try whole.type("c")
    try whole.driven.press(.character("q"))
    try whole.expectEnd(.exited(0))
    #expect(try sessions(["show", "whole"], state).output.contains("2  2025-11-15T05:42:30Z"))
  }

  @Test("each member of an exported session is checked, with its place")
  func archive() throws {
    let state = try copy()
    let text = try sessions(["export", "default", "-"], state).output
    let json = try JSONParser.parse(text)
    var paths: [[JSONPlace]] = []
    JSONPlace.list(json, [], &paths)
    let values: [JSONValue] = [
      "x", -1, .integer(.max), .number(3.7), .null, [], ["a": 1], true,
    ]
    let cases = paths.flatMap { path in values.map { (path, $0) } }
    #expect(cases.count > 300)
    for (path, value) in SampleSize.every(11, of: cases) {
      let other = try TemporaryFolder()
      let file = try other.write("in.json", JSONPlace.setting(json, path[...], value).prettyText)
      let run = try sessions(["import", file, "--as", "copy"], other)
      #expect([0, 1, 65, 66].contains(run.code), "\(path) \(value): \(run.code) \(run.error)")
      if run.code == 65 {
        let isNamed = path.contains { run.error.contains($0.description) }
        #expect(isNamed || run.error.contains("no session"), "\(path) \(value): \(run.error)")
      } else if run.code < 2 {
        let show = try sessions(["show", "copy"], other)
        #expect(show.code == 0, "\(path) \(value): \(show.error)")
      }
    }
  }

  @Test(
    "what is no session is named, not waited for and not changed",
    arguments: ["pipe", "folder", "database", "text"])
  func foreign(kind: String) throws {
    let state = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: state.url.appending(path: "dnp"), withIntermediateDirectories: true)
    let file = state.path("dnp/default.sqlite")
    switch kind {
    case "pipe": #expect(mkfifo(file, 0o600) == 0)
    case "folder": #expect(mkdir(file, 0o700) == 0)
    case "database":
      try DatabaseQueue(path: file).write { try $0.execute(sql: "CREATE TABLE theirs (a)") }
    default: try state.write("dnp/default.sqlite", "some words")
    }
    let before = kind == "database" ? try Data(contentsOf: URL(filePath: file)) : Data()
    for arguments in [["list"], ["show", "default"], ["export", "default", "-"]] {
      let run = try sessions(arguments, state)
      #expect(run.code == (arguments == ["list"] ? 0 : 65))
      #expect((run.output + run.error).contains("no session of dnp ("), "\(run.output)")
    }
    let screen = try start(state)
    #expect(screen.contains("NOT SAVED") && screen.contains("no session of dnp ("), "\(screen)")
    if kind == "database" { #expect(try Data(contentsOf: URL(filePath: file)) == before) }
  }

  @Test(
    "of several that start at once one writes and the others follow", arguments: [2, 2, 8])
  func together(count: Int) throws {
    for _ in 0..<SampleSize.of(1, long: 50) {
      let state = try TemporaryFolder()
      let programs = try (0..<count).map { _ in try StartedConsole(state: state) }
      let screens = try programs.map { program in
        try program.driven.settle()
        return program.driven.screen.text
      }
      #expect(screens.count { $0.contains("READ ONLY") } == count - 1, "\(screens)")
      #expect(!screens.contains { isDamage($0) || $0.contains("NOT SAVED") }, "\(screens)")
      for program in programs {
        try program.driven.press(.control("c"))
        #expect(try program.driven.terminal.waitForExit() == .exited(130))
      }
    }
  }

  @Test("a folder that is gone is said with the next press, and saving goes on when it is back")
  func removed() throws {
    let state = try TemporaryFolder()
    let program = try ConsoleProgram(columns: 240, state: state)
    try program.type("c")
    let folder = state.path("dnp")
    let away = state.path("away")
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    try program.type("c")
    #expect(program.shows("NOT SAVED"), "\(program.screen.text)")
    #expect(program.shows("was removed or replaced while it was open"), "\(program.screen.text)")
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    // A second has to pass on the host's clock before the next try, or the end makes it.
    try program.driven.press(.control("c"))
    try program.expectEnd(.exited(130))
    #expect(try sessions(["show", "default"], state).output.contains("\n2  "))
  }
}

/// A console that was started and not waited for.
private struct StartedConsole {
  let driven: DrivenProgram
  private let folder: TemporaryFolder

  init(state: TemporaryFolder) throws {
    folder = try TemporaryFolder()
    let launch = ProgramLaunch(
      ConsoleProgram.binary, ["--paused"],
      environment: ProgramLaunch.plainEnvironment().merging(["XDG_STATE_HOME": state.url.path]) {
        $1
      },
      workingDirectory: folder.url.path)
    driven = try DrivenProgram(launch, size: CellSize(rows: 24, columns: 160))
  }
}

/// A step to a value in JSON.
private enum JSONPlace: CustomStringConvertible {
  case member(String)
  case item(Int)

  var description: String {
    switch self {
    case .member(let name): name
    case .item(let index): "[\(index)]"
    }
  }

  /// The paths of all values, of long lists of the first two.
  static func list(_ value: JSONValue, _ path: [JSONPlace], _ paths: inout [[JSONPlace]]) {
    if !path.isEmpty { paths.append(path) }
    if let object = value.objectValue {
      for (key, member) in object.members { list(member, path + [.member(key)], &paths) }
    } else if let items = value.arrayValue {
      for (index, item) in items.prefix(2).enumerated() {
        list(item, path + [.item(index)], &paths)
      }
    }
  }

  /// The value with another one at a path.
  static func setting(
    _ value: JSONValue, _ path: ArraySlice<JSONPlace>, _ other: JSONValue
  ) -> JSONValue {
    guard let step = path.first else { return other }
    let rest = path.dropFirst()
    switch step {
    case .member(let name):
      var object = value.objectValue ?? [:]
      object[name] = setting(object[name] ?? .null, rest, other)
      return .object(object)
    case .item(let index):
      var items = value.arrayValue ?? []
      items[index] = setting(items[index], rest, other)
      return .array(items)
    }
  }
}
