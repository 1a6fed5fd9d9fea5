import JSONText
import SimulationCore
import Tokens

/// JSON of any kind: written in all the ways that the language has, or damaged.
enum HostileJSON {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private static let texts =
    HostileLine.requests + HostileLine.answers
    + [
      #"{"a":[1,2.5,-0,1e10,true,null,"\u00e9\ud83d\ude00"],"b":{"c":{}}}"#, "[[[[[[]]]]]]",
      #"{"a":1,"a":2}"#, "9223372036854775807", "1e400", "\"\\\"\"",
    ].map { Array($0.utf8) }

  static func check(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    random.below(2) == 0
      ? try checkWritten(&random, readers) : try checkDamaged(&random, readers)
  }

  /// Damaged JSON that is read is the same when it is written and read again.
  private static func checkDamaged(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    let bytes = random.damaged(random.one(of: texts))
    guard let value = try? readers.json(bytes) else { return .refused }
    guard let again = try? readers.json(value.canonicalBytes),
      again.canonicalBytes == value.canonicalBytes
    else {
      throw Broken(
        description: "'\(String(decoding: bytes, as: UTF8.self))' changes when it is read again")
    }
    return .held
  }

  /// A value is read as it was written, however that was.
  private static func checkWritten(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    var text = ""
    let value = write(&text, depth: 0, &random)
    guard let read = try? readers.json(Array(text.utf8)), read == value else {
      throw Broken(description: "'\(text)' is not read as it was written")
    }
    return .held
  }

  /// Writes any value and returns it.
  private static func write(
    _ text: inout String, depth: Int, _ random: inout SeededGenerator
  ) -> JSONValue {
    blank(&text, &random)
    defer { blank(&text, &random) }
    switch random.below(depth < 5 ? 9 : 6) {
    case 0:
      text += "null"
      return .null
    case 1:
      let isTrue = random.below(2) == 0
      text += isTrue ? "true" : "false"
      return .bool(isTrue)
    case 2:
      let number =
        random.integer(in: -9_007_199_254_740_991...9_007_199_254_740_991)
        >> Int64(random.below(54))
      text += "\(number)"
      return .integer(number)
    case 3:
      let number =
        "\(random.below(2) == 0 ? "-" : "")\(random.below(1_000)).\(random.below(1_000_000))"
        + random.one(of: ["", "e3", "E-7", "e+12", "e0"])
      text += number
      return .number(Double(number) ?? .nan)
    case 4, 5: return .string(writeString(&text, &random))
    case 6:
      text += "["
      let items = (0..<random.below(5)).map { number in
        if number > 0 { text += "," }
        return write(&text, depth: depth + 1, &random)
      }
      if items.isEmpty { blank(&text, &random) }
      text += "]"
      return .array(items)
    default:
      text += "{"
      var members: [(String, JSONValue)] = []
      for number in 0..<random.below(5) {
        if number > 0 { text += "," }
        blank(&text, &random)
        let name = writeString(&text, &random)
        blank(&text, &random)
        text += ":"
        // Of equal names the last one counts.
        members.append((name, write(&text, depth: depth + 1, &random)))
      }
      if members.isEmpty { blank(&text, &random) }
      text += "}"
      return .object(JSONObject(members))
    }
  }

  private static func blank(_ text: inout String, _ random: inout SeededGenerator) {
    if random.below(4) == 0 { text += random.one(of: [" ", "\n", "\t", "\r\n", "  "]) }
  }

  /// Characters that readers get wrong: of one to four bytes, controls, combining ones.
  private static let characters: [Unicode.Scalar] = [
    "a", "Z", "0", " ", "\"", "\\", "/", "\u{0}", "\u{1}", "\u{1F}", "\n", "\t", "\r", "\u{8}",
    "\u{C}", "\u{7F}", "\u{9B}", "é", "\u{301}", "ß", "\u{7FF}", "\u{800}", "€", "\u{202E}",
    "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "😀", "\u{10FFFF}",
  ]

  private static func writeString(
    _ text: inout String, _ random: inout SeededGenerator
  ) -> String {
    var string = ""
    text += "\""
    for _ in 0..<random.below(7) {
      let scalar = random.one(of: characters)
      string.unicodeScalars.append(scalar)
      write(scalar, &text, &random)
    }
    text += "\""
    return string
  }

  private static func write(
    _ scalar: Unicode.Scalar, _ text: inout String, _ random: inout SeededGenerator
  ) {
    let short: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\n": "\\n", "\t": "\\t", "\r": "\\r",
      "\u{8}": "\\b", "\u{C}": "\\f",
    ]
    let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
    switch random.below(3) {
    case 0 where !mustEscape: text.unicodeScalars.append(scalar)
    case 1 where short[scalar] != nil: text += short[scalar] ?? ""
    default:
      for unit in String(scalar).utf16 {
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        let digits = Hexadecimal.text(bytes)
        text += "\\u" + (random.below(2) == 0 ? digits : digits.uppercased())
      }
    }
  }
}
