import DailyNotification
import DeviceLogs
import JSONText

/// What `dnp validate-logs` writes as JSON.
enum LogAnswerSchema {
  static let file = SchemaFile(
    "validate-logs", "Verdict on a log",
    "What `dnp validate-logs --format json` prints.",
    .object([
      "schemaVersion": Schema(["const": 3]), "file": .string.about("The file, as it was named."),
      "verdict": .words(LogAnswer.Verdict.self).about(
        "The worst of the profiles."),
      "format": .string.about("The name of the format it was read in."),
      "isFormatGiven": .boolean.about("Whether --log-format named it."),
      "lines": .object([
        "total": .count.about("Lines of the file."),
        "recognized": .count.about("Lines of the format."),
        "continuations": .count.about("Lines that go on with another one."),
        "skipped": .count.about("Lines that tools write between others."),
        "unknown": .count.about("Lines of no format."),
        "cut": .count.about("Lines that were too long."),
        "plugin": .count.about("The plugin's lines."),
        "repeated": .count.about("The plugin's lines that are there twice and count once."),
        "foreign": .count.about("Lines in the plugin's name that it does not write."),
        "private": .count.about("The plugin's lines with hidden text."),
      ]).about("How many lines of each sort."),
      "categories": .list(
        .words(LogCategory.self)
      ).with(["uniqueItems": true]).about("The categories of the plugin's lines that occur."),
      "dialects": .list(.ref("dialect")).about(
        "The dialects of other versions of the plugin that the log is written in."),
      "peeled": .list(.string).about(
        "What other programs had put around the lines, and was taken off."),
      "inferred": .list(
        .object([
          "kind": .words(LogInference.Kind.self),
          "value": .string.orNull.about("What was inferred; null where nothing was."),
          "reason": .string.about("From what."),
        ])
      ).about("What the lines leave out."),
      "warnings": .list(.string).about("What may make the verdict wrong."),
      "doubts": .list(.string).about("What could not be judged."),
      "evidence": .list(
        .object([
          "line": .count.about("The number of the line."),
          "time": .string.orNull,
          "means": .string.about("What the line means."),
          "text": .string.about("What the line says."),
        ])
      ).about("The system's lines that may be about the plugin's app."),
      "profiles": .list(.ref("profile")).about("The sequences that were looked for."),
    ]),
    definitions: [
      ("profile", profile), ("step", step), ("timing", timing), ("finding", finding), ("use", use),
      ("dialect", dialect), ("sum", sum),
    ])

  private static let profile = Schema.object([
    "name": .string.about("As after --profile."), "title": .string.about("What it is."),
    "writer": .string.orNull.about(
      "The app or the phone that it is about, where there are several."),
    "verdict": .words(LogAnswer.Verdict.self),
    "passes": .count.about("How often it occurs."),
    "brokenPasses": .count.about("How often it is broken."), "steps": .list(.ref("step")),
    "timings": .list(.ref("timing")), "findings": .list(.ref("finding")),
    "findingsOmitted": .count.about("How many findings are left out."),
    "sums": .list(.ref("sum")).about("What its `sums` add up to."),
    "reason": .string.orNull.about("Why it was not looked for, where it nearly was."),
    "unchecked": .list(.string).about("What could not be judged."),
    "used": .list(.ref("use")).about("With --explain: the lines that the verdict rests on."),
    "usedOmitted": .count.about("How many of them are left out."),
  ])

  private static let step = Schema.object([
    "lines": .list(.string, from: 1).about("The events that it can be, as log-event names them."),
    "text": .string.about("How the line begins."),
    "verdict": .words(LogAnswer.Step.Verdict.self), "seen": .count.about("How often."),
    "first": .string.orNull.about("The event of the first such line."),
    "firstLine": .integer(from: 1).orNull.about("Its number in the file."),
    "firstTime": .string.orNull.about("As far as the log says."),
    "place": .integer(from: 1).orNull.about("Its place in the sequence, from 1."),
  ])

  private static let timing = Schema.object([
    "name": .string, "says": .string.about("What is claimed."),
    "checked": .count.about("How often it was checked."),
    "broken": .count.about("How often it was wrong."),
    "unchecked": .string.orNull.about("Why it could not be checked."),
  ])

  private static let finding = Schema.object([
    "kind": .words(LogFinding.Kind.self), "severity": .words(LogProfile.Severity.self),
    "text": .string.about("What is wrong."),
    "line": .integer(from: 1).orNull.about("The line of the file."),
    "step": .count.orNull.about("The number of the step."),
    "pass": .count.about("Which occurrence of the sequence."),
  ])

  private static let use = Schema.object([
    "line": .integer(from: 1).about("The line of the file."),
    "time": .string.orNull.about("As far as the log says."), "text": .string.about("The line."),
    "roles": .list(.string).about("What it was used for."),
  ])

  private static let dialect = Schema.object([
    "name": .string.about("Its name, as docs/logs.md has it."),
    "records": .count.about("How many lines are written in it."),
    "unnamed": .count.about("How many of them have no event."),
  ])

  private static let sum = Schema.object([
    "lines": .list(.integer(from: 1)).about("The numbers of the lines that belong together."),
    "sums": .list(.object(["field": .string, "sum": .integer])),
    "text": .string.about("The same in words."),
  ])
}
