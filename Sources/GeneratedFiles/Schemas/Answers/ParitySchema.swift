import JSONText
import Scenarios

/// What `dnp parity` writes as JSON.
enum ParitySchema {
  static let file = SchemaFile(
    "parity", "Parity",
    "What `dnp parity --format json` prints: both systems side by side.",
    .object([
      "version": Schema(["const": 1]).about("The version of this form."),
      "isExplained": .boolean.about("Whether all runs passed and each difference has a rule."),
      "unexplained": .list(.string).about("What no rule explains, a sentence each."),
      "matrix": .list(.ref("answer")).about("The rows of the plugin's validation matrix."),
      "guarantees": .list(.ref("answer")).about("What the plugin guarantees, and its caveats."),
      "scenarios": .list(
        .object([
          "name": .string.about("The scenario's name."), "path": .string.about("Its file."),
          "ios": .ref("facts"), "android": .ref("facts"), "differences": .ref("differences"),
        ])
      ).about("The scenarios that ran on both systems, in the order of the paths."),
      "oneSystemOnly": .count.about("How many scenarios are about one system."),
      "rules": .map(.string).about("The rules by which the systems differ, each in a sentence."),
    ]),
    definitions: [
      ("answer", answer), ("differences", differences), ("fact", fact), ("facts", facts),
    ])

  private static let answer = Schema.object([
    "title": .string.about("The question."),
    "promised": .object(["ios": .string.orNull, "android": .string.orNull]).about(
      "What is promised; null on a system that has no such thing."), "ios": .ref("facts"),
    "android": .ref("facts"), "differences": .ref("differences"),
    "observed": .list(.ref("fact")).about("The facts that answer the question."),
  ]).about("A question about both systems, and what was observed.")

  private static let differences = Schema.list(
    .object([
      "fact": .ref("fact"), "ios": .string.about("The fact on an iPhone."),
      "android": .string.about("The fact on an Android phone."),
      "rule": .string.orNull.about("The rule that explains it; null when none does."),
    ])
  ).about("The facts that differ.")

  private static let fact = Schema.words(ParityFact.self).about("Something that is compared.")

  private static let facts = Schema.object([
    "outcome": .words(["passed", "failed", "skipped", "aborted", "notRun", "waiting"]),
    "reason": .string.orNull.about("Why it was skipped, or the first failure."),
    "shown": .integer.about("How many notifications were shown."),
    "fetched": .integer.about("How many of them had fetched content."),
    "driftMs": .integer.orNull.about("The latest of them after its time, in milliseconds."),
    "codeAtFireTime": .integer.about("At how many of them the plugin's code ran."),
    "prefetches": .integer.about("How often the prefetch ran."),
    "latenessMs": .integer.orNull.about(
      "How long after its begin date the latest prefetch began, in milliseconds."),
    "tokens": .integer.about("How many requests had a token."),
    "notModified": .integer.about("How many answers were 304."),
    "missed": .integer.about("How many were reported as missed."),
    "pending": .integer.about("How many are pending at the end."),
    "reachMs": .integer.orNull.about("How far ahead the last of those is, in milliseconds."),
    "recoveries": .list(.string).about("The recoveries that were logged."),
    "rejections": .list(.string).about("The rejections of calls."),
    "causes": .list(.string).about("What the system did to requests, alarms and work."),
  ]).about("What was observed in a run.")
}
