import DailyNotification

/// A record of a trace.
enum RecordSchema {
  static let file = SchemaFile(
    "record", "Record of a trace",
    "Something that happened on the phone, as `dnp why` and `dnp diff` print it.",
    .object([
      "sequence": .count.about("Its number in the run, from 0."),
      "cause": .count.orNull.about(
        "The number of the record that led to it; null where nothing did."),
      "instant": .count.about("Milliseconds since the run's start."),
      "time": .integer.about("The phone's wall clock, in milliseconds since the Unix epoch."),
      "level": .words(LogLevel.self).about("How important it is."),
      "kind": .filled.about("What happened; docs/scenarios.md lists the kinds."),
      "fields": .open([:]).about("What the kind says."),
      "text?": .string.about("The line as it is logged; of records of the log only."),
    ]))
}
