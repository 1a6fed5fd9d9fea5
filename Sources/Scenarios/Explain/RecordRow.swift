import DeviceModel

/// How records of a kind are understood that one of their fields narrows: `notDelivered.denied`.
struct RecordRow: Hashable, Sendable {
  /// The kind, a dot, and the value of the field that narrows it.
  let key: String
  /// What such a record does.
  let role: RecordRole
  /// The record in words; `{name}` stands for a field.
  let text: String

  init(_ key: String, _ role: RecordRole, _ text: String) {
    self.key = key
    self.role = role
    self.text = text
  }

  /// The names in the sentence's placeholders, in their order.
  var placeholders: [String] {
    text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
  }
}
