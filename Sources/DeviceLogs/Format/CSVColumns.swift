import JSONText

/// The columns of a table of values that commas, semicolons or tabs divide.
struct CSVColumns: Sendable {
  private static let dividers: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
  private static let quote = UInt8(ascii: "\"")
  private static let texts: Set<String> = [
    "message", "msg", "text", "log", "line", "body", "payload", "eventmessage",
  ]

  private let divider: UInt8
  private let names: [String]

  /// The columns that a heading names.
  init(_ heading: LineBytes) {
    divider =
      CSVColumns.dividers.max { one, other in
        heading.buffer.count { $0 == one } < heading.buffer.count { $0 == other }
      } ?? UInt8(ascii: ",")
    names = CSVColumns.values(of: heading, divider)
  }

  /// Whether a line is a heading: it names a text among other columns.
  static func isHeading(_ line: LineBytes) -> Bool {
    guard line.count < 1_024, !line.begins("{"), !line.begins("[") else { return false }
    let columns = CSVColumns(line)
    return columns.names.count > 1
      && columns.names.contains { texts.contains($0.lowercased()) }
      && columns.names.allSatisfy(isName)
  }

  /// Whether a text may be the name of a column: a word or a few, and no part of a line.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count < 40 else { return false }
    return (first | 0x20 >= UInt8(ascii: "a") || first == UInt8(ascii: "@"))
      && text.utf8.allSatisfy { byte in
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20,
          UInt8(ascii: "-"), UInt8(ascii: "."), 0x7F, 0x60:
          true
        default: false
        }
      }
  }

  /// A row as an object.
  func object(_ line: LineBytes) -> JSONValue {
    let values = CSVColumns.values(of: line, divider)
    var members: [(String, JSONValue)] = []
    for (name, value) in zip(names, values) where !members.contains(where: { $0.0 == name }) {
      // One that stands for a number since 1970 is one.
      let name = CSVColumns.texts.contains(name.lowercased()) ? "message" : name
      members.append((name, Int64(value).map(JSONValue.integer) ?? .string(value)))
    }
    return .object(JSONObject(members))
  }

  private static func values(of line: LineBytes, _ divider: UInt8) -> [String] {
    var (values, value): ([String], [UInt8]) = ([], [])
    var (place, isQuoted) = (0, false)
    while place < line.count {
      let byte = line[place]
      if byte == quote, isQuoted, line[place + 1] == quote {
        value.append(byte)
        place += 1
      } else if byte == quote {
        isQuoted.toggle()
      } else if byte == divider, !isQuoted {
        values.append(String(decoding: value, as: UTF8.self))
        value = []
      } else {
        value.append(byte)
      }
      place += 1
    }
    return values + [String(decoding: value, as: UTF8.self)]
  }
}
