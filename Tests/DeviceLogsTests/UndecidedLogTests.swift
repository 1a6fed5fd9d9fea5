import CivilTime
import DeviceLogs
import Testing

/// Logs whose times do not tell whether what was due came too late or never.
@Suite("Logs that cannot be judged whole")
struct UndecidedLogTests {
  /// What was due has not happened: none of these lines is there.
  private static let happened = [
    "BGTask ", "Work started", "Work completed", "Prefetch succeeded", "Notification delivered",
    "coldStart", "2025-11-16",
  ]

  /// The last line is of another program, two hours later.
  private static let ends = [
    ("06:00:12", "08:00:12"), ("07:00:12", "09:00:12"), ("1763186412.", "1763193612."),
    (" 3612.", "10812."),
  ]

  /// Formats whose lines have no times.
  private static let timeless = ["brief", "process", "process-uid", "thread", "tag"]

  @Test(
    "a notification that was planned and never came is not green in any format",
    arguments: LogFixture.all.filter { $0.isLineByLine && $0.format != "text" })
  func cut(fixture: LogFixture) throws {
    let kept = try fixture.lines().filter { line in
      !UndecidedLogTests.happened.contains { line.contains($0) }
    }
    let lines = kept.map { line in
      UndecidedLogTests.ends.reduce(line) { $0.replacing($1.0, with: $1.1) }
    }
    // Some fixtures have no lines of others.
    let hasEnd = lines != kept
    guard hasEnd || UndecidedLogTests.timeless.contains(fixture.format) else { return }
    let times = [
      LogTimeOptions(), LogTimeOptions(date: CivilDate(text: "2025-11-15")), LogFixture.time,
    ]
    for time in times {
      let answer = try Validating.answer(lines: lines, time: time)
      #expect([.broken, .notJudged].contains(answer.verdict), "\(answer.verdict)")
      for profile in answer.profiles where ["delivery", "prefetch"].contains(profile.name) {
        #expect(profile.verdict == answer.verdict, "\(profile.name) \(time)")
        let said = profile.findings.map(\.text) + profile.unchecked
        #expect(said.contains { $0.contains("but the log continues without it") }, "\(said)")
      }
    }
  }

