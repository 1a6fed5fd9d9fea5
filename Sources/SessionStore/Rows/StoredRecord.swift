/// A record of the trace, readable without the program that wrote it.
package struct StoredRecord: Hashable, Sendable {
  /// Its number in the trace, from 0.
  package var sequence: Int64
  /// The number of the record that it follows from.
  package var cause: Int64?
  /// In milliseconds since the phone's start.
  package var instant: Int64
  /// What the phone's clock read, in milliseconds since the Unix epoch.
  package var time: Int64
  /// Its level: debug, info, warning or error.
  package var level: String
  /// Its kind.
  package var kind: String
  /// The line that the log shows for it.
  package var text: String
  /// Its fields, as canonical JSON.
  package var fields: String

  package init(
    sequence: Int64, cause: Int64?, instant: Int64, time: Int64, level: String, kind: String,
    text: String, fields: String
  ) {
    self.sequence = sequence
    self.cause = cause
    self.instant = instant
    self.time = time
    self.level = level
    self.kind = kind
    self.text = text
    self.fields = fields
  }
}
