public import Foundation
public import JSONText
import ProjectFiles

/// The schema files of the project, parsed once for a whole test process.
public struct SchemaDirectory: Sendable {
  /// The documents by their paths in the directory, such as `plugin/configure.schema.json`.
  public let documents: [String: JSONValue]

  /// The project's own directory.
  public static let url = ProjectFile.url("assets/schema")

  /// The documents of the project, or the error while reading them.
  public static let project = Result { try SchemaDirectory(url) }

  /// Reads every schema in a directory, recursively.
  public init(_ url: URL) throws {
    var documents: [String: JSONValue] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
    where path.hasSuffix(".schema.json") {
      let bytes = [UInt8](try Data(contentsOf: url.appending(path: path)))
      documents[path] = try JSONParser.parse(bytes)
    }
    self.documents = documents
  }

  /// The paths of the documents, sorted.
  public var paths: [String] { documents.keys.sorted() }

  /// The schema that a reference names, such as `rejection.schema.json#/$defs/unavailable`.
  public func schema(_ reference: String) -> JSONSchema {
    JSONSchema(reference)
  }
}
