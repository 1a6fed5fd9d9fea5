public import JSONText

/// A validator for the part of JSON Schema 2020-12 that our schemas use.
///
/// It knows nothing of the plugin. A keyword it does not know is an error, so that no rule is
/// silently ignored. A schema is compiled once; references may lead into other documents.
public struct JSONSchema: Sendable {
  /// The rules of each schema and subschema that can be reached; the first is where it begins.
  let nodes: [[SchemaRule]]
  /// What is wrong with the schema itself, each with its place.
  public let defects: [String]

  /// A schema in one document.
  public init(root: JSONValue) {
    self.init("", in: ["": root])
  }

  /// The schema that a reference names, such as `a.json#/$defs/b`, in documents by their paths.
  public init(_ reference: String, in documents: [String: JSONValue]) {
    var compiler = SchemaCompiler(documents: documents)
    compiler.compile(reference)
    nodes = compiler.nodes
    defects = compiler.defects
  }

  /// Every finding in a document, each with the place as a JSON Pointer.
  public func findings(in value: JSONValue) -> [String] {
    var check = SchemaCheck(nodes: nodes)
    check.check(value, 0)
    return check.findings
  }
}
