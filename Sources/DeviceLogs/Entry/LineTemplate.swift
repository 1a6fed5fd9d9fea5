import DailyNotification

/// A row's template, cut at its placeholders.
struct LineTemplate: Sendable {
  let line: LogLine
  /// The texts between the placeholders, empty ones at the ends included: one more than `names`.
  let literals: [[UInt8]]
  let names: [String]
  /// The template with nil for each placeholder.
  let pattern: [UInt8?]

  init(_ line: LogLine, _ template: [UInt8]) {
    self.line = line
    var literals: [[UInt8]] = [[]]
    var names: [String] = []
    var pattern: [UInt8?] = []
    var name: [UInt8]?
    for byte in template {
      if byte == UInt8(ascii: "{") {
        name = []
      } else if byte == UInt8(ascii: "}"), let read = name {
        names.append(String(decoding: read, as: UTF8.self))
        literals.append([])
        pattern.append(nil)
        name = nil
      } else if name == nil {
        literals[literals.count - 1].append(byte)
        pattern.append(byte)
      } else {
        name?.append(byte)
      }
    }
    (self.literals, self.names, self.pattern) = (literals, names, pattern)
  }

  /// Whether the template ends in a placeholder for a time.
  var endsInTime: Bool { literals.last?.isEmpty == true && names.last == "time" }

  /// What a text has in the placeholders; nil when it was not made from this template.
  func fields(in text: [UInt8]) -> [LogEntry.Field]? {
    guard text.starts(with: literals[0]) else { return nil }
    var fields: [LogEntry.Field] = []
    var place = literals[0].count
    for (index, name) in names.enumerated() {
      let literal = literals[index + 1]
      let isLast = index == names.count - 1
      guard let end = isLast ? last(literal, in: text, from: place) : first(literal, text, place)
      else { return nil }
      fields.append(
        LogEntry.Field(name: name, text: String(decoding: text[place..<end], as: UTF8.self)))
      place = end + literal.count
    }
    return place == text.count ? fields : nil
  }

  private func first(_ literal: [UInt8], _ text: [UInt8], _ start: Int) -> Int? {
    guard text.count - literal.count >= start else { return nil }
    return (start...text.count - literal.count).first { text[$0...].starts(with: literal) }
  }

  private func last(_ literal: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    let place = text.count - literal.count
    return place >= start && text[place...].starts(with: literal) ? place : nil
  }
}
