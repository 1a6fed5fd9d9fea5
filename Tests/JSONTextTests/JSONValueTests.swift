import JSONText
import Testing

@Suite("JSON value")
struct JSONValueTests {
  @Test(
    "names its kind",
    arguments: [
      (nil, "null"), (true, "boolean"), (1, "integer"), (1.5, "number"), ("a", "string"),
      ([1], "array"), (["a": 1], "object"),
    ] as [(JSONValue, String)])
  func namesKind(value: JSONValue, name: String) {
    #expect(value.kindName == name)
  }

  @Test("returns its content only from the accessor of its kind")
  func givesContent() {
    let values: [JSONValue] = [nil, true, 7, 1.5, "a", [1, 2], ["k": "v"]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
    #expect(values.map(\.integerValue) == [nil, nil, 7, nil, nil, nil, nil])
    #expect(values.map(\.numberValue) == [nil, nil, 7, 1.5, nil, nil, nil])
    #expect(values.map(\.stringValue) == [nil, nil, nil, nil, "a", nil, nil])
    #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, nil, [1, 2], nil])
    #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, nil, ["k": "v"]])
    #expect(values.map { $0["k"] } == [nil, nil, nil, nil, nil, nil, "v"])
    #expect(values.map { $0[1] } == [nil, nil, nil, nil, nil, 2, nil])
    #expect(values[5][2] == nil && values[5][-1] == nil && values[6]["x"] == nil)
  }

  @Test("treats whole numbers as integers")
  func takesWholeNumbers() {
    #expect(JSONValue.number(1e3).integerValue == 1_000)
    #expect(
      JSONValue.number(1.5).integerValue == nil && JSONValue.number(1e300).integerValue == nil)
    #expect(JSONValue.integer(1) == .number(1) && JSONValue.number(0) == .integer(0))
    #expect(JSONValue.integer(.max) != .number(0x1p63) && JSONValue.integer(1) != .number(1.5))
    #expect(JSONValue.integer(1).hashValue == JSONValue.number(1).hashValue)
    #expect(JSONValue.integer(1) != true && JSONValue.integer(0) != nil && JSONValue("1") != 1)
  }

  @Test("prints itself on indented lines with sorted keys")
  func printsPretty() {
    let value: JSONValue = ["b": [1, [], [:]], "a": ["c": "d\n"], "aa": nil]
    #expect(
      value.prettyText == """
        {
          "a": {
            "c": "d\\n"
          },
          "aa": null,
          "b": [
            1,
            [],
            {}
          ]
        }
        """)
    #expect(JSONValue.array([]).prettyText == "[]" && JSONValue.number(1).prettyText == "1")
  }
}
