import JSONText

/// Values that a message names.
enum MessageFields {
  /// The most values that are read of a message.
  private static let fieldsMax = 32
  /// Milliseconds since 1970 that are read as times: from 1973 to the year 9999.
  static let times: ClosedRange<Int64> = 100_000_000_000...253_402_300_799_999

  /// Each `key=value` of a message; a value ends before a blank, a comma or a bracket.
  static func pairs(_ text: String) -> [LogEntry.Field] {
    var fields: [LogEntry.Field] = []
    let bytes = Array(text.utf8)
    var place = 0
    while let sign = bytes[place...].firstIndex(of: UInt8(ascii: "=")), fields.count < fieldsMax {
      var start = sign
      while start > place, isName(bytes[start - 1]) { start -= 1 }
      var end = sign + 1
      while end < bytes.count, !isEnd(bytes[end]) { end += 1 }
      if start < sign, end > sign + 1 {
        fields.append(
          LogEntry.Field(
            name: String(decoding: bytes[start..<sign], as: UTF8.self),
            text: String(decoding: bytes[sign + 1..<end], as: UTF8.self)))
      }
      place = end
    }
    return fields
  }

  /// The values after `| Data:` and `| Duration:`.
  static func parts(_ text: String) -> [LogEntry.Field] {
    var fields: [LogEntry.Field] = []
    if let data = text.firstRange(of: "| Data: ") {
      let rest = text[data.upperBound...]
      let end = rest.firstRange(of: " | Duration:")?.lowerBound ?? rest.endIndex
      let value = try? JSONParser.parse(Array(rest[..<end].utf8))
      for member in (value?.objectValue?.members ?? []).prefix(fieldsMax) {
        guard let text = plain(member.value) else { continue }
        fields.append(LogEntry.Field(name: member.key, text: text))
      }
    }
    if let duration = text.firstRange(of: "| Duration: ") {
      let digits = text[duration.upperBound...].prefix(while: \.isWholeNumber)
      if !digits.isEmpty { fields.append(LogEntry.Field(name: "duration", text: String(digits))) }
    }
    return fields
  }

  /// A value that has no parts.
  private static func plain(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .null: "none"
    case .bool, .integer, .number: value.canonicalText
    case .array, .object: nil
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte <= 0x20 || ",;)|]".utf8.contains(byte)
  }
}
