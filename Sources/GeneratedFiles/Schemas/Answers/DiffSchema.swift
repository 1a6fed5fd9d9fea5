import DeviceModel
import JSONText

/// What `dnp diff` writes as JSON.
enum DiffSchema {
  static let file = SchemaFile(
    "diff", "Where two runs differ",
    """
    What `dnp diff --format json` prints: of two scenarios the records, of two run summaries the \
    values, of one scenario what each version of the plugin does to the person.
    """,
    .choice(
      if: Schema(["properties": ["compared": ["const": "records"]]]), then: .ref("records"),
      else: .choice(
        if: Schema(["properties": ["compared": ["const": "summaries"]]]), then: .ref("summaries"),
        else: .ref("profiles"))
    ).with([
      "type": "object",
      "properties": [
        "compared": [
          "description": "What was compared.", "enum": ["records", "summaries", "profiles"],
        ]
      ], "required": ["compared"],
    ]),
    definitions: [
      ("records", records), ("end", end), ("summaries", summaries), ("profiles", profiles),
      ("day", day),
    ])

  private static let records = Schema.object([
    "compared": .word("records"), "a": .string.about("The first file, as it was named."),
    "b": .string.about("The second file."),
    "isEqual": .boolean.about("Whether every record is equal."),
    "equalRecords": .count.about("How many records were equal."),
    "differences": .list(
      .object([
        "record": .count.about("Its number, from 0."), "a": .ref("record", nil).orNull,
        "b": .ref("record", nil).orNull,
        "fields": .list(
          .object([
            "name": .string.about("The field; that of a kind begins with `fields.`."),
            "a": .string.orNull.about(
              "Its value as text; null where the record has no such field."), "b": .string.orNull,
          ])
        ).about("The fields that differ."),
        "before": .list(.ref("record", nil), 0...3).about("Equal records before it."),
      ]), 0...2
    ).about("None, one, or two where the configurations differ."), "endOfA": .ref("end").orNull,
    "endOfB": .ref("end").orNull,
  ])

  private static let end = Schema.object([
    "outcome": .words(["passed", "failed", "skipped", "aborted"]),
    "failure": .string.orNull.about("The first failure."), "records": .count.about("How many."),
    "traceHash": .string(matching: "^[0-9a-f]+$"),
  ]).about("How a run ended; null where it was not run so far.")

  private static let summaries = Schema.object([
    "compared": .word("summaries"), "a": .string.about("The first file, as it was named."),
    "b": .string.about("The second file."),
    "isEqual": .boolean.about("Whether every value is equal."),
    "count": .count.about("How many values differ."),
    "first": .object([
      "pointer": .string.about("Where it is, as a JSON Pointer."),
      "a?": .any.about("The first summary's value; left out where it has none."),
      "b?": .any.about("The second summary's value; left out where it has none."),
    ]).orNull.about("The first difference; null where there is none."),
  ])

  private static let profiles = Schema.object([
    "compared": .word("profiles"), "scenario": .string.about("The file, as it was named."),
    "platform": .words(DevicePlatform.self).about("The phone's system."),
    "isEqual": .boolean.about(
      "Whether nothing differs but outcome, reason, failedSteps and the run's days."),
    "profiles": .list(
      .object([
        "profile": .words(["normal", "upstream", "upstream-code"]),
        "outcome": .words(["passed", "failed", "skipped", "aborted"]),
        "reason": .string.orNull.about("Why it was skipped, or the first failure."),
        "failedSteps": .count.about("How many steps failed; the ones after them ran all the same."),
        "firstDay": .ref("day"), "lastDay": .ref("day"),
        "daysPlanned": .list(.ref("day")).about(
          "The days of a notification that was shown, or should have been."),
        "daysWithNothing": .list(.ref("day")).about("Those of them on which nothing was shown."),
        "daysWithDefaultText": .list(.ref("day")).about(
          "Those on which one was shown without fetched content."),
        "shown": .count.about("Shown in all."),
        "otherTimes": .list(
          .object([
            "id": .string.about("The schedule's name."),
            "planned": .string.about("The time, ISO 8601."),
          ])
        ).about("What was shown for times for which `normal` shows nothing."),
        "missed": .count.about("Reported as missed."), "rejected": .count.about("Rejected calls."),
      ])
    ).about("The run with each version of the plugin; `normal` is this one."),
  ])

  private static let day = Schema.string(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$").about(
    "A day in the phone's zone.")
}
