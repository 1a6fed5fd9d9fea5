import Foundation
import Testing

@testable import SessionStore

@Suite("Store of sessions")
struct SessionStoreTests {
  @Test("what was committed is there when the session is opened again")
  func again() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    #expect(try store.currentBranch() == nil)
    let branch = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    try store.commit([.sample(2), .sample(3)], .sample(3), on: branch)
    store.close()

    let other = try SessionStore(opening: "default", in: folder.sessions)
    defer { other.close() }
    let current = try #require(try other.currentBranch())
    #expect(current.start == .sample)
    #expect(try other.entries(of: current.id) == [.sample(1), .sample(2), .sample(3)])
    #expect(try other.entries(of: current.id, after: 2) == [.sample(3)])
    #expect(try other.position(of: current.id) == .sample(3))
    #expect(try other.problems().isEmpty)
  }

  @Test("only the owner can read the folder and the files")
  func permissions() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    defer { store.close() }
    _ = try store.begin(.sample, leaving: nil, [], .sample(0))
    for path in [folder.sessions.path, folder.file().path, folder.file("default", "-wal").path] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
    }
  }

  @Test("a branch leaves the one before it, and names are never the same")
  func branches() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    defer { store.close() }
    let first = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    let second = try store.begin(.sample, leaving: first, [.sample(1)], .sample(1))
    #expect(try store.branches().map(\.name) == ["phone", "phone-2"])
    #expect(try store.branches().map(\.parent) == [nil, first])
    #expect(try store.currentBranch()?.id == second)
    try store.change(to: first)
    #expect(try store.currentBranch()?.id == first)
  }

  @Test("a branch that stands for another one takes its place and its name")
  func replacing() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    defer { store.close() }
    let first = try store.begin(.sample, leaving: nil, [.sample(1), .sample(2)], .sample(2))
    try store.add([.sample(0), .sample(1)], to: first)
    let second = try store.begin(
      .sample, leaving: first, replacing: first, [.sample(1)], .sample(1))
    #expect(try store.branches().map(\.name) == ["phone"])
    #expect(try store.entries(of: second) == [.sample(1)])
    #expect(try store.records(of: first, limit: 10).isEmpty)
    #expect(try store.problems().isEmpty)
  }

  @Test("records are kept in order, the oldest of too many go")
  func records() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    defer { store.close() }
    let branch = try store.begin(.sample, leaving: nil, [], .sample(0))
    #expect(try store.nextRecord(of: branch) == 0)
    try store.add((0..<10).map { .sample($0) }, to: branch)
    #expect(try store.nextRecord(of: branch) == 10)
    #expect(try store.records(of: branch, from: 8, limit: 5) == [.sample(8), .sample(9)])
    try store.add([.sample(SessionStore.recordsMax + 4)], to: branch)
    #expect(try store.records(of: branch, limit: 1) == [.sample(5)])
  }

  @Test("the plugin's tables can be queried, and follow a new shape")
  func tables() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    defer { store.close() }
    let branch = try store.begin(.sample, leaving: nil, [], .sample(0))
    var table = StoredTable(
      name: "schedules", columns: ["alarm_id", "time"],
      rows: [[.text("daily"), .text("05:53")], [.text("x'\"; DROP TABLE branch"), .null]])
    try store.replace([table], of: branch)
    table.columns.append("priority")
    table.rows = [[.text("daily"), .text("05:54"), .integer(3)]]
    try store.replace([table], of: branch)
    #expect(
      try store.texts("SELECT alarm_id || time || priority FROM plugin_schedules") == [
        "daily05:543"
      ])
    table.rows = []
    try store.replace([table], of: branch)
    #expect(try store.texts("SELECT alarm_id FROM plugin_schedules").isEmpty)
    #expect(try store.branches().count == 1)
  }

  @Test(
    "a name that is no file's is refused",
    arguments: ["", ".", "..", "../a", "a/b", "-a", "a b", "ä", String(repeating: "a", count: 65)])
  func names(name: String) throws {
    let folder = try SampleFolder()
    #expect(!SessionFolder.isName(name))
    #expect(throws: SessionStoreError.badName(name)) {
      try SessionStore(opening: name, in: folder.sessions)
    }
  }

  @Test("the folder is where the XDG specification says")
  func folder() throws {
    let state = ["XDG_STATE_HOME": "/a/state", "HOME": "/a"]
    #expect(try SessionFolder(environment: state).path == "/a/state/dnp")
    #expect(
      try SessionFolder(environment: ["XDG_STATE_HOME": "state", "HOME": "/a"]).path
        == "/a/.local/state/dnp")
    #expect(throws: SessionStoreError.noHome) { try SessionFolder(environment: [:]) }
  }

  @Test("sessions are listed and deleted, but not while somebody has them open")
  func deleting() throws {
    let folder = try SampleFolder()
    for name in ["b", "a"] {
      let store = try SessionStore(opening: name, in: folder.sessions)
      _ = try store.begin(.sample, leaving: nil, [], .sample(0))
      store.close()
    }
    #expect(folder.sessions.names == ["a", "b"])
    let store = try SessionStore(opening: "a", in: folder.sessions)
    #expect(throws: SessionStoreError.locked("a", process: getpid())) {
      try folder.sessions.delete("a")
    }
    store.close()
    try folder.sessions.delete("a")
    #expect(folder.sessions.names == ["b"])
    #expect(throws: SessionStoreError.missing("a")) { try folder.sessions.delete("a") }
  }

  @Test("a second one is told who has the session, and can read along")
  func following() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    defer { store.close() }
    let branch = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    #expect(throws: SessionStoreError.locked("default", process: getpid())) {
      try SessionStore(opening: "default", in: folder.sessions)
    }
    let reader = try SessionStore(reading: "default", in: folder.sessions)
    defer { reader.close() }
    #expect(try reader.entries(of: branch) == [.sample(1)])
    try store.commit([.sample(2)], .sample(2), on: branch)
    #expect(try reader.entries(of: branch, after: 1) == [.sample(2)])
    #expect(throws: SessionStoreError.readOnly(path: store.path)) {
      try reader.commit([.sample(3)], .sample(3), on: branch)
    }
  }
}
