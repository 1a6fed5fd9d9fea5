import JSONText
import Testing

@Suite("JSON round trip")
struct JSONRoundTripTests {
  @Test("keeps random values through every printer", arguments: 1...20)
  func keepsRandomValues(seed: UInt64) throws {
    var source = ValueSource(seed: seed)
    for _ in 0..<50 {
      let value = source.value(depth: 3)
      var writer = JSONWriter()
      writer.value(value)
      #expect(try JSONParser.parse(writer.bytes) == value)
      #expect(try JSONParser.parse(value.canonicalBytes) == value)
      #expect(try JSONParser.parse(value.prettyText) == value)
      #expect(try JSONParser.parse(writer.bytes).canonicalBytes == value.canonicalBytes)
      #expect(try JSONParser.parse(writer.bytes).hashValue == value.hashValue)
    }
  }

  @Test("gives a value or an error with its place for random changes", arguments: 1...20)
  func survivesChanges(seed: UInt64) throws {
    var source = ValueSource(seed: seed)
    let original = Array(#"{"a":[1,-2.5e3,"x\u00e9\n😀",true,null],"b":{"c":"d"}}"#.utf8)
    for _ in 0..<500 {
      var bytes = original
      for _ in 0...source.below(3) {
        bytes[source.below(bytes.count)] = UInt8(truncatingIfNeeded: source.below(256))
      }
      do throws(JSONParseError) {
        let value = try JSONParser.parse(bytes)
        #expect(try JSONParser.parse(value.canonicalBytes) == value)
      } catch {
        #expect((0...bytes.count).contains(error.offset) && error.line >= 1 && error.column >= 1)
      }
    }
  }
}

/// Random JSON values from a seed.
private struct ValueSource {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The high bits of a linear congruential generator.
  ///
  /// Source: Knuth, MMIX.
  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  mutating func value(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 8 : 6) {
    case 0: return nil
    case 1: return .bool(below(2) == 0)
    case 2: return .integer(Int64(below(1 << 31)) << below(23) * (below(2) == 0 ? 1 : -1))
    case 3: return number()
    case 4, 5: return .string(string())
    case 6: return .array((0..<below(6)).map { _ in value(depth: depth - 1) })
    default:
      return .object(JSONObject((0..<below(24)).map { _ in (string(), value(depth: depth - 1)) }))
    }
  }

  private mutating func number() -> JSONValue {
    let bits = UInt64(below(1 << 31)) << 33 ^ UInt64(below(1 << 31)) << 11 ^ UInt64(below(1 << 31))
    let double = Double(bitPattern: bits)
    return .number(double.isFinite ? double : 0.5)
  }

  private mutating func string() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", "\"", "\\", "\n", "\u{0}", "é", "€", "😀", "\u{FB33}",
    ]
    var text = ""
    for _ in 0..<below(12) { text.unicodeScalars.append(scalars[below(scalars.count)]) }
    return text
  }
}
