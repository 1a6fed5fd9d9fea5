import DeviceModel

/// What `dnp sessions show` writes as JSON.
enum SessionDetailSchema {
  static let file = SchemaFile(
    "sessions-show", "A session of the console",
    "What `dnp sessions show --format json` prints.",
    .object([
      "name": .filled.about("The session."),
      "branches": .list(
        .object([
          "name": .filled, "isCurrent": .boolean.about("Whether the session is on it."),
          "platform": .words(DevicePlatform.self).orNull.about(
            "The system of the phone; null where it is damaged."),
          "origin": .string.about("Where it comes from, in words, such as new phone."),
          "parent": .string.orNull.about("The branch that it left; null where it left none."),
          "presses": .count.about("How many inputs were kept, and are whole."),
          "time": .integer.orNull.about("The phone's clock, in milliseconds since the Unix epoch."),
          "savedAt": .integer.orNull.about(
            "The host's clock when it was last written, in milliseconds since the Unix epoch."),
          "traceHash": .string(matching: "^[0-9a-f]+$").orNull,
        ])
      ).about("In the order in which they began; none where the session has not begun."),
      "shown": .string.orNull.about(
        "The branch whose journal follows; null where the session has not begun."),
      "journal": .list(
        .object([
          "number": .integer(from: 1).about("From 1."),
          "time": .integer.about(
            "What the phone's clock read, in milliseconds since the Unix epoch."),
          "title": .string.about("A button's title, a method or a verb."),
          "isButton": .boolean.about("Whether it was a button."),
        ])
      ).about("What was done on that branch, in its order."),
      "damages": .list(.string).about(
        "Where the session is damaged; what follows there is not shown. Exit code 65."),
    ]))
}
