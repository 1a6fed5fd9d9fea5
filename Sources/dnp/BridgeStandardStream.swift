import Bridge
import Foundation
import Scenarios

/// Standard input and output as the bridge's shell: bytes in, lines out, each written at once.
struct BridgeStandardStream: BridgeShell {
  /// Why the stream cannot go on.
  enum Failure {
    case reading
    case writing
    /// Nobody reads the output any more.
    case readerGone
  }

  /// What went wrong; nothing is written after it.
  private(set) var failure: Failure?
  private static let chunkBytes = 65_536

  let tool = (version: DNP.version, build: DNP.build)

  /// Makes a write to a closed pipe an error instead of a signal that ends the process.
  func ignoreBrokenPipe() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// The next bytes of the input as soon as there are any; nil at its end.
  mutating func read() -> [UInt8]? {
    guard let chunk = Self.read(STDIN_FILENO) else {
      failure = .reading
      return nil
    }
    return chunk.isEmpty ? nil : chunk
  }

  mutating func send(_ line: [UInt8]) {
    guard failure == nil else { return }
    var bytes = line
    bytes.append(UInt8(ascii: "\n"))
    guard !RunStream.write(bytes, to: STDOUT_FILENO) else { return }
    failure = errno == EPIPE ? .readerGone : .writing
  }

  func hostMilliseconds() -> Int64 {
    Int64(Date().timeIntervalSince1970 * 1_000)
  }

  func scenarioBytes(path: String) throws(ScenarioFileError) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw failed(path, ENOENT) }
    // A pipe without a writer must not hold the session up.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw failed(path, errno) }
    defer { close(file) }
    guard isRegular(file) else {
      throw ScenarioFileError(path: path, reason: "it is no regular file; give a scenario file")
    }
    var bytes: [UInt8] = []
    while bytes.count <= ScenarioFile.bytesMax {
      guard let chunk = Self.read(file) else { throw failed(path, errno) }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  private func isRegular(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private func failed(_ path: String, _ code: Int32) -> ScenarioFileError {
    ScenarioFileError(path: path, reason: String(cString: strerror(code)))
  }

  /// The next bytes of a file, none at its end; nil with `errno` set when it cannot be read.
  private static func read(_ file: Int32) -> [UInt8]? {
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, initialized in
        count = Foundation.read(file, buffer.baseAddress, buffer.count)
        initialized = max(count, 0)
      }
      if count >= 0 { return chunk }
      guard errno == EINTR else { return nil }
    }
  }
}
