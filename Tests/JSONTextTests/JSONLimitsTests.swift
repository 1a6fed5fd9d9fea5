import JSONText
import Testing

@Suite("JSON limits")
struct JSONLimitsTests {
  @Test("apply to the depth of arrays and objects", arguments: [1, 2, 128, 1_000])
  func holdDepth(depthMax: Int) throws {
    let limits = JSONLimits(bytesMax: 100_000, depthMax: depthMax)
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let text = { (count: Int) in
        String(repeating: open, count: count - 1) + "[]"
          + String(repeating: close, count: count - 1)
      }
      _ = try JSONParser.parse(text(depthMax), limits: limits)
      let error = #expect(throws: JSONParseError.self) {
        try JSONParser.parse(text(depthMax + 1), limits: limits)
      }
      #expect(error?.kind == .tooDeep(max: depthMax))
    }
  }

  @Test("count only nesting, not neighbours")
  func countNestingOnly() throws {
    let text = "[" + Array(repeating: "[{}]", count: 500).joined(separator: ",") + "]"
    let value = try JSONParser.parse(text, limits: JSONLimits(bytesMax: 10_000, depthMax: 3))
    #expect(value.arrayValue?.count == 500)
  }

  @Test("apply to the number of bytes")
  func holdBytes() throws {
    let limits = JSONLimits(bytesMax: 4, depthMax: 1)
    #expect(try JSONParser.parse("[12]", limits: limits) == [12])
    let error = #expect(throws: JSONParseError.self) {
      try JSONParser.parse("[123]", limits: limits)
    }
    #expect(error?.kind == .tooManyBytes(max: 4) && error?.offset == 4)
    #expect(error?.description == "line 1, column 5: more than 4 bytes")
  }

  @Test("are 1 MiB and 128 levels by default")
  func haveStandard() throws {
    #expect(JSONLimits.standard == JSONLimits(bytesMax: 1_048_576, depthMax: 128))
    let spaces = String(repeating: " ", count: 1_048_575)
    #expect(try JSONParser.parse(spaces + "1") == 1)
    #expect(throws: JSONParseError.self) { try JSONParser.parse(spaces + "12") }
    let deep = String(repeating: "[", count: 129) + String(repeating: "]", count: 129)
    let error = #expect(throws: JSONParseError.self) { try JSONParser.parse(deep) }
    #expect(error?.offset == 128)
    #expect(
      error?.description == "line 1, column 129: more than 128 arrays and objects within each other"
    )
  }

  @Test("allow an object of 100,000 keys, parsed in linear time")
  func leaveManyKeysLinear() throws {
    let members = (0..<100_000).map { #""\#($0)":0"# }.joined(separator: ",")
    let value = try JSONParser.parse(
      "{\(members)}", limits: JSONLimits(bytesMax: 2_000_000, depthMax: 1))
    #expect(value.objectValue?.count == 100_000 && value["99999"] == 0)
  }
}
