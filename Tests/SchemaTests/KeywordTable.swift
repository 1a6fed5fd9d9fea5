import JSONText

/// The keywords that the validator knows, each with documents that it accepts and refuses.
enum KeywordTable {
  struct Row: Sendable {
    let keyword: String
    let schema: JSONValue
    let valid: [JSONValue]
    let invalid: [JSONValue]

    init(_ keyword: String, _ schema: JSONValue, valid: [JSONValue], invalid: [JSONValue]) {
      self.keyword = keyword
      self.schema = schema
      self.valid = valid
      self.invalid = invalid
    }
  }

  static let rows: [Row] = kinds + bounds + containers + alternatives

  private static let kinds: [Row] = [
    Row("true", true, valid: [1, nil, [:]], invalid: []),
    Row("false", false, valid: [], invalid: [1, nil, [:]]),
    Row("type", ["type": "string"], valid: ["", "a"], invalid: [1, nil, true, [], [:]]),
    Row("type", ["type": "integer"], valid: [0, -3, 2.0, 1e300], invalid: [1.5, "1", nil]),
    Row("type", ["type": "number"], valid: [0, 1.5], invalid: ["1", nil, false]),
    Row("type", ["type": "boolean"], valid: [true, false], invalid: [0, nil, "true"]),
    Row("type", ["type": "null"], valid: [nil], invalid: [0, false, "", []]),
    Row("type", ["type": "object"], valid: [[:]], invalid: [[], nil]),
    Row("type", ["type": "array"], valid: [[]], invalid: [[:], nil]),
    Row("type", ["type": ["integer", "null"]], valid: [1, nil], invalid: [1.5, "a", false]),
    Row("const", ["const": 1], valid: [1, 1.0], invalid: [2, "1", true, nil]),
    Row("const", ["const": nil], valid: [nil], invalid: [0, "", false]),
    Row("enum", ["enum": ["a", nil, 2]], valid: ["a", nil, 2.0], invalid: ["A", 3, false]),
  ]

  private static let bounds: [Row] = [
    Row("minimum", ["minimum": 1], valid: [1, 1.5, "0", nil], invalid: [0, 0.9, -7]),
    Row("maximum", ["maximum": 64], valid: [64, -1, "65"], invalid: [65, 64.5]),
    Row("minLength", ["minLength": 2], valid: ["ab", "é☃︎", 1], invalid: ["", "a", "é"]),
    // The flag is two scalars.
    Row("maxLength", ["maxLength": 2], valid: ["", "ab", "🇬🇧", [1, 2, 3]], invalid: ["abc"]),
    Row("pattern", ["pattern": "^a[0-9]+$"], valid: ["a1", 5], invalid: ["", "a", "ba1", "a1b"]),
    Row("pattern", ["pattern": "b"], valid: ["abc", "b"], invalid: ["", "ac"]),
    Row("minItems", ["minItems": 1], valid: [[0], "", [:]], invalid: [[]]),
    Row(
      "maxItems", ["maxItems": 1], valid: [[], [0], "ab", ["a": 1, "b": 2]], invalid: [[0, 0]]),
    Row(
      "uniqueItems", ["uniqueItems": true], valid: [[], [1, 2], [1, "1"], "aa"],
      invalid: [[1, 1], [1, 1.0], [["a": 1, "b": 2], ["b": 2, "a": 1]]]),
  ]

  private static let containers: [Row] = [
    Row("required", ["required": ["a"]], valid: [["a": nil], [1]], invalid: [[:], ["b": 1]]),
    Row(
      "properties", ["properties": ["a": ["type": "integer"]]],
      valid: [[:], ["a": 1], ["b": "c"], "a"], invalid: [["a": "1"], ["a": nil]]),
    Row(
      "additionalProperties", ["properties": ["a": true], "additionalProperties": false],
      valid: [[:], ["a": 1], 5], invalid: [["b": 1], ["a": 1, "b": 1]]),
    Row(
      "additionalProperties", ["additionalProperties": ["type": "null"]],
      valid: [[:], ["a": nil]], invalid: [["a": 1]]),
    Row("minProperties", ["minProperties": 1], valid: [["a": nil], [], ""], invalid: [[:]]),
    Row(
      "maxProperties", ["maxProperties": 1], valid: [[:], ["a": 1], [1, 2]],
      invalid: [["a": 1, "b": 2]]),
    Row(
      "propertyNames", ["propertyNames": ["pattern": "^[A-Z]+$", "not": ["const": "INDEX"]]],
      valid: [[:], ["A": 1, "BC": nil], "a"], invalid: [["a": 1], ["A": 1, "INDEX": 1]]),
    Row(
      "items", ["items": ["type": "string"]], valid: [[], ["a", "b"], 1], invalid: [["a", 1]]),
    Row(
      "$ref", ["$ref": "#/$defs/a", "$defs": ["a": ["items": ["$ref": "#/$defs/a"]]]],
      valid: [[[]], [], 1], invalid: []),
    Row(
      "$ref", ["items": ["$ref": "#/$defs/a~1b"], "$defs": ["a/b": ["type": "null"]]],
      valid: [[nil]], invalid: [[1]]),
  ]

  private static let alternatives: [Row] = [
    Row(
      "allOf", ["allOf": [["minimum": 1], ["maximum": 3]]], valid: [1, 3, "a"], invalid: [0, 4]),
    Row(
      "anyOf", ["anyOf": [["type": "integer"], ["minimum": 5]]], valid: [1, 5.5, 7, "a"],
      invalid: [1.5]),
    Row(
      "oneOf", ["oneOf": [["type": "integer"], ["minimum": 5]]], valid: [1, 5.5],
      invalid: [1.5, 7]),
    Row(
      "if",
      [
        "if": ["type": "object"], "then": ["required": ["a"]], "else": ["type": "integer"],
      ], valid: [["a": 1], 1], invalid: [[:], "a", 1.5]),
    Row("if", ["if": ["minimum": 5], "then": ["maximum": 7]], valid: [1, 6], invalid: [8]),
    Row(
      "if", ["if": ["required": ["a"]], "else": ["minProperties": 1]],
      valid: [["a": 1], ["b": 1], 1], invalid: [[:]]),
    Row("not", ["not": ["type": "null"]], valid: [0, false, ""], invalid: [nil]),
    Row(
      "not", ["not": ["anyOf": [["const": 1], ["const": 2]]]], valid: [3], invalid: [1, 2]),
  ]
}
