import Foundation
import JSONText
import Testing

/// The release binary as `dnp bridge`, with pipes at both ends.
final class BridgeProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var held: [UInt8] = []

  /// `DNP_RELEASE_BINARY`, or `.build/release/dnp` of the package this file belongs to.
  static var binary: URL {
    if let path = ProcessInfo.processInfo.environment["DNP_RELEASE_BINARY"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../.build/release/dnp").standardized
  }

  /// Starts the binary; throws, and so fails the test, when it has not been built.
  init() throws {
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = Self.binary
    process.arguments = ["bridge"]
    process.standardInput = input
    process.standardOutput = output
    try #require(
      FileManager.default.isExecutableFile(atPath: Self.binary.path),
      "build it first: swift build -c release --product dnp")
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func closeInput() throws {
    try input.fileHandleForWriting.close()
  }

  func closeOutput() throws {
    try output.fileHandleForReading.close()
  }

  /// The next line as JSON; fails the test at the end of the output.
  func line() throws -> JSONValue {
    while true {
      if let end = held.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(held[..<end])
        held.removeSubrange(...end)
        return try JSONParser.parse(line)
      }
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the output ended within a line or before one")
      held += more
    }
  }

  /// Everything up to the end of the output.
  func rest() -> [UInt8] {
    held + output.fileHandleForReading.readDataToEndOfFile()
  }

  /// The exit code, once the process has ended.
  func exitCode() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }
}
