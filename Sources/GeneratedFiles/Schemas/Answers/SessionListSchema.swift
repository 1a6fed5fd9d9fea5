import DeviceModel

/// What `dnp sessions list` writes as JSON.
enum SessionListSchema {
  static let file = SchemaFile(
    "sessions", "Sessions of the console",
    "What `dnp sessions list --format json` prints, in the order of the names.",
    .list(
      .object([
        "name": .filled.about("The session."),
        "branch": .string.about("The present branch; empty where the file cannot be read."),
        "branches": .count.about("How many."),
        "platform": .words(DevicePlatform.self).orNull.about(
          "The system of the phone; null where the file cannot be read."),
        "bytes": .count.about("The size of its file."),
        "presses": .count.orNull.about("How many inputs were kept on the present branch."),
        "time": .integer.orNull.about("The phone's clock, in milliseconds since the Unix epoch."),
        "savedAt": .integer.orNull.about(
          "The host's clock when it was last written, in milliseconds since the Unix epoch."),
        "traceHash": .string(matching: "^[0-9a-f]+$").orNull,
        "problem": .string.orNull.about(
          "Why the file cannot be read, or where it is damaged; null where it is whole."),
      ])))
}
