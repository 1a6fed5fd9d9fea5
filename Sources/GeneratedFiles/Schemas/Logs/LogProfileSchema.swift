import DeviceLogs
import JSONText

/// A file of a profile for `dnp validate-logs`.
enum LogProfileSchema {
  static let file = SchemaFile(
    "log-profile", "Log profile",
    "A sequence of log lines that a run of the plugin should write; see docs/logs.md.",
    .object([
      "name": .string(matching: "^[a-z0-9-]{1,40}$").about("The name for --profile."),
      "title": .filled.about("What the sequence is, for people."),
      "passes?": .words(LogProfile.Passes.self).about(
        "Whether only the first occurrence counts, or each. The default is each."),
      "signs?": .ref("lines").about(
        "Lines of which one shows that the sequence belongs to a log. The default is begins."),
      "begins": .ref("lines").about("Lines that begin a pass."),
      "impliedBy?": .ref("lines").about("Lines that begin a pass whose beginning is missing."),
      "until?": .ref("lines").about("Lines that end a pass and are no part of it."),
      "applies?": .object([
        "first": .ref("lines").about("The first line of the plugin in the log, one of these."),
        "with?": .ref("lines").about("Lines that it must have besides."),
      ]).about("What a log must show for the profile to be checked without --profile."),
      "overlap?": .ref("duration").about(
        "How long after its beginning a pass may go on beside the next one; at most two do."),
      "followedBy?": .ref("lines").about(
        "Lines that end a pass of which nothing is missing: they begin what follows it."),
      "cutBy?": .ref("matches").about(
        "Lines that show that a pass was cut short: what it lacks is a warning then."),
      "enough?": .object([
        "line": .ref("lines"),
        "where?": .map(.type("string", "integer")).about("What fields must say."),
        "without?": .ref("lines").about("Lines of which the pass must have none."),
      ]).about("A line that makes a pass whole, whatever else it lacks."),
      "steps": .list(.ref("step"), from: 1).about("The lines in their order."),
      "never?": .list(.ref("never")).about("Lines that should not be there."),
      "contradictions?": .list(.ref("contradiction")).about(
        "Lines of one pass that contradict each other."),
      "states?": .list(.ref("state")).about(
        "What holds from one line until another, and what must or must not come meanwhile."),
      "timings?": .list(.ref("timing")).about("Bounds on times within a pass."),
      "due?": .list(.ref("due")).about("What has to come when the log goes on past a time."),
      "sums?": .list(.ref("sum")).about("Numbers of lines that belong together, added up."),
    ]),
    definitions: [
      ("line", line), ("lines", lines), ("match", match), ("matches", matches),
      ("duration", duration), ("severity", severity), ("field", field), ("step", step),
      ("never", never), ("contradiction", contradiction), ("state", state), ("timing", timing),
      ("due", due), ("sum", sum),
    ])

  private static let line = Schema.words(LogEvent.names).about(
    "A row of the plugin's table of log lines, or an event of another dialect.")

  private static let lines = Schema.one(of: [.ref("line"), .list(.ref("line"), from: 1)])

  private static let match = Schema.one(of: [
    .ref("line"),
    .object([
      "line": .ref("lines"),
      "where?": .map(.type("string", "integer")).about("What fields must say."),
    ]),
  ])

  private static let matches = Schema.one(of: [.ref("match"), .list(.ref("match"), 1...100)])

  private static let duration = Schema.type("string", "integer").with([
    "pattern": "^-?([0-9]+|([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?)$"
  ]).about("Milliseconds, or units from large to small such as 15m, 1h30m or -90s.")

  private static let severity = Schema.words(LogProfile.Severity.self).about(
    "Only errors make a sequence broken. The default is error.")

  private static let field = Schema.string(matching: #"^[A-Za-z]+\.[A-Za-z]+$"#).about(
    "A field of a line, such as taskStarted.actual; 'at' is when the line was written.")

  private static let step = Schema.object([
    "line": .ref("lines").about("The line, or several of which one is wanted."),
    "count?": .type("string", "integer").with(["pattern": #"^[0-9]+(\.\.[0-9]*)?$"#]).about(
      "How often: 1, 1.., 0..1 or 0... The default is 1."),
    "where?": .map(.type("string", "integer")).about("What fields must say."),
  ])

  private static let never = Schema.object([
    "line": .ref("line"), "where?": .map(.type("string", "integer")).about("What fields must say."),
    "kind?": .words(LogFinding.Kind.self), "severity?": .ref("severity"),
    "explainedBy?": .ref("matches").about(
      "Lines, one of which near it makes the finding a warning."),
    "within?": .ref("duration").about("How far away such a line may be."), "says?": .filled,
  ])

  private static let contradiction = Schema.object([
    "line": .ref("lines"),
    "where?": .map(.type("string", "integer")).about("What fields must say."),
    "with": .ref("lines").about("Lines of the same pass that it contradicts."),
    "without?": .ref("lines").about("Lines that explain it."),
    "severity?": .ref("severity"),
    "says": .filled.about("What is meant, for people."),
  ])

  private static let state = Schema.object([
    "name": .filled.about("What it is called."),
    "begins": .ref("matches").about("Lines that begin it."),
    "ends?": .ref("matches").about("Lines that end it."),
    "within?": .ref("duration").about(
      "How long it lasts at most; in a log without times, 20 of the plugin's lines."),
    "forbids?": .ref("matches").about("Lines that must not come while it lasts."),
    "needs?": .ref("lines").about("Lines, one of which must come before it ends."),
    "severity?": .ref("severity"),
    "says": .filled.about("What is meant, for people."),
  ])

  private static let timing = Schema.object([
    "name": .filled,
    "from?": .one(of: [.ref("field"), .list(.ref("field"), 1...1000)]).about(
      "The line's time that the timing begins with; with per one of several."),
    "to?": .ref("field"),
    "per?": .filled.about(
      """
      A field of both lines: the first line of to is compared with the last of from that has the \
      same value, in whatever pass.
      """
    ),
    "seconds?": .ref("field").about("A field that is a number of seconds, instead of from and to."),
    "atLeast?": .ref("duration"), "atMost?": .ref("duration"),
    "unless?": .ref("lines").about("Lines of steps: a pass with one of them is not measured."),
    "severity?": .ref("severity"), "says": .filled.about("What should hold, in a sentence."),
  ]).with(["oneOf": [["required": ["from", "to"]], ["required": ["seconds"]]]])

  private static let due = Schema.object([
    "time": .ref("field"),
    "per?": .filled.about(
      "A field of that line: what each of its values has due is waited for by itself."),
    "every?": .words(["day"]).about(
      "The same is due on each day that follows, for as long as nothing takes it back; needs per."),
    "grace": .ref("duration"), "by": .ref("lines").about("Lines of which one has to follow."),
    "withdrawnBy?": .ref("matches").about(
      "Lines after which nothing of what was named before is due."), "severity?": .ref("severity"),
    "onIPhone?": .filled.about("Why it is a warning only in the log of an iPhone."),
    "says": .filled,
  ])

  private static let sum = Schema.object([
    "line": .ref("lines").about("The line, or several, whose numbers are added."),
    "fields": .one(of: [.filled, .list(.filled, from: 1)]).about("Fields that are numbers."),
    "where?": .map(.type("string", "integer")).about("What fields must say."),
    "within": .ref("duration").about("How much later a line may be than the one before."),
    "zero?": .one(of: [.filled, .list(.filled, from: 1)]).about("Fields that must be 0."),
    "says?": .filled,
  ])
}
