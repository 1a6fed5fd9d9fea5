import DeviceModel

/// How to explain records of a kind, or of a kind narrowed by a field: `notDelivered.denied`.
struct RecordRow: Hashable, Sendable {
  /// The kind; for a narrowed one followed by a dot and the field's value.
  let key: String
  /// What such a record does to a request, task, fetch or call.
  let role: RecordRole
  /// The record in words; `{name}` stands for a field.
  let text: String

  init(_ key: String, _ role: RecordRole, _ text: String) {
    self.key = key
    self.role = role
    self.text = text
  }

  /// The names of the placeholders in the sentence, in order.
  var placeholders: [String] {
    text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
  }
}
