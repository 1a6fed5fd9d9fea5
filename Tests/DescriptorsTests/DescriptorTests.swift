import Descriptors
import Foundation
import Testing

@Suite("Descriptors")
struct DescriptorTests {
  private static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    try #require(Foundation.pipe(&ends) == 0)
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }

  @Test("written bytes are read, followed by the end of input")
  func roundTrip() throws {
    let (reading, writing) = try Self.pipe()
    defer { reading.close() }
    try writing.writeAll(Array("a line\n".utf8))
    try writing.finish()
    #expect(try reading.readAll(bytesMax: 100) == Array("a line\n".utf8))
    #expect(try reading.readChunk().isEmpty)
    var buffer: [UInt8] = [0]
    #expect(reading.read(into: &buffer) == .end)
  }

  @Test("a write of more than a pipe holds is completed in several parts")
  func parts() throws {
    let (reading, writing) = try Self.pipe()
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let writer = Thread {
      try? writing.writeAll(bytes)
      writing.close()
    }
    writer.start()
    defer { reading.close() }
    #expect(try reading.readAll(bytesMax: 2_000_000) == bytes)
  }

  @Test("reading stops soon after the limit")
  func limit() throws {
    let zeros = try Descriptor(opening: "/dev/zero", O_RDONLY)
    defer { zeros.close() }
    #expect((101...65_536).contains(try zeros.readAll(bytesMax: 100).count))
  }

  @Test("a non-blocking descriptor reports that there is nothing to read, and that it is full")
  func nonBlocking() throws {
    let (reading, writing) = try Self.pipe()
    defer { for end in [reading, writing] { end.close() } }
    for end in [reading, writing] { end.setNonBlocking() }
    var buffer: [UInt8] = [0]
    #expect(reading.read(into: &buffer) == .wouldBlock)
    #expect(throws: SystemError(code: EAGAIN)) { try reading.readChunk() }
    let block = [UInt8](repeating: 0, count: 65_536)
    while case .bytes = writing.write(block[...]) {}
    #expect(throws: SystemError(code: EAGAIN)) { try writing.writeAll([1]) }
  }

  @Test("errors carry the system's number and message")
  func errors() throws {
    #expect(throws: SystemError(code: ENOENT)) {
      try Descriptor(opening: "/no such file", O_RDONLY)
    }
    #expect(SystemError(code: ENOENT).description == "No such file or directory")
    #expect(throws: SystemError(code: EBADF)) { try Descriptor(number: -1).finish() }
    #expect(throws: SystemError(code: EBADF)) { try Descriptor(number: -1).writeAll([0]) }
  }

  @Test("started programs inherit no opened file")
  func closeOnExec() throws {
    let file = try Descriptor(opening: "/dev/null", O_WRONLY)
    defer { file.close() }
    #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
  }
}

@Suite("The status of files")
struct FileStatusTests {
  @Test("distinguishes files, folders and everything else")
  func kinds() throws {
    #expect(try FileStatus(path: "/").kind == .folder)
    #expect(try FileStatus(path: "/dev/null").kind == .other)
    #expect(throws: SystemError(code: ENOENT)) { try FileStatus(path: "/no such file") }
  }

  @Test("is that of the open file, and changes with its content")
  func changes() throws {
    let path = NSTemporaryDirectory() + "status-\(getpid())-\(UUID().uuidString)"
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
    defer {
      file.close()
      unlink(path)
    }
    let empty = try FileStatus(file)
    #expect((empty.kind, empty.byteCount) == (.file, 0))
    try file.writeAll([1, 2, 3])
    let written = try FileStatus(path: path)
    #expect(written.byteCount == 3 && written.inode == empty.inode)
    #expect(written != empty)
    #expect(written.modifiedNanoseconds >= empty.modifiedNanoseconds)
    #expect(written.modifiedNanoseconds > 1_700_000_000 * 1_000_000_000)
  }
}
