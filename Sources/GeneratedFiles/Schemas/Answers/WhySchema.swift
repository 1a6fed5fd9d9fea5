import Scenarios

/// What `dnp why` writes as JSON.
enum WhySchema {
  static let file = SchemaFile(
    "why", "Explanation of a day",
    "What `dnp why --format json` prints.",
    .object([
      "day": .string(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$").about("The day."),
      "zone": .filled.about("The phone's zone on it."),
      "isFine": .boolean.about("Whether the exit code is 0."),
      "run": .object([
        "firstDay": .string(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        "lastDay": .string(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        "interruption": .string.orNull.about("Why the run ended early; null where it did not."),
      ]).about("The days of the run."),
      "notifications": .list(.ref("notification")).about(
        """
        Each notification that was planned for the day or shown on it, in the order of the \
        planned times.
        """
      ),
      "otherCode": .list(
        .object([
          "at": .string(
            matching: #"^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$"#),
          "identifier": .string.about("Of the notification."),
          "record": .count.about("The number of the record."),
        ])
      ).about("Each notification of other code in the app that was shown on the day."),
      "nothing": .ref("nothing").orNull.about("Why nothing was planned; null where something was."),
    ]),
    definitions: [("notification", notification), ("nothing", nothing), ("link", link)])

  private static let notification = Schema.object([
    "id": .string.about("The schedule's name."),
    "planned": .string(
      matching: #"^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$"#),
    "plannedLocal": .string.about("The same as a wall time in its zone."),
    "zone": .string.about("The zone it was planned in."),
    "verdict": .words(StoryVerdict.self).about(
      "What became of it."),
    "shown": .list(
      .object([
        "at": .string(
          matching: #"^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$"#),
        "driftMs": .integer.about("Milliseconds after the planned time."),
        "source": .string.about("Where its text is from."),
        "identifier": .string.about("Of the notification."),
        "record": .count.about("The number of the record."),
      ])
    ).about("Each time it was shown."),
    "remarks": .list(.string).about("What is remarkable about how it was shown."),
    "reasons": .list(.string).about("Why it came to that."),
    "chain": .list(.ref("link")).about("The records that led there."),
    "omittedRecords": .count.about("How many records of the chain are left out."),
  ])

  private static let nothing = Schema.object([
    "reasons": .list(.string), "chain": .list(.ref("link")),
    "isFine": .boolean.about("Whether nothing had to be planned."),
  ])

  private static let link = Schema.object([
    "at": .string.about("The local wall time."),
    "says": .string.about("What happened, in a sentence."), "record": .ref("record", nil),
  ])
}
