import JSONText
import ProgramSupport
import SchemaSupport

/// Debian's python3-jsonschema, which shares no code with the validator of the tests.
struct IndependentValidator {
  struct Verdicts {
    /// The metaschema's findings about the schemas.
    let faults: [JSONValue]
    /// Whether each document is valid.
    let isValid: [Bool]
  }

  /// A Python that has the package; nil where there is none.
  static let python = try? Python(with: "jsonschema")

  /// Validates documents by the schemas of the project, or by schemas that come with them.
  static func judge(
    _ documents: [(schema: JSONValue, document: JSONValue)], _ directory: SchemaDirectory
  ) throws -> Verdicts {
    let python = try Python(with: "jsonschema")
    let folder = try TemporaryFolder()
    let rows = documents.map { JSONValue.object(["schema": $0.schema, "document": $0.document]) }
    let schemas = JSONObject(directory.paths.map { ($0, directory.documents[$0] ?? .null) })
    let files = [
      try folder.write("schemas", JSONValue.object(schemas).canonicalText),
      try folder.write("corpus", JSONValue.array(rows).canonicalText),
    ]
    let verdicts = try python.json(ofScript: "Tests/SchemaTests/validate.py", files)
    return Verdicts(
      faults: verdicts["faults"]?.arrayValue ?? [],
      isValid: (verdicts["verdicts"]?.arrayValue ?? []).compactMap(\.boolValue))
  }
}
