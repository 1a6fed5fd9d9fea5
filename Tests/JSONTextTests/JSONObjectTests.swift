import JSONText
import Testing

@Suite("JSON object")
struct JSONObjectTests {
  @Test("keeps members in the order in which they were first set", arguments: [4, 16, 17, 18, 200])
  func keepsOrder(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["key\(number)"] = .integer(Int64(number)) }
    object["key1"] = "again"
    object["key0"] = nil
    object["absent"] = nil
    #expect(object.keys == (1..<count).map { "key\($0)" })
    #expect(object["key1"] == "again" && object["key0"] == nil)
    #expect(object["key\(count - 1)"] == .integer(Int64(count - 1)))
    object["key0"] = 0
    #expect(object.keys.last == "key0" && object.count == count && !object.isEmpty)
  }

  @Test("equals another one in any order, with the same hash", arguments: [3, 40])
  func isEqualInAnyOrder(count: Int) {
    let members = (0..<count).map { ("key\($0)", JSONValue.integer(Int64($0))) }
    let forward = JSONObject(members)
    let backward = JSONObject(members.reversed())
    #expect(forward == backward && forward.hashValue == backward.hashValue)
    var other = backward
    other["key1"] = nil
    #expect(forward != other)
    other["key1"] = 7
    #expect(forward != other)
  }

  @Test("distinguishes keys by their scalars")
  func tellsScalarsApart() {
    let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(object.count == 2 && object["\u{E9}"] == 1 && object["e\u{301}"] == 2)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }
}
