import Foundation
import SimulationCore
import Testing

@testable import SessionStore

/// A power cut, as the disk sees it: of what was not synced any part may be missing.
///
/// Between two checkpoints everything that is not synced is in the log of changes, so parts of that
/// are dropped: its end, or blocks of it that the disk had not written yet.
@Suite("After a power cut")
struct LostWritesTests {
  private static let commits = 60
  private static let block = 512

  @Test("the session opens, at a state that it had", arguments: 0..<40)
  func prefix(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "power cut")
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    let branch = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in 2...Self.commits {
      try store.commit([.sample(number)], .sample(number), on: branch)
    }
    // The files as they are, while the program still has them open.
    let database = try Data(contentsOf: folder.file())
    var log = try Data(contentsOf: folder.file("default", "-wal"))
    if seed.isMultiple(of: 2) {
      log = log.prefix(Int(random.next() % UInt64(log.count)))
    } else {
      let blocks = log.count / Self.block
      for _ in 0..<(1 + random.next() % 8) {
        let start = Int(random.next() % UInt64(blocks)) * Self.block
        log.replaceSubrange(start..<(start + Self.block), with: Data(count: Self.block))
      }
    }
    let other = try SampleFolder()
    try other.sessions.create()
    try database.write(to: other.file())
    try log.write(to: other.file("default", "-wal"))
    store.close()

    let opened = try SessionStore(opening: "default", in: other.sessions)
    defer { opened.close() }
    #expect(try opened.problems().isEmpty)
    let entries = try opened.entries(of: branch)
    #expect(entries == (1...max(1, entries.count)).map { .sample($0) })
    #expect(try opened.position(of: branch) == .sample(entries.count))
  }

  @Test("a session that has just begun opens too, with what was done or none", arguments: 0..<40)
  func beginning(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "power cut at the beginning")
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    _ = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    let database = try Data(contentsOf: folder.file())
    var log = try Data(contentsOf: folder.file("default", "-wal"))
    store.close()
    if seed.isMultiple(of: 2) {
      log = log.prefix(Int(random.next() % UInt64(log.count)))
    } else {
      let start = Int(random.below(UInt64(log.count / Self.block))) * Self.block
      log.replaceSubrange(start..<(start + Self.block), with: Data(count: Self.block))
    }
    let other = try SampleFolder()
    try other.sessions.create()
    try database.write(to: other.file())
    try log.write(to: other.file("default", "-wal"))

    let opened = try SessionStore(opening: "default", in: other.sessions)
    defer { opened.close() }
    #expect(try opened.problems().isEmpty)
    if let branch = try opened.currentBranch() {
      #expect(try opened.entries(of: branch.id) == [.sample(1)])
      #expect(try opened.position(of: branch.id) == .sample(1))
    } else {
      let branch = try opened.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
      #expect(try opened.entries(of: branch) == [.sample(1)])
    }
  }

  @Test("in a checkpoint nothing is missing, whichever blocks were written", arguments: 0..<20)
  func checkpoint(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "power cut in a checkpoint")
    let folder = try SampleFolder()
    let store = try SessionStore(opening: "default", in: folder.sessions)
    let branch = try store.begin(.sample, leaving: nil, [.sample(1)], .sample(1))
    try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in 2...Self.commits {
      try store.commit([.sample(number)], .sample(number), on: branch)
    }
    // The log is on the disk before the file is written, and stays until all of it is.
    let log = try Data(contentsOf: folder.file("default", "-wal"))
    let before = try Data(contentsOf: folder.file())
    try store.execute("PRAGMA wal_checkpoint(PASSIVE)")
    var database = try Data(contentsOf: folder.file())
    store.close()
    for start in stride(from: 0, to: before.count, by: Self.block) where random.below(2) == 0 {
      let block = start..<min(start + Self.block, before.count)
      database.replaceSubrange(block, with: before[block])
    }
    if random.below(2) == 0 { database = database.prefix(before.count) }
    let other = try SampleFolder()
    try other.sessions.create()
    try database.write(to: other.file())
    try log.write(to: other.file("default", "-wal"))

    let opened = try SessionStore(opening: "default", in: other.sessions)
    defer { opened.close() }
    #expect(try opened.problems().isEmpty)
    #expect(try opened.entries(of: branch).count == Self.commits)
    #expect(try opened.position(of: branch) == .sample(Self.commits))
  }
}
