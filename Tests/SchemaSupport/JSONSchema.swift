public import JSONText

/// A schema that documents are judged by.
public struct JSONSchema: Sendable {
  /// A reference, or the schema itself.
  private let schema: JSONValue

  /// A schema that refers to nothing outside of itself.
  public init(root: JSONValue) {
    schema = root
  }

  /// A schema of the project, such as `rejection.schema.json#/$defs/unavailable`.
  public init(_ reference: String) {
    schema = .string(reference)
  }

  /// The schema that every schema has to fit.
  public static let metaschema = JSONSchema("metaschema")

  /// All findings in a document, each with its place as a JSON Pointer.
  public func findings(in value: JSONValue) -> [String] {
    SchemaValidator.shared.findings(in: value, by: schema)
  }
}
