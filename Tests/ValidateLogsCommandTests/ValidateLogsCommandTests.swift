import DeviceLogs
import Foundation
import JSONText
import ProgramSupport
import ProjectFiles
import Testing

/// The built program, as a person or a script runs it.
@Suite("The program's validate-logs")
struct ValidateLogsCommandTests {
  /// The options for layouts without date, year or zone.
  private static let time = ["--date", "2025-11-15", "--zone", "+00:00"]

  private func verdicts(_ json: String) throws -> [String] {
    let profiles = try JSONParser.parse(json)["profiles"]?.arrayValue ?? []
    return profiles.map {
      "\($0["name"]?.stringValue ?? "") \($0["verdict"]?.stringValue ?? "")"
    }
  }

  @Test("finds nothing wrong with the same morning in any format", arguments: LogFiles.names)
  func fixtures(name: String) throws {
    let arguments = ValidateLogsCommandTests.time + ["--format", "json", LogFiles.path(name)]
    let run = try ProgramRun(validating: arguments)
    #expect(run.code == 0 && run.error == "")
    #expect(
      try verdicts(run.output) == [
        "first-run passed", "prefetch passed", "delivery passed", "recovery passed",
        "dual notObserved", "android-fire notObserved", "rollover notObserved",
      ])
  }

  @Test(
    "accepts the output of a search",
    arguments: LogFiles.names.filter { name in
      // These have the mark in a tag or a category, break lines inside it, have no text, or lose
      // their heading or the rest of their objects.
      ![
        "-category", "-colon", "-columns", "-tag", "-wrapped", "events", "-label", "exported",
        "utf16", "default-color", "objects", "csv",
      ].contains {
        name.contains($0)
      }
    })
  func pipe(name: String) throws {
    let search = #"grep -E "\[DNP-(FETCH|SCHEDULER|PLUGIN)\]" "# + LogFiles.path(name)
    let run = try ProgramRun(shell: "\(search) | $DNP validate-logs --format json -")
    #expect(run.code == 0 && run.error == "", "\(run.error)")
    #expect(
      try verdicts(run.output).prefix(4) == [
        "first-run passed", "prefetch passed", "delivery passed", "recovery notObserved",
      ])
    let steps = try JSONParser.parse(run.output)["profiles"]?[0]?["steps"]?.arrayValue ?? []
    #expect(
      steps.map { $0["verdict"]?.stringValue }
        == Array(repeating: "ok", count: 7) + ["notObserved"])
  }

  @Test("unpacks no more than it may, and says so", .timeLimit(.minutes(2)))
  func maxBytes() throws {
    // 64 MiB of blank lines, packed small.
    let run = try ProgramRun(
      shell: "head -c 67108864 /dev/zero | tr '\\0' '\\n' | gzip -1 -c "
        + "| (cat \(LogFiles.path("default.log")) | gzip -c; cat) "
        + "| $DNP validate-logs --max-bytes 1000000 -")
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("only the first 1000000 bytes were read; raise --max-bytes"))
    let wrong = try ProgramRun(["validate-logs", "--max-bytes", "0", "-"])
    #expect(wrong.code == 64)
  }

  @Test("reads each the same when compressed with gzip", arguments: LogFiles.names)
  func packed(name: String) throws {
    let time = ValidateLogsCommandTests.time.joined(separator: " ")
    let plain = try ProgramRun(shell: "$DNP validate-logs \(time) - < \(LogFiles.path(name))")
    let packed = try ProgramRun(
      shell: "gzip -c \(LogFiles.path(name)) | $DNP validate-logs \(time) -")
    #expect(packed.code == 0 && packed.output == plain.output)
  }

  @Test("names bytes after gzip data among the warnings, which a strict check refuses")
  func trailing() throws {
    let packed = "(gzip -c \(LogFiles.path("default.log")); echo junk) | $DNP validate-logs"
    let run = try ProgramRun(shell: "\(packed) -")
    let warning = "warning: other bytes follow the gzip data; they are left out\n"
    #expect(run.code == 0 && run.output.contains(warning), "\(run.output)")
    #expect(try ProgramRun(shell: "\(packed) --strict -").code == 1)
  }

  @Test("finds its profiles in any working directory")
  func anywhere() throws {
    let path = ProjectFile.url(LogFiles.path("default.log")).path
    let folder = URL(filePath: "/")
    let run = try ProgramRun(
      validating: ["--profile", "prefetch", "--profile", "delivery", path], folder: folder)
    #expect(run.code == 0)
    #expect(run.output.contains("✓ ok  prefetch: The background prefetch, once\n"))
    #expect(!run.output.contains("first-run"))
  }

  @Test("reads a profile from a file")
  func profileFile() throws {
    let folder = try TemporaryFolder()
    let yaml = """
      name: ready-twice
      title: Ready comes twice
      begins: ready
      passes: first
      steps:
        - line: ready
          count: 2
      """
    let path = try folder.write("mine.yaml", Array(yaml.utf8))
    let run = try ProgramRun(validating: ["--profile", path, LogFiles.path("text.log")])
    #expect(run.code == 1)
    #expect(run.output.contains("✗ broken  ready-twice: Ready comes twice, once\n"))
    #expect(run.output.contains("[DNP-PLUGIN] status = ready is there once, expected 2"))
    let bad = try folder.write(
      "bad.yaml", Array(yaml.replacing("line: ready", with: "line: red").utf8))
    let refused = try ProgramRun(validating: ["--profile", bad, LogFiles.path("text.log")])
    #expect(refused.code == 65 && refused.output == "")
    #expect(refused.error.hasPrefix("\(bad):6:11: there is no log line 'red'; use one of: "))
  }

  @Test("goes on without a format of one's own that cannot be read, where it is not named")
  func brokenFormat() throws {
    let folder = try TemporaryFolder()
    let formats = folder.url.appending(path: "dnp/log-formats")
    try FileManager.default.createDirectory(at: formats, withIntermediateDirectories: true)
    let path = try folder.write("dnp/log-formats/odd.yaml", "name: odd\ntitle: odd\ncolour: red\n")
    let environment = ["XDG_CONFIG_HOME": folder.url.path]
    let log = LogFiles.path("default.log")
    let run = try ProgramRun(validating: [log], environment: environment)
    #expect(run.code == 0 && run.error.hasPrefix("dnp: \(path):3:1: "), "\(run.error)")
    #expect(try run.output == ProgramRun(validating: [log]).output)
    let list = try ProgramRun(["logs", "--formats"], environment: environment)
    #expect(list.code == 0 && list.error == run.error)
    // A sample shows the tabs that the tool writes.
    #expect(list.output.contains("\t") && !list.output.contains("\\u{9}"))
    let named = try ProgramRun(
      validating: ["--log-format", "odd", log], environment: environment)
    #expect(named.code == 65 && named.error.hasPrefix("\(path):3:1: "), "\(named.error)")
  }

  @Test("spells out what a terminal would obey in the name of a file")
  func hostileName() throws {
    let folder = try TemporaryFolder()
    let bytes = try Array(Data(contentsOf: ProjectFile.url(LogFiles.path("text.log"))))
    let path = try folder.write("a\nb\u{1B}[31m.log", bytes)
    let run = try ProgramRun(validating: [path])
    #expect(run.code == 0 && run.error == "")
    #expect(run.output.contains("a\\u{A}b\\u{1B}[31m.log: "), "\(run.output)")
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test(
    "breaks no sequence at the log of a phone that is started again before the first notification",
    arguments: [
      "android/android-recovery-boot", "test-plans/plan-ios-3-boot",
      "test-plans/plan-ios-2-termination", "pipeline/several-alarms",
      "first-run/rapid-rescheduling",
    ])
  func restarted(scenario: String) throws {
    let run = try ProgramRun(
      shell: "$DNP run assets/scenarios/\(scenario).yaml"
        + " | $DNP validate-logs --profile first-run --date 2025-11-15 -")
    #expect(!run.output.contains("duplicated"), "\(run.output)")
  }

  @Test("ends with 1 when a line is missing, and names it")
  func broken() throws {
    let run = try ProgramRun(
      shell: "grep -v 'Prefetch succeeded' \(LogFiles.path("text.log")) | $DNP validate-logs -")
    #expect(run.code == 1 && run.error == "")
    #expect(run.output.contains("✗ broken  prefetch: The background prefetch, once\n"))
    #expect(run.output.contains("\n  missing: after line 10: no [DNP-FETCH] Prefetch succeeded"))
  }

  @Test("ends with 1 when there is nothing to check", arguments: [[], Array("x\ny\n".utf8)])
  func nothing(input: [UInt8]) throws {
    let run = try ProgramRun(validating: ["-"], input: input)
    #expect(run.code == 1)
    let lines = input.count { $0 == 0x0A }
    #expect(run.error.hasPrefix("<stdin>: no line of \(lines) is the plugin's; log it at info"))
  }

  @Test("infers year, date and zone, and says so")
  func inferred() throws {
    let folder = try TemporaryFolder()
    let bytes = { (name: String) in
      try ProjectFile.bytes(LogFiles.path(name))
    }
    // The next morning.
    let modified = Date(timeIntervalSince1970: 1_763_193_900)
    let android = try folder.write("a.log", try bytes("threadtime.log"), modified: modified)
    let run = try ProgramRun(validating: ["--profile", "delivery", android])
    #expect(run.code == 0)
    #expect(
      run.output.contains(
        "note: the year is taken as 2025, from the time the file was written\n"))
    #expect(
      run.output.contains("note: the zone is taken as +00:00, from the phone's time in line 38\n"))
    #expect(run.output.contains("2025-11-15T05:53:00.310Z"))
    let apple = try folder.write("c.log", try bytes("console.log"), modified: modified)
    let console = try ProgramRun(validating: ["--profile", "delivery", apple])
    #expect(
      console.output.contains(
        "note: the date is taken as 2025-11-15, from the time the file was written\n"))
  }

  @Test(
    "refuses bad options with the remedy",
    arguments: [
      (["--log-format", "xml", "-"], "--log-format xml: there is no such format and no such file"),
      (["--date", "15.11.2025", "-"], "--date 15.11.2025: give a date of 1970 to 2100"),
      (["--year", "1", "-"], "--year 1: give a year from 1970 to 2100"),
      (["--zone", "Mars", "-"], "--zone: unknown time zone 'Mars'"),
      (["--zone", "+1", "-"], "--zone +1: give an offset such as +01:00"),
      (["--zone", "-1", "-"], "--zone -1: give an offset such as +01:00"),
      (["--format", "xml", "-"], "Please provide one of 'text' and 'json'"),
      (["--profile", "prefetch", "--profile", "prefetch", "-"], "'prefetch' is there twice"),
      (["--profile", "-", "-"], "--profile -: stdin is for the log; name a file"),
    ])
  func usage(arguments: [String], message: String) throws {
    let run = try ProgramRun(validating: arguments)
    #expect(run.code == 64 && run.output == "")
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test(
    "ends with 66 for a missing file",
    arguments: [
      (["nowhere.log"], "nowhere.log: cannot be opened (No such file or directory)"),
      (["Sources"], "Sources: this is a folder; name one file"),
      (
        ["--profile", "nobody", "-"], "--profile nobody: there is no such profile and no such file"
      ),
      (["--describe", "nobody"], "--describe nobody: there is no such profile and no such file"),
    ])
  func missing(arguments: [String], message: String) throws {
    let run = try ProgramRun(validating: arguments)
    #expect(run.code == 66 && run.output == "")
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test(
    "ends with 65 for input that is not a log",
    arguments: [
      (Array("PK\u{03}\u{04}".utf8), "<stdin>: this is packed by zip; unpack it"),
      ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0], "<stdin>: the gzip file ends too early; copy it again"),
      ([0x1F, 0x8B] + Array("no header".utf8), "<stdin>: the gzip file is damaged; copy it again"),
      (Array(repeating: 1, count: 100), "<stdin>: this is not text; give the lines that"),
    ] as [([UInt8], String)])
  func binary(input: [UInt8], message: String) throws {
    let run = try ProgramRun(validating: ["-"], input: input)
    #expect(run.code == 65 && run.output == "")
    #expect(run.error.hasPrefix(message), "\(run.error)")
  }

  @Test("prints only ASCII where the locale has no more, and no control characters")
  func plainText() throws {
    let lines = "[DNP-FETCH] BGTask completed (success=\u{1B}[2J)\n"
    let run = try ProgramRun(
      validating: ["-"], input: Array(lines.utf8), environment: ["LC_ALL": "C"])
    #expect(run.code == 1)
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) })
    #expect(run.output.contains("\nbroken  prefetch: The background prefetch, once\n"))
    let first = try ProgramRun(
      validating: [LogFiles.path("text.log")], environment: ["LC_ALL": "C"])
    #expect(first.output.contains("requestPermissions() -> ..."))
    let missed = "[DNP-FETCH] Prefetch failed (reason=\u{1B}[2J, status=none)\n"
    let odd = try ProgramRun(validating: ["--profile", "prefetch", "-"], input: Array(missed.utf8))
    #expect(odd.output.contains("\\u{1B}[2J") && !odd.output.contains("\u{1B}"))
  }

  #if os(Linux)
  @Test("fails with 73 when standard output cannot be written")
  func failsOnFullOutput() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try ProgramRun(validating: [LogFiles.path("text.log")], output: full)
    #expect(run.code == 73 && run.error.contains("standard output cannot be written"))
  }
  #endif

  @Test("passes the log of a scenario, also read byte by byte from a pipe")
  func ownLines() throws {
    let scenario = "assets/scenarios/first-run/prefetch-and-delivery.yaml"
    let run = try ProgramRun(
      shell: "$DNP run \(scenario) 2>/dev/null | dd bs=1 2>/dev/null | $DNP validate-logs -")
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("<stdin>: plain lines, 14 lines, 14 of the plugin, 0 unknown\n"))
  }

  @Test("ends with 1 when strict and something could not be judged, and lists it")
  func strict() throws {
    let whole = try ProgramRun(
      validating: ["--strict", "--profile", "prefetch", LogFiles.path("default.log")])
    #expect(whole.code == 0 && whole.error == "")
    let search = "grep -E 'DNP-(FETCH|SCHEDULER|PLUGIN)' \(LogFiles.path("default.log"))"
    let lax = try ProgramRun(shell: "\(search) | $DNP validate-logs --profile first-run -")
    #expect(lax.code == 0)
    #expect(lax.output.contains("⚠ ok as far as it was checked  first-run"), "\(lax.output)")
    let strict = try ProgramRun(
      shell: "\(search) | $DNP validate-logs --strict --profile first-run -")
    #expect(strict.code == 1)
    #expect(
      strict.error.contains("strict: first-run: not checked: [DNP-STORAGE] Persisted schedule"),
      "\(strict.error)")
  }

  @Test("ends with 1 when strict and there are warnings, and lists them")
  func strictWarnings() throws {
    let line = "[DNP-FETCH] BGTask missed window; rescheduling\n"
    let input = try ProjectFile.bytes(LogFiles.path("text.log")) + Array(line.utf8)
    let lax = try ProgramRun(validating: ["--profile", "prefetch", "-"], input: input)
    #expect(lax.code == 0 && lax.output.contains("\n  warning, "), "\(lax.output)")
    let strict = try ProgramRun(
      validating: ["--strict", "--profile", "prefetch", "-"], input: input)
    #expect(strict.code == 1 && strict.error.hasPrefix("strict: prefetch: "), "\(strict.error)")
  }

  @Test(
    "names a line that is damaged, or that the plugin never writes, with the remedy",
    arguments: [
      (
        "[DNP-FETCX] BGTask expired",
        "1 line or object with the plugin's mark is damaged and was not read: line 15; "
          + "get the log from the phone again"
      ),
      (
        "[DNP-FETCH] BGTask expirex",
        "1 line has the plugin's mark, but the plugin never writes such a line: line 15; "
          + "it may be damaged, or another version's"
      ),
    ])
  func damaged(line: String, warning: String) throws {
    let input = try ProjectFile.bytes(LogFiles.path("text.log")) + Array("\(line)\n".utf8)
    let lax = try ProgramRun(validating: ["-"], input: input)
    #expect(lax.code == 0 && lax.error == "")
    #expect(lax.output.contains("\nwarning: \(warning)\n"), "\(lax.output)")
    let strict = try ProgramRun(validating: ["--strict", "-"], input: input)
    #expect(strict.code == 1)
    #expect(strict.error.contains("strict: \(warning)\n"), "\(strict.error)")
  }

  @Test("says where the lines of another dialect stand that have no event")
  func unnamed() throws {
    let input =
      try ProjectFile.bytes(LogFiles.path("text.log"))
      + Array("[DNP-SCHEDULE] something new\n".utf8)
    let run = try ProgramRun(validating: ["-"], input: input)
    #expect(run.code == 0 && run.error == "")
    #expect(
      run.output.contains(
        "\nnote: 1 line in the dialect schedule, 1 of them without an event here: 15\n"),
      "\(run.output)")
  }

  @Test("lists the lines that a verdict rests on")
  func explain() throws {
    let run = try ProgramRun(
      validating: ["--explain", "--profile", "prefetch", LogFiles.path("default.log")])
    #expect(run.code == 0)
    let lines = run.output.split(separator: "\n")
    let first = lines.firstIndex { $0.contains("the lines that were used:") }
    let used = lines[((first ?? lines.count - 1) + 1)...]
    #expect(used.count == 5, "\(run.output)")
    #expect(
      used.contains { $0.contains("step 1, settles what was due  [DNP-FETCH] BGTask started") })
    #expect(used.contains { $0.contains("says what is due") }, "\(run.output)")
  }

  @Test("has a JSON answer of a stable shape")
  func json() throws {
    let run = try ProgramRun(validating: ["--format", "json", LogFiles.path("default.log")])
    let answer = try JSONParser.parse(run.output)
    #expect(
      answer.objectValue?.keys.sorted() == [
        "categories", "dialects", "doubts", "evidence", "file", "format", "inferred",
        "isFormatGiven", "lines", "peeled", "profiles", "schemaVersion", "verdict", "warnings",
      ])
    #expect(
      answer["lines"]?.objectValue?.keys.sorted() == [
        "continuations", "cut", "foreign", "plugin", "private", "recognized", "repeated",
        "skipped", "total", "unknown",
      ])
    let step = answer["profiles"]?[1]?["steps"]?[0]
    #expect(
      step?.canonicalText
        == #"{"first":"taskStarted","firstLine":44,"firstTime":"2025-11-15T05:48:04.212Z","#
        + #""lines":["taskStarted"],"place":1,"seen":1,"#
        + #""text":"[DNP-FETCH] BGTask started (earliestBeginDate=…, actual=…, late=…s)","#
        + #""verdict":"ok"}"#)
  }
}

