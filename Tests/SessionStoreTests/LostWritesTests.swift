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
}
