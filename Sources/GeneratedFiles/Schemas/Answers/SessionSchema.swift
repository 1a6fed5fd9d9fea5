import JSONText

/// An exported session.
enum SessionSchema {
  static let file = SchemaFile(
    "session", "Session",
    "What `dnp sessions export` writes and `dnp sessions import` reads.",
    .object([
      "dnpSession": Schema(["const": 1]), "name": .string.about("The session's name."),
      "engine": .string.about("The version that wrote it."),
      "branch": .string.about("The name of the present branch."), "branches": .list(.ref("branch")),
      "scenario": .string.about(
        "A scenario as YAML that repeats the present branch; empty where it cannot be made."),
    ]),
    definitions: [("branch", branch), ("entry", entry), ("position", position)])

  private static let branch = Schema.object([
    "name": .string, "parent": .string.orNull.about("The branch that it left."),
    "origin": .string.about("Where it comes from, in words."),
    "configuration": .string.about("The phone as canonical JSON."), "platform": .string,
    "engine": .string.about("The version that began it."), "journal": .list(.ref("entry")),
    "position": .ref("position"),
  ])

  private static let entry = Schema.object([
    "instant": .count.about("Milliseconds since the phone's start."),
    "time": .integer.about("What the phone's clock read, in milliseconds since the Unix epoch."),
    "title": .string.about("A button's title, a method or a verb."), "isButton": .boolean,
    "commands": .string.about("The commands as canonical JSON, without secrets."),
    "records": .count.about("How many records there were before it."),
    "traceHash": .string.about("The hash of the trace before it."),
    "engine": .string.about("The version that did it."),
  ])

  private static let position = Schema.object([
    "instant": .count.about("Milliseconds since the phone's start."),
    "time": .integer.about("What the phone's clock reads, in milliseconds since the Unix epoch."),
    "records": .count, "traceHash": .string, "engine": .string.about("The version that came here."),
    "savedAt": .integer.about("Milliseconds since the Unix epoch."),
  ])
}
