import DailyNotification

/// A row's template, split at its placeholders.
struct LineTemplate: Sendable {
  let line: LogLine
  /// The strings between the placeholders, including empty ones at the ends: `names.count + 1`.
  let literals: [[UInt8]]
  let names: [String]
  /// The template's bytes, with nil for each placeholder.
  let pattern: [UInt8?]
  /// Whether the template ends in a place for a time.
  let endsInTime: Bool

  /// Makes the row of a line; `normalized` has one spelling for what logs write differently.
  init(_ line: LogLine, _ template: LogTemplate, normalized: ([UInt8]) -> [UInt8]) {
    self.line = line
    literals = template.literals.map { normalized(Array($0.utf8)) }
    names = template.fields.map(\.name)
    pattern = Array(literals.map { $0.map { Optional($0) } }.joined(separator: [nil]))
    endsInTime = literals.last?.isEmpty == true && template.fields.last?.isTime == true
  }

  /// The values of the placeholders in a message; nil when it was not made from this template.
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
