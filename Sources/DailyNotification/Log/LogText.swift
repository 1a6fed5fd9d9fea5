import CivilTime
import SimulationCore

extension LogMessage {
  /// The whole line: `[DNP-<CATEGORY>] <message>`, times as ISO 8601 UTC.
  public var text: String {
    "\(line.category.prefix) \(body)"
  }

  /// The message without its prefix.
  public var body: String {
    var fields = TemplateFields()
    return visitFields(&fields).template.text { fields.text(of: $0.name) }
  }
}

/// Collects a message's fields as text, to fill a template.
private struct TemplateFields: FieldVisitor {
  var values: [(name: String, text: String)] = []

  mutating func field(_ name: StaticString, _ value: String) {
    values.append((name.description, value))
  }

  mutating func field(_ name: StaticString, _ value: Int64) {
    values.append((name.description, String(value)))
  }

  mutating func field(_ name: StaticString, _ value: Bool) {
    values.append((name.description, value ? "true" : "false"))
  }

  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
    values.append((name.description, epochMilliseconds.map(ISO8601.text) ?? "none"))
  }

  mutating func number(_ name: StaticString, _ value: Int64?) {
    values.append((name.description, value.map { String($0) } ?? "none"))
  }

  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
    values.append((name.description, text()))
  }

  /// The value of a field; its place when the message has none of that name.
  func text(of name: String) -> String {
    values.first { $0.name == name }?.text ?? "{\(name)}"
  }
}
