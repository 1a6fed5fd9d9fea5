import Foundation
import JSONText
import ProjectFiles
import Testing

@Suite("Canonical JSON")
struct JSONCanonicalTests {
  @Test(
    "prints numbers as RFC 8785, appendix B",
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
      (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"), (0xC340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
      (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"),
      (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
      (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
      (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
      (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
      (0x41B3_DE43_5555_5557, "333333333.33333343"),
      (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
      (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func printsNumbers(bits: UInt64, expected: String) {
    #expect(JSONValue.number(Double(bitPattern: bits)).canonicalText == expected)
  }

  @Test(
    "prints integers as doubles have them",
    arguments: [
      (0, "0"), (-1, "-1"), (9_007_199_254_740_992, "9007199254740992"),
      (9_007_199_254_740_993, "9007199254740992"), (.max, "9223372036854776000"),
      (.min, "-9223372036854776000"),
    ] as [(Int64, String)])
  func printsIntegers(value: Int64, expected: String) {
    #expect(JSONValue.integer(value).canonicalText == expected)
  }

  @Test("sorts keys by UTF-16 code units, as RFC 8785, §3.2.3")
  func sortsKeys() throws {
    let value = try JSONParser.parse(
      #"""
      {"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
       "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
       "\u00f6": "Latin Small Letter O With Diaeresis"}
      """#)
    let sorted = try JSONParser.parse(value.canonicalBytes)
    #expect(
      sorted.objectValue?.members.map(\.value) == [
        "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
        "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
      ])
  }

  @Test("sorts prefixes first and scalars past U+FFFF before U+E000")
  func sortsEdges() {
    let value: JSONValue = [
      "b": 0, "a\u{FFFF}": 0, "a\u{E000}": 0, "a\u{10FFFF}": 0, "a\u{10000}": 0, "a\u{D7FF}": 0,
      "aa": 0, "a": 0, "": 0,
    ]
    let keys = [
      "", "a", "aa", "a\u{D7FF}", "a\u{10000}", "a\u{10FFFF}", "a\u{E000}", "a\u{FFFF}", "b",
    ]
    #expect(
      value.canonicalText == "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}")
  }

  @Test("prints the sample of RFC 8785, §3.2.2")
  func printsSample() throws {
    let value = try JSONParser.parse(
      #"""
      {"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
       "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}
      """#)
    #expect(
      value.canonicalText
        == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
        + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#)
  }

  @Test("escapes quotes, backslashes and control characters only")
  func escapesFewest() {
    let text = String(String.UnicodeScalarView((0..<0x21).compactMap { Unicode.Scalar($0) }))
    let low = (0..<8).map { "\\u000\($0)" }.joined()
    let middle = "\\u000e\\u000f" + (0..<10).map { "\\u001\($0)" }.joined()
    #expect(
      JSONValue.string(text + "\"\\/\u{7F}\u{80}\u{2028}é").canonicalText
        == "\"\(low)\\b\\t\\n\\u000b\\f\\r\(middle)\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f"
        + " \\\"\\\\/\u{7F}\u{80}\u{2028}é\"")
  }

  @Test("agrees with Python on random documents and doubles")
  func agreesWithPython() throws {
    let fixture = try ProjectFile.bytes("Tests/JSONTextTests/Fixtures/canonical-json.txt")
    let lines = fixture.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 3_200)
    for index in stride(from: 0, to: lines.count, by: 2) {
      let value = try JSONParser.parse(Array(lines[index]))
      #expect(value.canonicalBytes == Array(lines[index + 1]))
      #expect(try JSONParser.parse(Array(lines[index + 1])) == value)
    }
  }
}
