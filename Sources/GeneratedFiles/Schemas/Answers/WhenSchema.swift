/// What `dnp when` writes as JSON.
enum WhenSchema {
  static let file = SchemaFile(
    "when", "Next firings",
    "What `dnp when --format json` prints: the firings in their order.",
    .list(
      .object([
        "number": .integer(from: 1).about("From 1."), "zone": .filled.about("The IANA zone."),
        "local": .string(
          matching:
            """
            \
            ^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}(:[0-9]{2})?$
            """
        ).about("The wall time in the zone, with its offset."),
        "utc": .string(
          matching: #"^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$"#
        ).about("The same instant in UTC."),
        "epochMilliseconds": .integer.about(
          "The same instant, in milliseconds since the Unix epoch."),
        "sincePreviousMilliseconds": .integer(from: 1).orNull.about(
          "Milliseconds since the previous firing; null for the first."),
        "notes": .list(
          .object([
            "kind": .words([
              "movedForward", "lostInGap", "dateSkipped", "firstOfTwo",
            ]).about("What a change of the offset did."),
            "wallTime": .string(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$")
              .about(
                "The wall time that it is about: one that does not exist, or one that occurs twice."
              ), "text": .filled.about("The same for people."),
          ])
        ).about("What changes of the offset did to it."),
      ])))
}
