import Foundation
import JSONText
import SchemaSupport
import ShippedSchemas
import Testing

@Suite("The schemas in the program")
struct ShippedSchemasTests {
  private let directory: SchemaDirectory

  init() throws { directory = try SchemaDirectory.project.get() }

  @Test("are those of the folder, byte by byte")
  func complete() throws {
    let paths = ShippedSchema.names.map { $0 + ShippedSchema.ending }
    #expect(paths.sorted() == directory.paths)
    for path in paths {
      let schema = try #require(ShippedSchema(path))
      let file = try Data(contentsOf: SchemaDirectory.url.appending(path: path))
      #expect(schema.bytes == [UInt8](file), "\(path)")
    }
  }

  @Test("are found with and without the ending of a file")
  func names() {
    #expect(ShippedSchema("scenario")?.name == "scenario")
    #expect(ShippedSchema("plugin/configure.schema.json")?.name == "plugin/configure")
    #expect(ShippedSchema("scenaro") == nil)
    #expect(ShippedSchema("") == nil)
  }

  @Test("are printed as documents that need no other", arguments: ShippedSchema.names)
  func bundled(name: String) throws {
    let schema = try #require(ShippedSchema(name))
    let text = try schema.text()
    let document = try JSONParser.parse(text)
    #expect(references(in: document).allSatisfy { $0.hasPrefix("#") }, "\(name)")
    #expect(JSONSchema.metaschema.findings(in: document) == [], "\(name)")
    let hasOthers = references(in: try JSONParser.parse(schema.bytes))
      .contains { !$0.hasPrefix("#") }
    #expect(hasOthers == (text != String(decoding: schema.bytes, as: UTF8.self)), "\(name)")
  }

  @Test("judge alike on their own and beside the others")
  func judgement() throws {
    #expect(BrokenDocuments.all.count > 20)
    for document in BrokenDocuments.all {
      let parts = document.schema.split(separator: "#", maxSplits: 1).map(String.init)
      let schema = try #require(ShippedSchema(parts[0]))
      let pointer = parts.count > 1 ? parts[1] : ""
      let beside = directory.schema(document.schema)
      // Its keys are sorted there, and so its findings come in another order.
      #expect(
        try alone(schema, pointer).findings(in: document.value).sorted()
          == beside.findings(in: document.value).sorted(),
        "\(document.schema)")
    }
    let part = try #require(ShippedSchema("scenario-part"))
    let steps: JSONValue = ["steps": [["advance": "5m"], ["pres": "List"]]]
    #expect(
      try alone(part, "").findings(in: steps).sorted()
        == directory.schema("scenario-part.schema.json").findings(in: steps).sorted())
  }

  /// What is printed, or a definition in it, without the address under which the file is known.
  private func alone(_ schema: ShippedSchema, _ pointer: String) throws -> JSONSchema {
    var document = try #require(try JSONParser.parse(try schema.text()).objectValue)
    document["$id"] = nil
    guard !pointer.isEmpty else { return JSONSchema(root: .object(document)) }
    return JSONSchema(root: [
      "$ref": .string("#\(pointer)"), "$defs": document["$defs"] ?? .null,
    ])
  }

  /// The references in a schema.
  private func references(in value: JSONValue) -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { key, value in
        key == "$ref" ? [value.stringValue ?? ""] : references(in: value)
      }
    case .array(let items): items.flatMap { references(in: $0) }
    case .null, .bool, .integer, .number, .string: []
    }
  }
}
