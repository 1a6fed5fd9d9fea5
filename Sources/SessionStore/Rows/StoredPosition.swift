/// How far the time of a branch has come.
package struct StoredPosition: Hashable, Sendable {
  /// In milliseconds since the phone's start.
  package var instant: Int64
  /// What the phone's clock reads, in milliseconds since the Unix epoch.
  package var time: Int64
  /// How many entries the journal has.
  package var entries: Int
  /// How many records there are.
  package var records: Int64
  /// The hash of the trace.
  package var traceHash: String
  /// The version of the program that has come here.
  package var engine: String
  /// When it was written, in milliseconds since the Unix epoch.
  package var savedAt: Int64

  package init(
    instant: Int64, time: Int64, entries: Int, records: Int64, traceHash: String, engine: String,
    savedAt: Int64
  ) {
    self.instant = instant
    self.time = time
    self.entries = entries
    self.records = records
    self.traceHash = traceHash
    self.engine = engine
    self.savedAt = savedAt
  }
}
