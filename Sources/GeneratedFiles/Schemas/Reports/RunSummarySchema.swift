import DailyNotification
import DeviceModel
import History
import JSONText
import Scenarios

/// The summary of a run.
enum RunSummarySchema {
  static let file = SchemaFile(
    "run-summary", "Run summary",
    """
    What `dnp run --report json=PATH` writes. Times are ISO 8601 UTC, durations virtual \
    milliseconds.
    """,
    .object([
      "schemaVersion": Schema(["const": 1]),
      "tool": .object([
        "name": .word("dnp"), "version": .string, "build": .words(["debug", "release"]),
      ]), "tzDataVersion": .string.about("The release of the time zone database."),
      "startedAt": .one(of: [.ref("time"), .null]).about(
        "By the host's clock; null over the bridge."),
      "stoppedAt": .one(of: [.ref("time"), .null]).about(
        "By the host's clock; null over the bridge."),
      "outcome": .words(["passed", "failed", "aborted", "notJudged"]).about(
        "notJudged: nothing was expected of the session."), "counts": .ref("counts"),
      "knownLimits": .list(.string).about("What the simulated phone does not show."),
      "cutScenarios?": .integer.about(
        "How many scenarios that did not pass are cut (`isCut`); absent where none is."),
      "scenarios": .list(.ref("scenario")),
    ]),
    definitions: [
      ("place", place), ("excerpt", excerpt), ("time", time), ("counts", counts),
      ("scenario", scenario), ("step", step), ("violation", violation), ("snapshot", snapshot),
      ("attempt", attempt), ("drift", drift), ("recovery", recovery), ("occurrence", occurrence),
    ])

  private static let place = Schema.integer(from: 1).orNull.about(
    "Where what was expected is written, counted from 1; null where nothing is.")

  private static let excerpt = Schema.object([
    "text": .string.about(
      "The line; of a long one the part around the place, with … where it is cut."),
    "offset": .count.about("How many characters of the text are before the place."),
  ]).orNull.about(
    """
    The line of the file on which what was expected is written; null where nothing is, and for a \
    line with a secret.
    """
  )

  private static let time = Schema.string.about("An ISO 8601 time in UTC.")

  private static let counts = Schema.object([
    "scenarios": .integer, "passed": .integer, "failed": .integer, "aborted": .integer,
    "skipped": .integer, "notRun": .integer.about("Left out after a failure or an interruption."),
    "violations": .integer.about("Allowed ones included."),
    "notJudged": .integer.about("Sessions of which nothing was expected."),
    "flaky": .integer.about("Passed only after an attempt that did not."),
    "steps": .object([
      "passed": .integer, "failed": .integer, "notRun": .integer, "skipped": .integer,
      "waiting": .integer.about("Presses of an interactive session whose call has no reply yet."),
      "notJudged": .integer.about(
        """
        Presses of a session that were rejected, refused or lost, and of which nothing was \
        expected.
        """
      ),
    ]),
  ])

  private static let scenario = Schema.object([
    "name": .string, "path": .string, "description": .string, "tags": .list(.string),
    "outcome": .words(["passed", "failed", "aborted", "skipped", "notRun", "notJudged"]),
    "skipReason": .string.orNull.about("Why it was skipped."),
    "isFlaky": .boolean.about("Passed only after an attempt that did not."),
    "failures": .list(.string).about("What went wrong, one text each."),
    "attempts": .list(.ref("attempt")).about("The attempts before this one."),
    "further?": .object([
      "purpose": .words(FurtherCommand.Purpose.self),
      "command": .string.about("The command for a shell."),
      "words": .list(.string).about("Its words, not quoted."),
      "needsFile": .boolean.about(
        "Whether the scenario came from stdin and has to be written to FILE first."),
    ]).orNull.about("A command that shows more of a run that did not pass; null where none does."),
    "seed": .string.about("A whole number as text, since JSON readers round beyond 2^53."),
    "platform": .words(DevicePlatform.self), "variant": .words(DeviceVariant.self),
    "osVersion": .string, "zone": .string.about("An IANA identifier."), "knobs": .map(.string),
    "configurationHash": .string.about("16 hexadecimal digits."),
    "traceHash": .string.about("16 hexadecimal digits over every record."),
    "records": .integer.about("How many records the trace had."),
    "virtual": .object([
      "startedAt": .ref("time"), "stoppedAt": .ref("time"), "durationMs": .integer,
    ]), "steps": .list(.ref("step")),
    "invariants": .list(
      .object(["id": .integer, "name": .string, "checks": .integer, "violations": .integer])),
    "violations": .list(.ref("violation")),
    "telemetry": .list(
      .object(["name": .string.about("Prometheus name with labels."), "value": .integer])),
    "snapshot": .ref("snapshot"),
    "occurrences": .list(.ref("occurrence")).about(
      """
      What became of each planned notification, in the order of their times; the latest 1,000, \
      of an aborted scenario 100.
      """
    ), "omittedOccurrences": .integer.about("How many more are known of: those of the same days."),
    "drift": .list(.ref("drift")).about(
      "Each notification that was shown, and how far off its planned time."),
    "recoveries": .list(.ref("recovery")).about("What the plugin made good at its entries."),
    "isCut?": Schema(["const": true]).about(
      """
      Only where the details are left out: steps, invariants, violations, attempts, knobs, \
      telemetry, drift, recoveries and log are empty, and of the failures the first is there, \
      shortened.
      """
    ),
    "omittedMarks": .integer.about(
      "How many later entries of both, and of the picture, were left out."),
    "logLines": .integer.about("How many lines at info and above."),
    "logExcerpt": .list(
      .object(["at": .ref("time"), "level": .words(["info", "warning", "error"]), "text": .string])
    ).about(
      """
      The last 50 lines of a scenario that did not pass; in a summary of the console and of a \
      bundle the last 1,000 of any.
      """
    ),
  ])

