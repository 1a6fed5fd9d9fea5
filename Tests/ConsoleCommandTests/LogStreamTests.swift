import Foundation
import ProgramSupport
import TerminalDriver
import Testing

@testable import dnp

/// A log file that is shown while others write to it, delete it or put another one in its place.
@Suite("A log that is followed")
struct LogStreamTests {
  /// What a read gave, with its bytes as text.
  private enum Read: Equatable {
    case text(String)
    case pause
    case gone
    case end
    case anew
  }

  private static func read(_ stream: LogStream) throws -> Read {
    switch try stream.next() {
    case .bytes(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .pause: .pause
    case .gone: .gone
    case .end: .end
    case .anew: .anew
    }
  }

  private static func append(_ text: String, to file: URL) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test("what is appended follows; a file that is cut is read anew")
  func appended() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.log")
    try Data("one\n".utf8).write(to: file)
    let stream = try LogStream(file.path)
    #expect(try Self.read(stream) == .text("one\n"))
    #expect(try Self.read(stream) == .pause)
    try Self.append("two\n", to: file)
    #expect(try Self.read(stream) == .text("two\n"))
    #expect(try Self.read(stream) == .pause)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 2)
    try handle.close()
    #expect(try Self.read(stream) == .anew)
    #expect(try Self.read(stream) == .text("on"))
  }

  @Test("what was read of a file can be read again, also when it is deleted or was cut")
  func archive() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.log")
    try Data("one\ntwo\nthree\n".utf8).write(to: file)
    let stream = try LogStream(file.path)
    #expect(try Self.read(stream) == .text("one\ntwo\nthree\n"))
    let archive = try #require(stream.archive)
    func text(_ range: Range<Int>) -> String {
      var text = ""
      archive.withBytes(range) { text = String(decoding: $0, as: UTF8.self) }
      return text
    }
    #expect(text(4..<8) == "two\n")
    try FileManager.default.removeItem(at: file)
    #expect(text(8..<14) == "three\n")
    // Stretches that were read are kept for a while, shorter ones in the place of longer ones.
    for start in 0..<10 { #expect(text(start..<start + 2).utf8.count == 2) }
    #expect(text(0..<4) == "one\n")
    #expect(text(12..<18) == "e\n    ")
    #expect(text(400..<404) == "    ")
  }

  @Test("only a file can be read again")
  func noArchive() throws {
    let folder = try TemporaryFolder()
    let packed = folder.url.appending(path: "a.log.gz")
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).write(to: packed)
    let stream = try LogStream(packed.path)
    _ = try stream.next()
    #expect(stream.archive == nil)
  }

  @Test("a deleted file is gone, and what its writer still appends is shown")
  func deleted() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.log")
    try Data("one\n".utf8).write(to: file)
    let writer = try FileHandle(forWritingTo: file)
    let stream = try LogStream(file.path)
    #expect(try Self.read(stream) == .text("one\n"))
    try FileManager.default.removeItem(at: file)
    #expect(try Self.read(stream) == .gone)
    try writer.seekToEnd()
    try writer.write(contentsOf: Data("late\n".utf8))
    #expect(try Self.read(stream) == .text("late\n"))
    #expect(try Self.read(stream) == .gone)
    try writer.close()
    // An empty file has nothing to show yet, so that what is there stays.
    try Data().write(to: file)
    #expect(try Self.read(stream) == .pause)
    try Self.append("new\n", to: file)
    #expect(try Self.read(stream) == .anew)
    #expect(try Self.read(stream) == .text("new\n"))
    #expect(try Self.read(stream) == .pause)
  }

  @Test("a file that another one replaces, as logrotate does, is read to its end, then the other")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.log")
    let other = folder.url.appending(path: "b.log")
    try Data("one\n".utf8).write(to: file)
    let stream = try LogStream(file.path)
    #expect(try Self.read(stream) == .text("one\n"))
    try Self.append("last\n", to: file)
    try Data("first\n".utf8).write(to: other)
    #expect(rename(other.path, file.path) == 0)
    #expect(try Self.read(stream) == .text("last\n"))
    #expect(try Self.read(stream) == .anew)
    #expect(try Self.read(stream) == .text("first\n"))
  }

  /// Lets the program look at the file: it does so after each key.
  private func look(_ program: ConsoleProgram) throws {
    for _ in 0..<4 { try program.press(.control("l")) }
  }

  @Test("`dnp logs` says that the file was deleted, keeps its lines, and reads the next one")
  func screen() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.log")
    try Data("DNP-FETCH: the old one\n".utf8).write(to: file)
    let program = try ConsoleProgram(["logs", file.path])
    #expect(program.shows("the old one") && program.shows("followed"))
    try FileManager.default.removeItem(at: file)
    try look(program)
    #expect(program.shows("file deleted"))
    #expect(program.shows("the old one"))
    try Data("DNP-FETCH: the new one\n".utf8).write(to: file)
    try look(program)
    #expect(program.shows("the new one"))
    #expect(!program.shows("the old one"))
    #expect(program.shows("it is read from its beginning"))
  }
}
