import Foundation
import GRDB
import SimulationCore
import Synchronization
import Testing

@testable import SessionStore

@Suite("Files that sessions cannot be kept in")
struct BrokenFileTests {
  private func foreign(_ error: any Error) -> Bool {
    if case .foreign? = error as? SessionStoreError { true } else { false }
  }

  @Test("a file that is no database is said to be no session, and stays as it is")
  func noDatabase() throws {
    let folder = try SampleFolder()
    try folder.sessions.create()
    let bytes = Data(repeating: 0x41, count: 8_192)
    try bytes.write(to: folder.file())
    #expect(
      performing: { try SessionStore(opening: "default", in: folder.sessions) }, throws: foreign)
    #expect(try Data(contentsOf: folder.file()) == bytes)
  }

  @Test("damage anywhere in the file is an error or found by the check, never a crash")
  func damage() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    let branch = try store.begin(.sample, leaving: nil, (1...200).map { .sample($0) }, .sample(200))
    store.close()
    let whole = try Data(contentsOf: folder.file())
    var random = SeededGenerator(seed: 7, stream: "damage")
    var found = 0
    for _ in 0..<100 {
      var bytes = whole
      let start = Int(random.next() % UInt64(bytes.count - 64))
      for index in start..<(start + 64) { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
      try bytes.write(to: folder.file())
      do {
        let store = try SessionStore(opening: "default", in: folder.sessions)
        defer { store.close() }
        let entries = try store.entries(of: branch)
        if try !store.problems().isEmpty || entries.count != 200 { found += 1 }
      } catch {
        found += 1
      }
    }
    // The rest has hit a value or an empty part of a page.
    #expect(found > 10)
  }

  @Test("a file whose tables are made while it is looked at is not another program's")
  func unfinished() throws {
    let folder = try SampleFolder()
    try folder.sessions.create()
    let path = folder.file().path
    let maker = try DatabaseQueue(path: path)
    try maker.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = WAL; CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY)
          """)
    }
    let reader = try DatabaseQueue(path: path)
    let isMade = Mutex(false)
    let state = try reader.inDatabase { database in
      // The tables are made after the first of two reads.
      database.trace(options: .statement) { event in
        guard "\(event)".contains("identifier") else { return }
        isMade.withLock { $0 = (try? SessionMigrations.migrator.migrate(maker)) != nil }
      }
      return try SessionMigrations.state(of: database)
    }
    #expect(isMade.withLock { $0 })
    #expect(state == .empty)
    #expect(try reader.inDatabase { try SessionMigrations.state(of: $0) } == .current)
  }

  @Test("a file of a newer version is refused and stays as it is")
  func newer() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    try store.execute("INSERT INTO grdb_migrations VALUES ('something of tomorrow')")
    store.close()
    #expect(throws: SessionStoreError.newer(path: folder.file().path)) {
      try SessionStore(opening: "default", in: folder.sessions)
    }
  }

  @Test("a path that is a file in place of the folder is an error with the remedy")
  func noFolder() throws {
    let folder = try SampleFolder()
    let parent = URL(filePath: folder.sessions.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder.sessions.path))
    #expect(
      performing: { try SessionStore(opening: "default", in: folder.sessions) },
      throws: { "\($0)".contains("set XDG_STATE_HOME to another folder") })
  }

  @Test("a path that goes through a file says so")
  func throughFile() throws {
    let folder = try SampleFolder()
    let file = URL(filePath: folder.sessions.path).deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: file)
    try Data().write(to: file)
    #expect(
      performing: { try SessionStore(opening: "default", in: folder.sessions) },
      throws: {
        "\($0)".contains("a part of this path is a file, not a folder; move the file away")
      })
    try FileManager.default.removeItem(at: file)
  }

  @Test("a session that cannot be made completely is not made at all")
  func incomplete() throws {
    let folder = try SampleFolder()
    let failure = SessionStoreError.full(path: "x")
    #expect(throws: failure) {
      try SessionStore.make("half", in: folder.sessions) { store throws(SessionStoreError) in
        _ = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
        throw failure
      }
    }
    #expect(folder.sessions.names.isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.sessions.path)
    #expect(names == ["half.lock"])
    try SessionStore.make("whole", in: folder.sessions) { store throws(SessionStoreError) in
      _ = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    }
    let store = try SessionStore(opening: "whole", in: folder.sessions)
    defer { store.close() }
    #expect(try store.currentBranch()?.name == "phone")
    #expect(throws: SessionStoreError.locked("whole", process: getpid())) {
      try SessionStore.make("whole", in: folder.sessions) { _ in }
    }
  }

  @Test("a full disk is said, nothing is half written, and what fits later is written")
  func full() throws {
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    defer { store.close() }
    let branch = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    // As many pages as there are now: the database refuses to grow, as on a full disk.
    try store.execute("PRAGMA max_page_count = 1")
    #expect(throws: SessionStoreError.full(path: store.path)) {
      try store.commit((2...1_000).map { .sample($0) }, .sample(1_000), on: branch)
    }
    #expect(try store.entries(of: branch) == [.sample(1)])
    #expect(try store.position(of: branch) == .sample(1))
    try store.execute("PRAGMA max_page_count = 1000000")
    try store.commit([.sample(2)], .sample(2), on: branch)
    #expect(try store.entries(of: branch).count == 2)
  }
}
