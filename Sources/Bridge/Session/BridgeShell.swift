import PlainText

/// The surroundings of a session: where its messages go, and where scenario files come from.
public protocol BridgeShell {
  /// Sends a message; the shell appends the line feed.
  mutating func send(_ line: [UInt8])
  /// The bytes of a scenario file; of a file larger than 1 MiB at least one byte more than that.
  func scenarioBytes(path: String) throws(ScenarioFileError) -> [UInt8]
  /// Whether the program has cancelled the request at hand; asked between instants.
  var isCancelled: @Sendable () -> Bool { get }
  /// A clock that only goes forward, in milliseconds; it decides when progress is reported.
  func elapsedMilliseconds() -> Int64
  /// The tool's version and build, for the run summary.
  var tool: (version: String, build: String) { get }
}

/// Why a scenario file could not be read.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as given.
  public let path: String
  /// What is wrong, and what to do.
  public let reason: String

  /// Creates the error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// A sentence with path and reason.
  public var description: String { "'\(path.shortened())': \(reason)" }
}

/// Collects the messages of one request; it opens no files and has no clock.
struct LineCollector: BridgeShell {
  private(set) var lines: [[UInt8]] = []

  mutating func send(_ line: [UInt8]) { lines.append(line) }

  func scenarioBytes(path: String) throws(ScenarioFileError) -> [UInt8] {
    throw ScenarioFileError(
      path: path, reason: "files are not read here; send the text as 'yaml'")
  }

  var isCancelled: @Sendable () -> Bool { { false } }

  func elapsedMilliseconds() -> Int64 { 0 }

  var tool: (version: String, build: String) {
    #if DEBUG
    ("0", "debug")
    #else
    ("0", "release")
    #endif
  }
}
