import ProgramSupport
import Testing

extension ProgramRun {
  /// Runs `dnp` with pipes at all ends, in a folder of its own.
  fileprivate init(
    piped arguments: [String], input: String, environment: [String: String] = [:]
  ) throws {
    let folder = try TemporaryFolder()
    // The folder is removed when its object is released.
    defer { withExtendedLifetime(folder) {} }
    try self.init(
      arguments, input: input,
      environment: ["TERM": "xterm-256color"].merging(environment) { $1 }, folder: folder.url)
  }
}

@Suite("Console in a pipe")
struct PlainCommandTests {
  @Test("without a terminal one line says what to do, and the exit code is 69")
  func noTerminal() throws {
    let run = try ProgramRun(piped: [], input: "")
    #expect(run.code == 69)
    #expect(run.output.isEmpty)
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.error.contains("--plain"))
  }

  @Test("--plain runs the first run line by line, and exports")
  func plain() throws {
    let run = try ProgramRun(
      piped: ["--plain"],
      input: """
        # the first run
        Check Plugin Status
        Request Permissions
        answerDialog allow
        Schedule Test Notification
        advance 15m
        export
        """)
    #expect(run.code == 0)
    #expect(run.error.isEmpty)
    #expect(run.output.contains("I [DNP-PLUGIN] status = ready\n"))
    #expect(
      run.output.contains(
        "Notification delivered (id=daily, source=default, planned=2025-11-15T05:53:00Z)\n"))
    #expect(
      run.output.contains("# run summary written: /")
        && run.output.contains("/dnp-report-default-20251115T055730Z.json\n"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test(
    "an unknown line is reported with its number, the others still run, the exit code is 65")
  func badLine() throws {
    let run = try ProgramRun(piped: ["--plain"], input: "Check Plugin Status\nshedule\nstatus\n")
    #expect(run.code == 65)
    #expect(run.error.hasPrefix("line 2: there is no 'shedule'"))
    #expect(run.output.contains("Plugin is loaded and ready!"))
  }

  @Test("binary input is reported as unknown and does nothing")
  func binary() throws {
    let run = try ProgramRun(piped: ["--plain"], input: "\u{1B}[2J\u{0}\u{9B}31m\nstatus\n")
    #expect(run.code == 65)
    #expect(!run.error.contains("\u{1B}"))
    #expect(run.output.contains("Plugin"))
  }

  @Test(
    "wrong options are a usage error with the remedy",
    arguments: [
      (["--zone", "Mars/Base"], "Mars/Base"), (["--start", "tomorrow"], "2026-03-29T00:30:00Z"),
      (["--variant", "watch"], "device"), (["--color", "red"], "never"),
      (["--platform", "android", "--os-version", "17.0"], "with it goes --platform ios"),
      (["--os-version", "seventeen"], "iOS takes a version such as 17.0"),
      (["--platform", "android", "--os-version", "99"], "an API level from 26 to 36"),
      (["--target-sdk", "33"], "goes with --platform android"),
      (["--platform", "android", "--target-sdk", "32"], "from 33 to 36"),
      (["--sed", "1"], "--seed"),
    ])
  func usage(arguments: [String], remedy: String) throws {
    let run = try ProgramRun(piped: arguments, input: "")
    #expect(run.code == 64)
    #expect(run.error.contains(remedy), "\(run.error)")
  }

  @Test("zone, start and variant set up the phone")
  func options() throws {
    let run = try ProgramRun(
      piped: [
        "--plain", "--zone", "America/New_York", "--start", "2026-03-08T06:30:00Z", "--variant",
        "simulator",
      ],
      input: "goto 02:30\nstatus\n")
    #expect(run.code == 0)
    #expect(run.output.contains("Sun 8 Mar 2026 03:30:00 America/New_York"), "\(run.output)")
  }

  @Test("a version of Android below 33 notifies without a question")
  func version() throws {
    func permission(_ version: String) throws -> String {
      let run = try ProgramRun(
        piped: ["--plain", "--platform", "android", "--os-version", version],
        input: "checkPermissionStatus\n")
      #expect(run.code == 0)
      return run.output
    }
    #expect(try permission("32").contains("granted"))
    #expect(try permission("33").contains("prompt"))
  }

  @Test("quit keeps the exit code of an earlier bad line")
  func quitAfterBadLine() throws {
    let run = try ProgramRun(piped: ["--plain"], input: "shedule\nquit\nstatus\n")
    #expect(run.code == 65)
    #expect(run.output.isEmpty)
  }

  @Test("a summary that cannot be written gives exit code 73 in a pipe")
  func failedExport() throws {
    let run = try ProgramRun(
      piped: ["--plain"], input: "Check Plugin Status\nexport nowhere/a.json\nstatus\n")
    #expect(run.code == 73)
    #expect(run.error.hasPrefix("line 2: nowhere/a.json: the file cannot be written"))
    #expect(run.output.contains("Plugin is loaded and ready!"), "the lines behind it still run")
  }

  @Test("empty lines are counted, and commands that need a screen say so")
  func counting() throws {
    let run = try ProgramRun(piped: ["--plain"], input: "\n\n# remark\nrate 60\n")
    #expect(run.code == 65)
    #expect(run.error.hasPrefix("line 4: 'rate' needs the screen"))
  }

  @Test("a line that is too long is refused in limited memory")
  func longLine() throws {
    let run = try ProgramRun(
      piped: ["--plain"], input: String(repeating: "x", count: 3_000_000) + "\nstatus\n")
    #expect(run.code == 65)
    #expect(run.error.hasPrefix("line 1: longer than 1048576 bytes"))
    #expect(run.output.contains("Plugin"))
  }
}