  private static let step = Schema.object([
    "number": .integer.about("From 1."), "line": .integer.about("The line in the file, from 1."),
    "title": .string.about("The label, or the step in words."),
    "text": .string.about("The step in words."), "phase": .words(StepPhase.self),
    "file": .string.orNull.about(
      "The included file that it stands in; null for the scenario's own."),
    "outcome": .words(["passed", "failed", "notRun", "skipped", "waiting", "notJudged"]),
    "skipReason": .string.orNull.about("Why it was skipped."),
    "at": .string.orNull.about(
      "When it began by the phone's wall clock; null when it did not run."),
    "instantMs": .integer.orNull.about("When it began, in milliseconds since the run began."),
    "durationMs": .integer.about("A call's wait for its reply included."),
    "message": .string.orNull.about("Why it failed."),
    "failure": .object([
      "expected": .string, "found": .string, "at": .ref("time"), "instantMs": .integer,
      "lastRecords": .list(.string), "line?": .ref("place"), "column?": .ref("place"),
      "excerpt?": .ref("excerpt"), "hint?": .string.orNull.about("What may have been forgotten."),
      "others?": .list(
        .object([
          "expected": .string, "found": .string, "line": .ref("place"), "column": .ref("place"),
          "excerpt?": .ref("excerpt"),
        ])
      ).about("What else was not as expected at the same step."),
    ]).orNull,
    "judgement": .object(["verdict": .words(Judgement.Verdict.self).orNull, "note": .string])
      .orNull.about("What a person said about it."),
    "reply?": .object([
      "value?": .any, "rejected?": .string, "refused?": .string, "message?": .string,
      "lost?": Schema(["const": true]), "done?": Schema(["const": true]),
      "waiting?": Schema(["const": true]),
    ]).orNull.about(
      """
      How it ended: value, rejected, refused, lost, done or waiting; null for a step that did \
      nothing to the phone. Only in a summary of the console and of a bundle.
      """
    ),
  ])

  private static let violation = Schema.object([
    "id": .integer, "name": .string, "at": .ref("time"),
    "record": .integer.about("The last record before it was seen."), "message": .string,
    "isAllowed": .boolean,
  ])

  private static let snapshot = Schema.object([
    "last_schedule": .string.orNull, "last_prefetch": .string.orNull,
    "last_notification": .string.orNull, "prefetch_success": .boolean,
    "cached_content_used": .boolean, "contentHash": .string.orNull, "scheduleHash": .string.orNull,
  ]).about("The plugin's schedule snapshot at the end of the run.")

  private static let attempt = Schema.object([
    "number": .integer.about("From 1."), "seed": .string.about("A whole number as text."),
    "outcome": .words(["failed", "aborted"]), "failures": .list(.string), "durationMs": .integer,
  ])

  private static let drift = Schema.object([
    "id": .string, "source": .words(ContentSource.self), "planned": .ref("time"),
    "delivered": .ref("time"), "driftMs": .integer,
  ])

  private static let recovery = Schema.object([
    "at": .ref("time"), "scenario": .words(RecoveryScenario.self), "missed": .integer,
    "verified": .integer, "rescheduled": .integer,
  ])

  private static let occurrence = Schema.object([
    "schedule": .string.about(
      """
      The schedule's name among all kinds: a daily one's id, `reminder_` and the id, \
      `dual_daily_notification`.
      """
    ), "kind": .words(["daily", "reminder", "dual"]), "planned": .ref("time"),
    "zone": .string.about("The phone's zone at that time."),
    "outcome": .words(OccurrenceResult.Outcome.self).about(
      """
      What the person saw. notShown: nothing in the system can show it any more; due: its time \
      has come and it may still be shown; ahead: its time has not come; withdrawn: cancelled or \
      moved before its time.
      """
    ),
    "cause": .string.orNull.about(
      """
      Why it was not shown, or with default text, what holds it back, or `notArmed`, as one word.
      """),
    "reason": .string.orNull.about("The same in words."),
    "shown": .list(.ref("time")).about("When it was shown, each time."),
    "content": .words(OccurrenceHistory.Content.self).orNull.about(
      """
      What it showed: fetched before its time, live when it came, the schedule's default text, \
      or a reminder's own text.
      """
    ),
    "presentation": Schema.presentation.orNull.about(
      "What was seen and heard of it when it was shown last; null where it was not shown."),
    "prefetch": .object([
      "earliest": .ref("time").orNull, "started": .ref("time").orNull,
      "outcome": .words(OccurrenceResult.Prefetch.Outcome.self),
    ]).orNull.about("The prefetch for it; null where there was none."),
    "reported": .words(OccurrenceResult.Report.self).about(
      "What the plugin has told of it."),
  ]).about("A planned notification: what the person saw of it, and what the plugin knows.")
}
