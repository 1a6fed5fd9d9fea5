import JSONText
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
  @Test("writes commas and colons by itself")
  func writesSeparators() {
    var writer = JSONWriter(capacity: 64)
    #expect(!writer.isComplete)
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    writer.integer(Int64.min)
    writer.integer(UInt64.max)
    writer.integer(0)
    writer.number(-1.5)
    writer.bool(true)
    writer.null()
    writer.beginObject()
    writer.endObject()
    writer.endArray()
    writer.key("b\n")
    writer.string("é\"")
    #expect(!writer.isComplete)
    writer.key("c")
    writer.beginArray()
    writer.endArray()
    writer.endObject()
    #expect(writer.isComplete)
    #expect(
      writer.text == "{\"a\":[-9223372036854775808,18446744073709551615,0,-1.5,true,null,{}],"
        + "\"b\\n\":\"é\\\"\",\"c\":[]}")
  }

  @Test("writes lines, and starts over when cleared")
  func writesLines() {
    var writer = JSONWriter()
    for number in 1...3 {
      writer.value(["n": .integer(Int64(number))])
      writer.endLine()
    }
    #expect(writer.text == "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
    writer.clear()
    writer.bool(false)
    #expect(writer.bytes == Array("false".utf8))
  }

  @Test("keeps members in order, or sorts them for canonical output")
  func keepsOrder() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(["b": 1, "a": 9_007_199_254_740_993])
    writer.canonical(["b": 1, "a": 9_007_199_254_740_993])
    writer.endArray()
    #expect(
      writer.text
        == #"[{"b":1,"a":9007199254740993},{"a":9007199254740992,"b":1}]"#)
  }

  @Test("with a limit it counts a document that is too long, and keeps only a part of it")
  func limited() {
    var writer = JSONWriter(bytesMax: 1_000)
    writer.beginObject()
    writer.key("items")
    writer.beginArray()
    for _ in 0..<100_000 {
      writer.string("0123456789")
      #expect(writer.bytes.count <= 1_100)
    }
    writer.endArray()
    writer.endObject()
    #expect(writer.isComplete && writer.isTooLong)
    #expect(writer.byteCount == 100_000 * 13 - 1 + #"{"items":[]}"#.utf8.count)
  }

  @Test("a document as long as the limit is kept whole", arguments: [9, 8])
  func atLimit(bytesMax: Int) {
    var writer = JSONWriter(bytesMax: bytesMax)
    writer.beginArray()
    for number in [11, 22, 33] { writer.integer(number) }
    #expect(writer.byteCount == 9)
    #expect(writer.isTooLong == (bytesMax == 8))
    #expect(writer.bytes == Array("[11,22,33".utf8) || writer.isTooLong)
  }

  @Test("ends the process when a value in an object has no key")
  func refusesValueWithoutKey() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.null()
    }
  }

  @Test("ends the process when an end does not match its begin")
  func refusesWrongEnd() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.endArray()
    }
  }

  @Test("ends the process for a number that JSON lacks")
  func refusesInfinity() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.number(.infinity)
    }
  }
}