  @Test("a log that ends before anything is due is judged, where a row suggests the zone")
  func notYetDue() throws {
    let zoned = PluginLog.firstRun.map {
      "2025-11-15 05:42:30.118 I  App[5310:1a2b3] (Lib) [subsystem:category] \($0)"
    }
    #expect(try Validating.answer(lines: zoned, time: LogTimeOptions()).verdict == .passed)
    let later = zoned + ["2025-11-15 06:42:30.118 I  App[5310:1a2b3] (Lib) [a:b] something else"]
    let answer = try Validating.answer(lines: later, time: LogTimeOptions())
    #expect(answer.verdict == .notJudged)
    #expect(
      answer.doubts.contains { $0.hasSuffix("the zone of the lines is not known; give --zone") },
      "\(answer.doubts)")
    let text = LogAnswerText(answer, path: "a", isUTF8: true).text
    #expect(text.contains("⚠ not judged  delivery: The delivery, never"), "\(text)")
  }

  @Test("a start that finds no schedule ends what was due")
  func reinstalled() throws {
    let lines =
      PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.118000", $0) }
      + [
        PluginLog.stamped(
          "2025-11-15 05:44:30.118000",
          "[DNP-RECOVERY] scenario=none missed=0 verified=0 rescheduled=0"),
        PluginLog.stamped("2025-11-15 07:44:30.118000", "[DNP-PLUGIN] status = ready"),
      ]
    let answer = try Validating.answer(lines: lines)
    #expect(answer.profiles.flatMap(\.findings).isEmpty, "\(answer.profiles.flatMap(\.findings))")
    let without = try Validating.answer(lines: lines.filter { !$0.contains("scenario=none") })
    #expect(without.verdict == .broken)
  }

  // MARK: The profiles

  @Test("two works at once are two passes, and one that is not completed is missed")
  func twoWorks() throws {
    func work(_ time: String, _ words: String) -> String {
      "11-15 \(time)  5310  5342 I DNP-FETCH: [DNP-FETCH] \(words)"
    }
    let start =
      "Work started (earliestBeginDate=2025-11-15T08:31:00Z, actual=2025-11-15T08:31:00Z, late=0s)"
    let lines = [
      work("08:31:00.000", start),
      work("08:31:00.000", "Work scheduled (earliestBeginDate=2025-11-17T07:55:00Z)"),
      work("08:31:00.000", start),
      work("08:31:00.000", "Work scheduled (earliestBeginDate=2025-11-16T06:40:00Z)"),
      work("08:31:00.200", "Prefetch succeeded (status=200, bytes=155)"),
      work("08:31:00.200", "Work completed (success=true)"),
      work("08:31:00.232", "Prefetch succeeded (status=200, bytes=155)"),
      work("08:31:00.232", "Work completed (success=true)"),
    ]
    let prefetch = BuiltInProfiles.all.filter { $0.name == "prefetch" }
    let time = LogTimeOptions(year: 2025)
    let whole = try Validating.answer(lines: lines, profiles: prefetch, time: time)
    #expect(whole.verdict == .passed && whole.profiles[0].passes == 2)
    #expect(whole.profiles[0].findings.isEmpty, "\(whole.profiles[0].findings)")
    for place in [4, 5, 6, 7] {
      var cut = lines
      cut.remove(at: place)
      let answer = try Validating.answer(lines: cut, profiles: prefetch, time: time)
      #expect(answer.verdict == .broken && answer.profiles[0].brokenPasses >= 1)
    }
    let twice = try Validating.answer(lines: lines + [lines[7]], profiles: prefetch, time: time)
    #expect(twice.verdict == .broken)
  }

  @Test("a task that a debugger starts before its time is a warning")
  func simulatedLaunch() throws {
    let lines = PluginLog.whole.map { line in
      line.replacing(
        "actual=2025-11-15T05:48:04Z, late=4s", with: "actual=2025-11-15T05:42:40Z, late=-320s")
    }
    let answer = try Validating.answer(lines: lines)
    let prefetch = try #require(answer.profiles.first { $0.name == "prefetch" })
    #expect(prefetch.verdict == .passed)
    #expect(prefetch.findings.map(\.severity) == [.warning])
    #expect(prefetch.findings.first?.text.contains("by a simulated launch?") == true)
  }

  @Test("the first run is looked for only in a log that begins with it")
  func firstRun() throws {
    func verdict(_ lines: [String], _ profiles: [LogProfile] = []) throws -> LogAnswer.Verdict? {
      try Validating.answer(lines: lines, profiles: profiles).profiles
        .first { $0.name == "first-run" }?.verdict
    }
    let whole = PluginLog.firstRun
    #expect(try verdict(whole) == .passed)
    #expect(try verdict(whole.filter { !$0.contains("ready") }) == .broken)
    // A log that begins with its second line lacks the first.
    #expect(try verdict(Array(whole.dropFirst())) == .broken)
    // Others that schedule are not the walkthrough.
    #expect(try verdict([whole[2], whole[0], whole[1]] + whole[3...]) == .notObserved)
    #expect(try verdict(whole.filter { !$0.contains("requestPermissions") }) == .notObserved)
    let named = BuiltInProfiles.all.filter { $0.name == "first-run" }
    #expect(try verdict(Array(whole.dropFirst()), named) == .broken)
  }

  // MARK: What was given

  @Test("a year or a zone that contradicts the log is named")
  func contradicted() throws {
    let lines = try LogFixture(name: "threadtime.log", format: "threadtime").lines()
    func warnings(_ time: LogTimeOptions) throws -> [String] {
      try Validating.answer(lines: lines, time: time).warnings
    }
    let year = try warnings(LogTimeOptions(year: 2019))
    #expect(year.first?.contains("and --year takes the lines for those of 2019") == true, "\(year)")
    let zone = try warnings(LogTimeOptions(year: 2025, zone: .offset(minutes: 180)))
    #expect(zone.first?.hasSuffix("the line tells the zone") == true, "\(zone)")
    #expect(try warnings(LogTimeOptions(year: 2025)) == [])
    #expect(try warnings(LogTimeOptions(year: 2025, zone: .offset(minutes: 0))) == [])
  }

  @Test("a log without dates has the date of the times that its lines name")
  func dates() throws {
    let lines = PluginLog.firstRun.map { "05:42:30.118 I \($0)" }
    let time = LogTimeOptions(modified: ISO8601.parse("2026-11-25T18:00:00Z"))
    let answer = try Validating.answer(lines: lines, time: time)
    let date = answer.inferences.first { $0.kind == .date }
    #expect(date?.value == "2025-11-15", "\(answer.inferences)")
    #expect(date?.reason == "from the time that line 4 names")
  }
}
