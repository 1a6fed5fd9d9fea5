/// How to tell records of a kind, or of a kind narrowed by a field: `notDelivered.denied`.
struct RecordRow: Hashable, Sendable {
  /// The kind; for a narrowed one followed by a dot and the field's value.
  let key: String
  /// The record in words; `{name}` stands for a field.
  let text: String

  init(_ key: String, _ text: String) {
    self.key = key
    self.text = text
  }

  /// The names of the placeholders in the sentence, in order.
  var placeholders: [String] {
    text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
  }
}