@Suite("dnp validate-logs, of what dnp run prints")
struct ThreadtimeRunTests {
  @Test("a log in logcat's form has the verdict that the same log as text has")
  func sameVerdict() throws {
    let file = "assets/scenarios/android/android-daily.yaml"
    var codes: [Int32] = []
    for style in ["text", "threadtime", "ddms", "long", "studio", "events", "objects", "csv"] {
      let run = try ProgramRun(shell: "$DNP run --log-format \(style) \(file) 2>/dev/null")
      #expect(run.code == 0 && run.output.contains("daily"), "\(run.output)")
      let answer = try ProgramRun(
        ["validate-logs", "--year", "2025", "--format", "json"], input: run.output)
      codes.append(answer.code)
      #expect(answer.output.contains(style), "\(answer.output)")
    }
    #expect(codes.allSatisfy { $0 == 0 }, "\(codes)")
  }

  @Test("each format's log, as it is printed, is found to be of it and has all lines")
  func everyFormat() throws {
    let file = "assets/scenarios/first-run/prefetch-and-delivery.yaml"
    for format in BuiltInFormats.all {
      let platform = format.phone == .android ? "--platform android" : "--platform ios"
      let run = try ProgramRun(
        shell: "$DNP run --log-format \(format.name) \(platform) \(file) 2>/dev/null")
      let answer = try ProgramRun(
        ["validate-logs", "--date", "2025-11-15", "--zone", "+00:00", "--format", "json"],
        input: run.output)
      let json = try JSONParser.parse(answer.output)
      // A run's lines with a time alone before them are those of a bundle's log.
      let found = format.name == "timed" ? "bundle-log" : format.name
      #expect(json["format"]?.stringValue == found, "\(run.output.prefix(200))")
      let lines: Int64 = format.phone == .android ? 13 : 14
      #expect(json["lines"]?["plugin"]?.integerValue == lines, "\(format.name)")
      #expect(answer.code == 0, "\(format.name): \(answer.output)")
    }
  }

  @Test("an iPhone has no logcat: a usage error that names the way on")
  func iPhone() throws {
    let file = "assets/scenarios/first-run/happy-path.yaml"
    let run = try ProgramRun(["run", "--log-format", "threadtime", file])
    #expect(run.code == 64 && run.error.contains("add --platform android"), "\(run.error)")
  }
}
