import Bridge
import Descriptors
import Foundation
import JSONText
import PlainText
import Scenarios

/// Standard input and output as the bridge's shell: bytes in, lines out, each written immediately.
struct BridgeStandardStream: BridgeShell {
  /// Why the stream cannot continue.
  enum Failure: Equatable {
    case reading(SystemError)
    case writing(SystemError)
    /// The reader of the output has gone.
    case readerGone
  }

  /// What went wrong; nothing is written after it.
  private(set) var failure: Failure?

  let tool = (version: DNP.version, build: DNP.build)

  private let input = BridgeStandardInput()

  /// The next line of the input as soon as there is one; nil at its end.
  mutating func next() -> LineSplitter.Item? {
    do {
      return try input.next()
    } catch {
      failure = .reading(error)
      return nil
    }
  }

  var isCancelled: @Sendable () -> Bool {
    { [input] in input.isCancelled() }
  }

  func elapsedMilliseconds() -> Int64 {
    Int64((ProcessInfo.processInfo.systemUptime * 1_000).rounded(.down))
  }

  mutating func send(_ line: [UInt8]) {
    guard failure == nil else { return }
    // Most lines are ASCII, and then nothing in them can be obeyed.
    var bytes =
      line.contains { $0 >= 0x7F }
      ? Array(SafeText.json(String(decoding: line, as: UTF8.self)).utf8) : line
    bytes.append(UInt8(ascii: "\n"))
    do {
      try Descriptor.standardOutput.writeAll(bytes)
    } catch {
      failure = error.code == EPIPE ? .readerGone : .writing(error)
    }
  }

  func scenarioBytes(path: String) throws(ScenarioFileError) -> [UInt8] {
    do throws(SystemError) {
      guard !path.utf8.contains(0) else { throw SystemError(code: ENOENT) }
      // A pipe without a writer must not block the session.
      let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
      defer { file.close() }
      if try FileStatus(file).kind == .file {
        return try file.readAll(bytesMax: ScenarioFile.bytesMax)
      }
    } catch {
      throw ScenarioFileError(path: path, reason: error.description)
    }
    throw ScenarioFileError(path: path, reason: "it is no regular file; give a scenario file")
  }
}
