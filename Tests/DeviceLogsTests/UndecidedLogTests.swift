import CivilTime
import Testing

@testable import DeviceLogs

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

  /// An iPhone's system decides when a task runs: one that has not run is a warning there.
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
        let isWarning =
          profile.name == "prefetch" && answer.verdict == .broken && !answer.format.isAndroid
        #expect(profile.verdict == answer.verdict || isWarning, "\(profile.name) \(time)")
        #expect(answer.doubts.contains { $0.hasPrefix(profile.name) } || profile.verdict == .broken)
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

  // MARK: Calls that take something back

  /// A daily notification and reminders of a morning, with a call after them; the log goes on.
  private static func taken(back method: String, reminders: Int) -> [String] {
    let rows = (0..<reminders).map { number in
      "[DNP-STORAGE] Persisted schedule to DB "
        + "(id=tea\(number), type=REMINDER, time=06:0\(number), next=2025-11-15T06:0\(number):00Z)"
    }
    let early = PluginLog.firstRun + rows + ["[DNP-PLUGIN] \(method)() called"]
    return early.map { PluginLog.stamped("2025-11-15 05:42:30.118000", $0) }
      + PluginLog.prefetch.map { PluginLog.stamped("2025-11-15 05:48:04.118000", $0) }
  }

  private static let delivered = [
    PluginLog.stamped("2025-11-15 05:53:00.118000", PluginLog.delivery[0])
  ]
  private static let later = [PluginLog.stamped("2025-11-15 08:50:00.000000", "something else")]

  private static func delivery(_ lines: [String]) throws -> LogAnswer.Profile? {
    try Validating.answer(lines: lines).profiles.first { $0.name == "delivery" }
  }

  @Test(
    "a call about other schedules takes back nothing of a daily one",
    arguments: ["cancelDualSchedule", "pauseDualSchedule", "cancelDailyReminder"])
  func others(method: String) throws {
    let lines = UndecidedLogTests.taken(back: method, reminders: 1)
    let kept = lines.filter { !$0.contains("tea0") }
    #expect(try UndecidedLogTests.delivery(kept + UndecidedLogTests.later)?.verdict == .broken)
    let all = UndecidedLogTests.taken(back: "cancelAllNotifications", reminders: 1)
    #expect(try UndecidedLogTests.delivery(all + UndecidedLogTests.later)?.verdict == .notObserved)
  }

  @Test("a cancelled reminder is not waited for; which of several it was, nobody knows")
  func reminders() throws {
    let end = UndecidedLogTests.delivered + UndecidedLogTests.later
    let one = UndecidedLogTests.taken(back: "cancelDailyReminder", reminders: 1)
    #expect(try UndecidedLogTests.delivery(one + end)?.verdict == .passed)
    let two = UndecidedLogTests.taken(back: "cancelDailyReminder", reminders: 2)
    let answer = try UndecidedLogTests.delivery(two + end)
    #expect(answer?.verdict == .notJudged)
    #expect(
      answer?.unchecked.contains { $0.hasSuffix("in line 11 may have taken it back") } == true,
      "\(answer?.unchecked ?? [])")
  }

  @Test("what was missed the day before settles nothing of today")
  func earlierMiss() throws {
    let miss = PluginLog.stamped(
      "2025-11-15 05:50:00.000000",
      "[DNP-RECOVERY] Notification missed "
        + "(id=daily, planned=2025-11-14T05:53:00Z, reason=noCodeRan, certainty=certain)")
    let lines = PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.118000", $0) }
    #expect(
      try UndecidedLogTests.delivery(lines + [miss] + UndecidedLogTests.later)?.verdict == .broken)
    let today = miss.replacing("2025-11-14", with: "2025-11-15")
      .replacing("2025-11-15 05:50:00", with: "2025-11-15 05:54:00")
    let told = try #require(
      try UndecidedLogTests.delivery(lines + [today] + UndecidedLogTests.later))
    #expect(!told.findings.contains { $0.severity == .error }, "\(told.findings)")
  }

  // MARK: Times that are not understood

  @Test("lines of the plugin behind a time that nobody knows are not judged")
  func unknownTimes() throws {
    let lines = PluginLog.firstRun.map { "15|Nov|2025|05h42 \($0)" }
    let end = ["15|Nov|2025|08h50 something else"]
    let answer = try Validating.answer(lines: lines + end)
    #expect(answer.format.name == "text" && answer.verdict == .notJudged, "\(answer.verdict)")
    let plain = try Validating.answer(lines: PluginLog.firstRun)
    #expect(plain.verdict == .passed)
  }

  @Test("the days after the first are not judged in a log whose zone nobody knows")
  func laterDaysWithoutZone() throws {
    // Without a task, whose start names the zone.
    let rows = (PluginLog.firstRun + PluginLog.delivery).enumerated().map { place, line in
      let clock = place < 8 ? "05:42:30" : "05:53:00"
      return "2025-11-15 \(clock).118 I  App[5310:1a2b3] (Lib) [subsystem:category] \(line)"
    }
    func verdict(_ end: String) throws -> LogAnswer.Verdict? {
      let line = "\(end).118 I  App[5310:1a2b3] (Lib) [a:b] something else"
      return try Validating.answer(lines: rows + [line], time: LogTimeOptions()).profiles
        .first { $0.name == "delivery" }?.verdict
    }
    #expect(try verdict("2025-11-15 08:50:00") == .passed)
    #expect(try verdict("2025-11-18 08:50:00") == .notJudged)
  }

  @Test(
    "a day of a reminder is missed where other programs wrote all along, and not in silence",
    arguments: ["2025-11-15", "2025-11-28"])
  func silentPlugin(first: String) throws {
    let start = try #require(CivilDate(text: first))
    func date(_ day: Int) -> String { start.adding(days: day).text }
    let row =
      "[DNP-STORAGE] Persisted schedule to DB "
      + "(id=tea, type=REMINDER, time=08:00, next=\(first)T08:00:00Z)"
    let shown = "[DNP-SCHEDULER] Notification delivered (id=tea, source=default)"
    let own =
      [PluginLog.stamped("\(first) 05:42:30.118000", row)]
      + [0, 1, 2, 4, 5].map { PluginLog.stamped("\(date($0)) 08:00:01.000000", shown) }
    // The second log goes over the end of a month on the day that is missed.
    let others = (0...5).flatMap { day in
      (10...23).map { PluginLog.stamped("\(date(day)) \($0):00:00.000000", "x") }
    }
    let missed = "\(date(3))T08:00:00Z"
    let alone = try #require(try UndecidedLogTests.delivery(own))
    #expect(!alone.findings.contains { $0.text.contains(missed) })
    let found = try #require(try UndecidedLogTests.delivery((own + others).sorted())).findings
    #expect(found.contains { $0.text.contains(missed) }, "\(found)")
  }

  // MARK: Parts that are not in order

  @Test("lines of others that come first and are later still say when the log ends")
  func otherOrder() throws {
    let own = (PluginLog.firstRun + PluginLog.prefetch).map {
      PluginLog.stamped("2025-11-15 05:48:04.118000", $0)
    }
    #expect(try UndecidedLogTests.delivery(UndecidedLogTests.later + own)?.verdict == .broken)
    // The plugin's own lines went back: its clock was set back.
    let before = [
      PluginLog.stamped("2025-11-15 08:40:00.000000", "[DNP-PLUGIN] status = ready")
    ]
    let setBack = before + UndecidedLogTests.later + own
    #expect(try UndecidedLogTests.delivery(setBack)?.verdict == .notObserved)
  }

  @Test("a zone that the log contradicts decides nothing")
  func contradictedZone() throws {
    let lines = (PluginLog.firstRun + PluginLog.prefetch).map {
      "11-15 05:48:04.118  5310  5342 I DNP-X: \($0)"
    }
    func answer(_ minutes: Int) throws -> LogAnswer {
      try Validating.answer(
        lines: lines, time: LogTimeOptions(year: 2025, zone: .offset(minutes: minutes)))
    }
    #expect(try answer(0).verdict == .passed)
    let other = try answer(300)
    #expect(other.verdict == .notJudged && !other.warnings.isEmpty, "\(other.warnings)")
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
