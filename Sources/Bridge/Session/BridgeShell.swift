import PlainText

/// The surroundings of a session: where its lines go and where scenario files come from.
public protocol BridgeShell {
  /// Sends one line; the line feed is the shell's.
  mutating func send(_ line: [UInt8])
  /// A scenario file's bytes; of a file past 1 MiB at least one byte more than that.
  func scenarioBytes(path: String) throws(ScenarioFileError) -> [UInt8]
  /// The host's clock, in milliseconds since the Unix epoch; only a run summary shows it.
  func hostMilliseconds() -> Int64
  /// The tool's version and how it was built, for a run summary.
  var tool: (version: String, build: String) { get }
}

/// Why a scenario file could not be read.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as it was asked for.
  public let path: String
  /// What is wrong, and what to do.
  public let reason: String

  /// Names the path and the reason.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// One sentence with path and reason.
  public var description: String { "'\(path.shortened())': \(reason)" }
}

/// Keeps the lines of one request; it opens no files and has no clock.
struct LineCollector: BridgeShell {
  private(set) var lines: [[UInt8]] = []

  mutating func send(_ line: [UInt8]) { lines.append(line) }

  func scenarioBytes(path: String) throws(ScenarioFileError) -> [UInt8] {
    throw ScenarioFileError(
      path: path, reason: "files are not read here; send the text as 'yaml'")
  }

  func hostMilliseconds() -> Int64 { 0 }

  var tool: (version: String, build: String) { ("0", "embedded") }
}
