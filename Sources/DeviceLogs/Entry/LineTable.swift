import CivilTime
import DailyNotification

/// Finds the row of the plugin's table that a message was made from.
enum LineTable {
  /// The result for a message.
  struct Match {
    var lines: [LogLine] = []
    var fields: [LogEntry.Field] = []
  }

  /// What the system writes in place of hidden text.
  static let hidden: StaticString = "<private>"

  /// The rows that a message of a category can be; none when the plugin never writes it.
  static func match(_ message: [UInt8], _ category: LogCategory) -> Match {
    let match = match(normalized: normalized(message), category)
    guard match.lines.isEmpty, let place = questionMark(in: message) else { return match }
    // What a code page without the arrow has made of it.
    var arrowed = message
    arrowed.replaceSubrange(place..<place + 1, with: "->".utf8)
    return self.match(normalized: normalized(arrowed), category)
  }

  /// The index of a question mark between a call and what it returned.
  private static func questionMark(in message: [UInt8]) -> Int? {
    message.indices.first { begins(message, $0, ") ? ") }.map { $0 + 2 }
  }

  private static func match(normalized text: [UInt8], _ category: LogCategory) -> Match {
    for row in rows where row.line.category == category {
      if let fields = row.fields(in: text), isWhole(row, fields) {
        return settled(Match(lines: [row.line], fields: fields))
      }
    }
    guard contains(hidden, text) else { return shortened(text, category) }
    let pattern = PrivateText.pattern(text)
    let lines = rows.filter { row in
      row.line.category == category && PrivateText.canMeet(pattern, row.pattern)
    }
    return Match(lines: LogLine.allCases.filter { line in lines.contains { $0.line == line } })
  }

  /// The row of a message that was shortened by hand; its fields are unknown.
  private static func shortened(_ text: [UInt8], _ category: LogCategory) -> Match {
    guard PrivateText.isShortened(text) else { return Match() }
    let pattern = PrivateText.pattern(text, Array("...".utf8))
    let meeting = rows.filter { row in
      row.line.category == category && PrivateText.canMeet(pattern, row.pattern)
    }
    guard let row = meeting.first, meeting.allSatisfy({ $0.line == row.line }) else {
      return Match()
    }
    let fields = row.names.map { LogEntry.Field(name: $0, text: hidden.description) }
    return Match(lines: [row.line], fields: fields)
  }

  /// Some rows share their template with another one; a field decides between them.
  private static func settled(_ match: Match) -> Match {
    guard let line = match.lines.first else { return match }
    let field = match.fields.first?.text
    var settled = match
    if [.configureCalled, .called].contains(line), let field {
      if field == hidden.description {
        settled.lines = [.configureCalled, .called]
      } else {
        settled.lines = field == "configure" ? [.configureCalled] : [.called]
      }
    } else if [.recovered, .recoveredQuietly].contains(line) {
      let isQuiet = field.flatMap(RecoveryScenario.init(rawValue:))?.isQuiet == true
      settled.lines = [isQuiet ? .recoveredQuietly : .recovered]
    }
    return settled
  }

  /// Whether the time at a template's end is complete: a line can be wrapped inside it.
  private static func isWhole(_ row: LineTemplate, _ fields: [LogEntry.Field]) -> Bool {
    guard row.endsInTime, let last = fields.last else { return true }
    return last.text == hidden.description || ISO8601.parse(last.text) != nil
  }

  private static let rows = LogLine.allCases.flatMap { line in
    ([line.template] + line.earlierTemplates).map { LineTemplate(line, $0, normalized: normalized) }
  }

  /// The message with every spelling of `→` replaced by `->`.
  private static func normalized(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) else { return text }
    // In UTF-8, as syslog and JSON escape it, and UTF-8 read as code page 437, 850 or 1252.
    let spellings: [StaticString] = [
      "→", "\\M-b\\M^F\\M^R", "\\134M-b\\134M^F\\134M^R", "\\u2192", "ΓåÆ", "ÔåÆ", "â†’",
      "\u{E2}\u{86}\u{92}",
    ]
    var result: [UInt8] = []
    var place = 0
    while place < text.count {
      if let spelling = spellings.first(where: { begins(text, place, $0) }) {
        result += [UInt8(ascii: "-"), UInt8(ascii: ">")]
        place += spelling.utf8CodeUnitCount
      } else {
        result.append(text[place])
        place += 1
      }
    }
    return result
  }

  private static func contains(_ wanted: StaticString, _ text: [UInt8]) -> Bool {
    text.indices.contains { begins(text, $0, wanted) }
  }

  private static func begins(_ text: [UInt8], _ place: Int, _ wanted: StaticString) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      return ByteSearch.begins(base, place, bytes.count, wanted)
    }
  }
}
