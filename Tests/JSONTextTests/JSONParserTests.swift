import JSONText
import Testing

@Suite("JSON parser")
struct JSONParserTests {
  @Test(
    "reads every kind of value",
    arguments: [
      ("null", nil), ("true", true), ("false", false), (" \t\r\n 1 \t\r\n ", 1), ("0", 0),
      ("-0", 0), ("-1", -1), ("1234567890", 1_234_567_890),
      ("9007199254740992", 9_007_199_254_740_992), ("-9007199254740992", -9_007_199_254_740_992),
      ("9007199254740993", .number(9_007_199_254_740_992)),
      ("18446744073709551616", .number(18_446_744_073_709_551_616)),
      ("18446744073709551617", .number(18_446_744_073_709_551_616)),
      ("100000000000000000000", .number(1e20)), ("1.0", .number(1)), ("-0.0", .number(-0.0)),
      ("1.5", 1.5), ("-1.5e3", .number(-1_500)), ("1E+2", .number(100)), ("1e-2", 0.01),
      ("0e0", .number(0)), ("0.1", 0.1), ("123456789012345678", .number(123_456_789_012_345_680)),
      ("1e22", .number(1e22)), ("1e23", .number(1e23)), ("4.35", 4.35),
      ("5e-324", .number(.leastNonzeroMagnitude)),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
      ("0.30000000000000004", .number(0.1 + 0.2)), ("1e-400", .number(0)),
      ("0e999999999999999999999", .number(0)), ("2.5e-999999999999999999999", .number(0)),
      ("0.000000000000000000000000000000000000001e39", .number(1)),
      ("\"\"", ""), ("\"a\"", "a"), ("\"a b/c\"", "a b/c"), ("\"\u{7F}\"", "\u{7F}"),
      ("\"é€😀\u{FB33}\u{2028}\"", "é€😀\u{FB33}\u{2028}"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u20AC\ud83d\ude00""#, "Aé€😀"), (#""\u0000""#, "\u{0}"),
      (#""\uFFFF\uDBFF\uDFFF""#, "\u{FFFF}\u{10FFFF}"),
      (#""a\nb long enough \u00e9é""#, .string("a\nb long enough éé")),
      (#""\\u0041""#, #"\u0041"#), ("[]", []), ("[ ]", []), ("[1]", [1]), ("[[],{}]", [[], [:]]),
      ("[1 , 2,\n3]", [1, 2, 3]), ("{}", [:]), ("{ }", [:]), (#"{"":0}"#, ["": 0]),
      (#"{"a":1,"b":[true,null]}"#, ["a": 1, "b": [true, nil]]),
      (#"{ "a" : { "b" : "c" } }"#, ["a": ["b": "c"]]), (#"{"\u0061":1}"#, ["a": 1]),
      ("[1e1,1.0]", [10, 1]),
    ] as [(String, JSONValue)])
  func reads(text: String, expected: JSONValue) throws {
    let value = try JSONParser.parse(text)
    #expect(value == expected && value.kindName == expected.kindName)
    #expect(try JSONParser.parse(Array(text.utf8)) == value)
  }

  @Test("keeps the last of equal keys, at the first one's place", arguments: [1, 30])
  func takesLastOfEqualKeys(others: Int) throws {
    let rest = (0..<others).map { #""k\#($0)":0"# }.joined(separator: ",")
    let value = try JSONParser.parse(#"{"a":1,\#(rest),"a":2,"\u0061":3}"#)
    #expect(try JSONParser.parse(#"{"\u0061":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
    #expect(value["a"] == 3 && value.objectValue?.count == others + 1)
    #expect(value.objectValue?.keys.first == "a")
  }

  @Test(
    "says what is wrong and where",
    arguments: [
      ("", 0, "line 1, column 1: expected a value, found the end of the text"),
      ("  \n ", 4, "line 2, column 2: expected a value, found the end of the text"),
      (#"{"key"}"#, 6, "line 1, column 7: expected ':' after object key, found '}'"),
      (#"{"a":1,}"#, 7, "line 1, column 8: expected an object key, found '}'"),
      ("{1:2}", 1, "line 1, column 2: expected an object key or '}', found '1'"),
      (#"{"a" 1}"#, 5, "line 1, column 6: expected ':' after object key, found '1'"),
      (#"{"a":}"#, 5, "line 1, column 6: expected a value, found '}'"),
      (
        #"{"a":1 "b":2}"#, 7,
        "line 1, column 8: expected ',' or '}' after object member, found '\"'"
      ),
      ("[1,]", 3, "line 1, column 4: expected a value, found ']'"),
      ("[,1]", 1, "line 1, column 2: expected a value or ']', found ','"),
      ("[1\n 2]", 4, "line 2, column 2: expected ',' or ']' after array element, found '2'"),
      (
        "[1", 2,
        "line 1, column 3: expected ',' or ']' after array element, found the end of the text"
      ),
      ("[1] x", 4, "line 1, column 5: expected the end of the text, found 'x'"),
      ("tru", 0, "line 1, column 1: expected 'true', found 't'"),
      ("[falsy]", 1, "line 1, column 2: expected 'false', found 'f'"),
      ("nul ", 0, "line 1, column 1: expected 'null', found 'n'"),
      ("\u{0}", 0, "line 1, column 1: expected a value, found byte 0x00"),
      ("\"\u{1}\"", 1, "line 1, column 2: control character 0x01 in a string must be escaped"),
      (
        "\"é\n\"", 3, "line 1, column 3: control character 0x0A in a string must be escaped"
      ),
      (
        "\"abc", 4,
        "line 1, column 5: expected '\"' at the end of the string, found the end of the text"
      ),
      (#""a\x""#, 2, "line 1, column 3: malformed escape in a string"),
      (#""\ud800""#, 1, "line 1, column 2: escape of half a surrogate pair in a string"),
      ("[01]", 1, "line 1, column 2: malformed number"),
      ("[1e400]", 1, "line 1, column 2: number too large"),
      ("\u{FEFF}1", 0, "line 1, column 1: expected a value, found byte 0xEF"),
    ])
  func saysWhatIsWrong(text: String, offset: Int, description: String) {
    let error = #expect(throws: JSONParseError.self) { try JSONParser.parse(text) }
    #expect(error?.offset == offset)
    #expect(error?.description == description)
  }

  @Test(
    "refuses what is not JSON",
    arguments: [
      "[", "]", "{", "}", ",", ":", "\"", "'a'", "a", "NaN", "Infinity", "-Infinity", "nan", "-",
      "+1", "--1", "-a", ".5", "1.", "1.e1", "-.5", "1e", "1e+", "1e-", "1E", "1ee1", "1e1.5", "00",
      "-01", "0x1", "1_000", "1 2", "1,2", "01.5", "0.1.2", "１", "True", "NULL", "truefalse",
      "true1", "nulll", "[1 2]", "[1,,2]", "[,]", "[1}", "{]", "[\"a\"", "[\"a", "[\"a\":1]",
      "[[]", "[]]", "[1];", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1]", "{\"a\",1}",
      "{\"a\"::1}", "{\"a\":1,,\"b\":2}", "{,}", "{a:1}", "{'a':1}", "{null:1}", "{\"a\":1}}",
      "{\"a\":1 2}", "{\"a\":\"b}", "\"\\\"", "\"\\", "\"\\a\"", "\"\\U0041\"", "\"\\u\"",
      "\"\\u004\"", "\"\\u004g\"", "\"\\u 041\"", "\"\\u-041\"", "\"\\ud800\"", "\"\\udc00\"",
      "\"\\ud800\\n\"", "\"\\ud800\\u\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"",
      "\"\\ud800a\"", "\"\\ud800", "\"\t\"", "\"a\u{0}b\"", "\"a\n\"", "// a\n1", "1 // a",
      "/* */1", "#1", "1\u{C}", "\u{A0}1", "\u{2028}1", "[1\u{B}]", "<a>", "undefined", "()", "\\n",
      "[\"a\"\\n]", "{\"a\":true,}", "[true,false,]", "[-]", "[1-2]", "[1+2]", "\u{FEFF}", "é",
    ])
  func refuses(text: String) {
    #expect(throws: JSONParseError.self) { try JSONParser.parse(text) }
    #expect(throws: JSONParseError.self) { try JSONParser.parse(Array(text.utf8)) }
  }

  @Test(
    "refuses malformed UTF-8 in strings at its first byte",
    arguments: [
      ([0x80], 0), ([0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3], 0),
      ([0xC3, 0x28], 0), ([0xE0, 0x80, 0x80], 0), ([0xE2, 0x82], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xED, 0xBF, 0xBF], 0), ([0xF0, 0x80, 0x80, 0x80], 0), ([0xF0, 0x9F, 0x98], 0),
      ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFF], 0), ([0xFE], 0),
      ([0x61, 0xC3, 0xA9, 0xFF], 3), ([0x61, 0x5C, 0x6E, 0xC3], 3),
      ([0x5C, 0x75, 0x30, 0x30, 0x65, 0x39, 0x80], 6),
      ([0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x80], 9),
    ] as [([UInt8], Int)])
  func refusesMalformedUTF8(content: [UInt8], place: Int) {
    let bytes = [0x22] + content + [0x22]
    let error = #expect(throws: JSONParseError.self) { try JSONParser.parse(bytes) }
    #expect(error?.kind == .malformedUTF8 && error?.offset == place + 1)
  }

  @Test("refuses a document in UTF-16")
  func refusesUTF16() {
    #expect(throws: JSONParseError.self) {
      try JSONParser.parse([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00])
    }
    #expect(throws: JSONParseError.self) { try JSONParser.parse([0x00, 0x5B, 0x00, 0x5D]) }
  }

  @Test("finds specials at every place of a long string", arguments: 0..<40)
  func findsSpecials(place: Int) throws {
    let before = String(repeating: "x", count: place)
    for (spelled, meant) in [("\\n", "\n"), ("é", "é"), ("\\u20ac", "€"), ("\\\"", "\"")] {
      let value = try JSONParser.parse("\"\(before)\(spelled)tail of more than eight\"")
      #expect(value == .string("\(before)\(meant)tail of more than eight"))
    }
    #expect(throws: JSONParseError.self) { try JSONParser.parse("\"\(before)\u{1F}tail of it\"") }
    #expect(throws: JSONParseError.self) { try JSONParser.parse("\"\(before)") }
  }

  @Test("fails on every proper prefix of a document, at a place within it")
  func failsOnPrefixes() throws {
    let text = #"{"a\u00e9":[1.5e3,-2,true,false,null,"😀\ud83d\ude00"],"b":{"c":[]}}"#
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      let error = #expect(throws: JSONParseError.self) {
        try JSONParser.parse(Array(bytes[..<count]))
      }
      #expect((0...count).contains(error?.offset ?? -1))
    }
    #expect(try JSONParser.parse(bytes)["b"] == ["c": []])
  }
}
