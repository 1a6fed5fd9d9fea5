import Foundation
import JSONText

/// Debian's python3-prometheus-client, which reads metrics as a Prometheus server does.
enum MetricsReader {
  struct Failure: Error { let text: String }

  /// A Python that has the package; CI installs it with the other tools of the tests.
  private static let python = ["/usr/bin/env python3", "/usr/bin/python3"]
    .map { $0.split(separator: " ").map(String.init) }
    .first { (try? run($0 + ["-c", "import prometheus_client"]))?.code == 0 }

  /// The families that a text holds; throws where there is no reader or it does not read the text.
  static func families(_ text: String, format: String) throws -> [JSONValue] {
    guard let python else {
      throw Failure(text: "no Python has prometheus_client; run `.ci/bootstrap test`")
    }
    let file = FileManager.default.temporaryDirectory
      .appending(path: "dnp-metrics-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "parse_metrics.py")
    let answer = try run(python + [script.path, format, file.path])
    guard answer.code == 0 else { throw Failure(text: answer.error) }
    return try JSONParser.parse(answer.output).arrayValue ?? []
  }

  private static func run(
    _ arguments: [String]
  ) throws -> (code: Int32, output: String, error: String) {
    let process = Process()
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // It writes either an answer or a traceback, so the order of reading is free.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let trouble = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, trouble)
  }
}
