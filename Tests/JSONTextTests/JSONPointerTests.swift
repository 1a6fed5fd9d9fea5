import JSONText
import Testing

@Suite("JSON pointer")
struct JSONPointerTests {
  private static let document = #"""
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
     " ": 7, "m~n": 8, "~1": 9, "deep": {"list": [{"x": [10]}]}}
    """#

  @Test(
    "finds the places of RFC 6901, §5",
    arguments: [
      ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/foo/1", "baz"), ("/", 0), ("/a~1b", 1),
      ("/c%d", 2), ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
      ("/~01", 9), ("/deep/list/0/x/0", 10),
    ] as [(String, JSONValue)])
  func findsPlaces(text: String, expected: JSONValue) throws {
    let pointer = try JSONPointer(text)
    #expect(pointer.evaluate(in: try JSONParser.parse(Self.document)) == expected)
    #expect(pointer.description == text && JSONPointer(tokens: pointer.tokens) == pointer)
  }

  @Test("finds the whole value when empty")
  func findsWhole() throws {
    let document = try JSONParser.parse(Self.document)
    #expect(try JSONPointer("").evaluate(in: document) == document)
  }

  @Test(
    "finds nothing where there is nothing",
    arguments: [
      "/foo/2", "/foo/-", "/foo/-1", "/foo/00", "/foo/01", "/foo/+1", "/foo/", "/foo/a", "/bar",
      "/foo/0/0", "/foo/99999999999999999999", "//", "/deep/list/x", "/foo/ 0", "/foo/0 ", "/foo/０",
    ])
  func findsNothing(text: String) throws {
    let document = try JSONParser.parse(Self.document)
    #expect(try JSONPointer(text).evaluate(in: document) == nil)
  }

  @Test("refuses a string that does not begin with a slash")
  func refusesMissingSlash() {
    let error = #expect(throws: JSONPointerError.missingSlash(text: "a")) { try JSONPointer("a") }
    #expect(error?.description == "JSON pointer 'a' must be empty or begin with '/'")
  }

  @Test("refuses a tilde without 0 or 1", arguments: ["/~", "/~2", "/a~b", "/~~0", "/a/~"])
  func refusesMalformedEscape(text: String) {
    let error = #expect(throws: JSONPointerError.malformedEscape(text: text)) {
      try JSONPointer(text)
    }
    #expect(error?.description == "JSON pointer '\(text)' has a '~' without 0 or 1 after it")
  }
}
