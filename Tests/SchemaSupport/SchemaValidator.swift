import Foundation
import JSONText
import ProgramSupport
import ProjectFiles
import Synchronization

/// Debian's python3-jsonschema: one process, started for the first document of a test process.
///
/// It ends when its input does, which is when the test process ends.
final class SchemaValidator: Sendable {
  static let shared = SchemaValidator()

  private struct State {
    var conversation: Result<Conversation, any Error>?
    /// The shapes that were found valid: many phones of the tests reply alike.
    var valid: Set<Int> = []
  }

  private let state = Mutex(State())
  private let shape = DocumentShape(
    of: (try? SchemaDirectory.project.get()).map { Array($0.documents.values) } ?? [])

  /// What is wrong with a document; that Python lacks the package is a finding, too.
  func findings(in document: JSONValue, by schema: JSONValue) -> [String] {
    var hasher = Hasher()
    hasher.combine(schema)
    hasher.combine(shape.hash(of: document))
    let shape = hasher.finalize()
    return state.withLock { state in
      if state.valid.contains(shape) { return [] }
      let conversation = state.conversation ?? Result { try Conversation() }
      state.conversation = conversation
      do {
        let question = JSONValue.array([schema, document]).canonicalText
        guard let answer = try conversation.get().answer(to: question).arrayValue else {
          return ["the validator gave no list"]
        }
        if answer.isEmpty { state.valid.insert(shape) }
        return answer.compactMap(\.stringValue)
      } catch {
        return ["the validator does not answer: \(error)"]
      }
    }
  }
}

/// Lines to the validator, and its lines.
private final class Conversation {
  private enum Failure: Error { case ended }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  /// What was read beyond the last line.
  private var rest = Data()

  init() throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      try Python(with: "jsonschema").program,
      ProjectFile.url("Tests/SchemaSupport/validate.py").path, SchemaDirectory.url.path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// The line that the validator writes after this one.
  func answer(to line: String) throws -> JSONValue {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = [UInt8](rest[..<end])
        rest = Data(rest[rest.index(after: end)...])
        return try JSONParser.parse(line)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure.ended }
      rest += more
    }
  }
}
