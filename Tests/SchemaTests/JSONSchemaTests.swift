import JSONText
import SchemaSupport
import Testing

@Suite("The schema validator")
struct JSONSchemaTests {
  @Test("accepts what fits a keyword and refuses the rest", arguments: KeywordTable.rows.indices)
  func keyword(index: Int) {
    let row = KeywordTable.rows[index]
    let schema = JSONSchema(root: row.schema)
    #expect(schema.defects == [])
    for document in row.valid {
      #expect(schema.findings(in: document) == [], "\(row.schema.canonicalText)")
    }
    for document in row.invalid {
      #expect(!schema.findings(in: document).isEmpty, "\(row.schema) \(document)")
    }
  }

  @Test("reports each finding with its place")
  func places() {
    let schema = JSONSchema(root: [
      "properties": ["a": ["items": ["required": ["b"], "additionalProperties": false]]],
      "required": ["c"],
    ])
    #expect(
      schema.findings(in: ["a": [["b": 1], [:]]]) == [
        "/a/0: 'b' does not belong here", "/a/1: 'b' is missing", ": 'c' is missing",
      ])
  }

  @Test("reports the closest of alternatives that all fail")
  func closest() {
    let schema = JSONSchema(root: [
      "anyOf": [
        ["properties": ["a": ["const": 1], "b": ["const": 1]]],
        ["properties": ["a": ["const": 2], "b": ["const": 2]]],
      ]
    ])
    #expect(schema.findings(in: ["a": 2, "b": 3]) == ["/b: not 2"])
    let orNull = JSONSchema(root: [
      "anyOf": [["type": "null"], ["type": "object", "required": ["a"]]]
    ])
    #expect(orNull.findings(in: [:]) == [": 'a' is missing"])
    #expect(orNull.findings(in: 5) == [": not of type \"null\""])
  }

  /// Ways in which a schema can be wrong, with the expected message.
  static let wrong: [(schema: JSONValue, defect: String)] = [
    (["properties": ["a": ["contains": 1]]], "#/properties/a: the validator does not know 'co"),
    (["$ref": "#/$defs/a"], "#/$defs/a: there is no such schema"),
    (["$ref": "other.json"], "other.json#: there is no such schema"),
    (["type": 5], "#: 'type' cannot be 5"),
    (["pattern": "("], "#: 'pattern' cannot be \"(\""),
    (["minLength": -1], "#: 'minLength' cannot be -1"),
    (["required": ["a", 1]], "#: 'required' cannot be [\"a\",1]"),
    (["items": 7], "#/items: a schema is no object"),
    (["anyOf": ["type": "null"]], "#: 'anyOf' cannot be {\"type\":\"null\"}"),
  ]

  @Test("reports an invalid schema, and accepts no document by it", arguments: wrong.indices)
  func wrongSchema(index: Int) {
    let (root, defect) = Self.wrong[index]
    let schema = JSONSchema(root: root)
    #expect(schema.defects.count == 1)
    #expect(schema.defects.allSatisfy { $0.hasPrefix(defect) }, "\(schema.defects)")
    let document: JSONValue = root["items"] == nil ? ["a": 1] : [1]
    #expect(!schema.findings(in: document).isEmpty)
  }

  @Test("follows references into other documents, relative to the one they are in")
  func documents() {
    let documents: [String: JSONValue] = [
      "a/b.json": ["$defs": ["c": ["$ref": "../d.json#/$defs/e"]]],
      "d.json": ["$defs": ["e": ["items": ["$ref": "a/f.json"]]]],
      "a/f.json": ["type": "null"],
    ]
    let schema = JSONSchema("a/b.json#/$defs/c", in: documents)
    #expect(schema.defects == [])
    #expect(schema.findings(in: [nil, 1]) == ["/1: not of type \"null\""])
  }
}
