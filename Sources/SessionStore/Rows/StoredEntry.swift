/// A row of the journal: something that was done to the phone.
package struct StoredEntry: Hashable, Sendable {
  /// Its number in its branch, from 1.
  package var number: Int
  /// When, in milliseconds since the phone's start.
  package var instant: Int64
  /// What the phone's clock read, in milliseconds since the Unix epoch.
  package var time: Int64
  /// What was chosen: a button's title, a method or a verb.
  package var title: String
  /// Whether it was a button.
  package var isButton: Bool
  /// The commands, as canonical JSON, without secrets.
  package var commands: String
  /// How many records there were before it.
  package var records: Int64
  /// The hash of the trace before it.
  package var traceHash: String
  /// The version of the program that did it.
  package var engine: String

  package init(
    number: Int, instant: Int64, time: Int64, title: String, isButton: Bool, commands: String,
    records: Int64, traceHash: String, engine: String
  ) {
    self.number = number
    self.instant = instant
    self.time = time
    self.title = title
    self.isButton = isButton
    self.commands = commands
    self.records = records
    self.traceHash = traceHash
    self.engine = engine
  }
}
