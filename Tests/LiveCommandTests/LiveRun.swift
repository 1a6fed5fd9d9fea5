import Foundation
import JSONText
import ProgramSupport
import ProjectFiles

/// Runs `dnp run --live` with the `dnp-net` of this build.
enum LiveRun {
  /// The `dnp-net` that was built with the tests.
  static var network: String { ProgramRun.network }

  static func run(
    _ arguments: [String], network: String = LiveRun.network, in folder: URL = ProjectFile.root
  ) throws -> ProgramRun {
    try ProgramRun(["run"] + arguments, environment: ["DNP_NET": network], folder: folder)
  }

  /// A scenario that makes one request and then expects something.
  static func prefetching(_ expectations: String) -> String {
    """
    name: live
    steps:
      - press: Request Permissions
      - answer: allow
      - call: {configure: {apiServer: "https://api.test.example"}}
      - press: Prefetch Only
      - runUntilIdle
      - expect: \(expectations)

    """
  }

  /// The scenarios of a summary.
  static func scenarios(_ path: String) throws -> [JSONValue] {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let limits = JSONLimits(bytesMax: 64 * 1_048_576, depthMax: 64)
    return try JSONParser.parse(bytes, limits: limits)["scenarios"]?.arrayValue ?? []
  }

  /// A log without its times, which differ by the milliseconds that an answer took.
  static func untimed(_ log: String) -> String {
    log.replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "TIME")
  }
}
