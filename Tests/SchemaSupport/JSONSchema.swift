public import JSONText

/// A validator for the part of JSON Schema 2020-12 that our schemas use.
///
/// It is independent of the plugin. An unknown keyword is an error, so that no rule is silently
/// ignored. A schema is compiled once; references may lead into other documents.
public struct JSONSchema: Sendable {
  /// The rules of each reachable schema and subschema; the first one is the root.
  let nodes: [[SchemaRule]]
  /// The errors in the schema itself, each with its place.
  public let defects: [String]

  /// Compiles a schema in one document.
  public init(root: JSONValue) {
    self.init("", in: ["": root])
  }

  /// Compiles the schema that a reference such as `a.json#/$defs/b` names; documents are by path.
  public init(_ reference: String, in documents: [String: JSONValue]) {
    var compiler = SchemaCompiler(documents: documents)
    compiler.compile(reference)
    nodes = compiler.nodes
    defects = compiler.defects
  }

  /// All findings in a document, each with its place as a JSON Pointer.
  public func findings(in value: JSONValue) -> [String] {
    var check = SchemaCheck(nodes: nodes)
    check.check(value, 0)
    return check.findings
  }
}
