import Foundation
import JSONText
import SchemaSupport

/// Debian's python3-jsonschema, which shares no code with the validator of the tests.
struct IndependentValidator {
  struct Verdicts {
    /// What the metaschema says against the schemas.
    let faults: [JSONValue]
    /// Whether each document is valid.
    let isValid: [Bool]
  }

  struct Failure: Error { let text: String }

  /// A Python that has the package; nil where there is none.
  static let python = ["/usr/bin/env python3", "/usr/bin/python3"]
    .map { $0.split(separator: " ").map(String.init) }
    .first { (try? run($0 + ["-c", "import jsonschema"]))?.code == 0 }

  /// Judges documents by the schemas of the project, or by schemas that they bring along.
  static func judge(
    _ documents: [(schema: JSONValue, document: JSONValue)], _ directory: SchemaDirectory
  ) throws -> Verdicts {
    guard let python else { throw Failure(text: "there is no Python with jsonschema") }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "dnp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = documents.map { JSONValue.object(["schema": $0.schema, "document": $0.document]) }
    let schemas = JSONObject(directory.paths.map { ($0, directory.documents[$0] ?? .null) })
    let files = try [("schemas", JSONValue.object(schemas)), ("corpus", .array(rows))].map {
      let file = folder.appending(path: $0)
      try Data($1.canonicalText.utf8).write(to: file)
      return file.path
    }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "validate.py")
    let answer = try run(python + [script.path] + files)
    guard answer.code == 0 else { throw Failure(text: answer.error) }
    let verdicts = try JSONParser.parse(answer.output)
    return Verdicts(
      faults: verdicts["faults"]?.arrayValue ?? [],
      isValid: (verdicts["verdicts"]?.arrayValue ?? []).compactMap(\.boolValue))
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
