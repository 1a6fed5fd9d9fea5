import DailyNotification
import Testing

@testable import DeviceLogs

/// What a log says beside the plugin's own lines, and what these say of each other.
@Suite("A verdict that rests on more than an order")
struct LogEvidenceTests {
  private static let time = LogTimeOptions(year: 2025, zone: .offset(minutes: 0))

  private static func line(
    _ clock: String, _ text: String, pid: Int = 5_310, tag: String = "DNP-X"
  ) -> String {
    "11-15 \(clock)  \(pid)  \(pid + 32) I \(tag): \(text)"
  }

  /// A first run, its prefetch, and what else another phone or the system has written.
  private static func morning(pid: Int = 5_310, second: Int = 30) -> [String] {
    PluginLog.firstRun.enumerated().map {
      line("05:42:\(second).00\($0)", $1, pid: pid)
    }
      + PluginLog.prefetch.enumerated().map { line("05:48:04.\(second)\($0)", $1, pid: pid) }
  }

  private static let end = line("06:40:00.000", "something", pid: 900, tag: "WifiHAL")
  private static let shown = line("05:53:00.300", PluginLog.delivery[0])

  private static func answer(_ lines: [String]) throws -> LogAnswer {
    try Validating.answer(lines: lines, time: time)
  }

  private static func profile(_ answer: LogAnswer, _ name: String) -> LogAnswer.Profile? {
    answer.profiles.first { $0.name == name }
  }

  // MARK: The system's lines

  @Test(
    "a line of the system is named as the cause, where it is about the app",
    arguments: [
      ("ActivityManager", "Force stopping com.timesafari.app appid=1 user=0: x", true),
      ("ActivityManager", "Force stopping com.android.chrome appid=1 user=0: x", false),
      ("ActivityManager", "Killing 5310:com.timesafari.app/u0a1 (adj 900): remove task", true),
      ("ActivityManager", "Killing 777:com.example.other/u0a1 (adj 900): remove task", false),
      ("am_kill", "[0,5310,com.timesafari.app,900,OneKeyClean]", true),
      ("ActivityManager", "Process com.timesafari.app (pid 5310) has died: cch", true),
    ])
  func cause(tag: String, text: String, isCause: Bool) throws {
    let system = LogEvidenceTests.line("05:50:00.000", text, pid: 1_322, tag: tag)
    let answer = try LogEvidenceTests.answer(
      LogEvidenceTests.morning() + [system, LogEvidenceTests.end])
    let delivery = try #require(LogEvidenceTests.profile(answer, "delivery"))
    #expect(delivery.verdict == .broken)
    #expect(delivery.findings.first?.text.contains("(line 13)") == isCause)
    #expect(answer.evidence.map(\.number) == (isCause ? [13] : []))
  }

  @Test("of two apps in a log the one that is stopped is known by its process")
  func package() throws {
    let lines =
      [
        LogEvidenceTests.line(
          "05:42:00.000", "Start proc 5310:org.example.app/u0a1 for activity", pid: 1_322,
          tag: "ActivityManager")
      ] + LogEvidenceTests.morning()
    func stopped(_ package: String) throws -> [LogEvidence] {
      let line = LogEvidenceTests.line(
        "05:50:00.000", "Force stopping \(package) appid=1 user=0: x", pid: 1_322,
        tag: "ActivityManager")
      return try LogEvidenceTests.answer(lines + [line, LogEvidenceTests.end]).evidence
    }
    #expect(try stopped("org.example.app").count == 1)
    #expect(try stopped("org.example.other").isEmpty)
  }

  // MARK: Gaps, repeats, writers

  @Test("what may be in a part that the log has lost is not judged")
  func gap() throws {
    func verdict(_ clock: String, pid: Int) throws -> LogAnswer.Verdict {
      let gap = LogEvidenceTests.line(
        clock, "uid=10123(org.example.app) expire 3 lines", pid: pid, tag: "chatty")
      return try LogEvidenceTests.answer(
        LogEvidenceTests.morning() + [gap, LogEvidenceTests.end]
      ).verdict
    }
    #expect(try verdict("05:53:00.300", pid: 5_310) == .notJudged)
    #expect(try verdict("05:53:00.300", pid: 871) == .broken)
    #expect(try verdict("06:30:00.300", pid: 5_310) == .broken)
  }

  @Test("a record that stands there twice counts once, and one that is written twice does not")
  func repeated() throws {
    let whole = LogEvidenceTests.morning() + [LogEvidenceTests.shown]
    let twice = try LogEvidenceTests.answer(
      Array(whole.prefix(10)) + whole + [LogEvidenceTests.end])
    #expect(twice.verdict == .passed && twice.tally.repeated == 10 && twice.tally.plugin == 13)
    let text = LogAnswerText(twice, path: "a", isUTF8: true).text
    #expect(text.contains("count once: 10, in line 11, 12"), "\(text)")
    let completed = whole[..<12] + [whole[11]] + whole[12...]
    let again = try LogEvidenceTests.answer(Array(completed) + [LogEvidenceTests.end])
    #expect(again.verdict == .broken && again.tally.repeated == 0)
  }

  @Test("a page's echo of a line counts once")
  func echoed() throws {
    let whole = LogEvidenceTests.morning() + [LogEvidenceTests.shown]
    let lines = whole.flatMap { line -> [String] in
      let text = line.split(separator: ": ", maxSplits: 1)[1]
      let clock = String(line.split(separator: " ")[1])
      return [
        line,
        LogEvidenceTests.line(
          clock, "File: http://localhost/ - Line 1 - Msg: \(text)", tag: "Capacitor/Console"),
      ]
    }
    let answer = try LogEvidenceTests.answer(lines + [LogEvidenceTests.end])
    #expect(answer.verdict == .passed && answer.tally.repeated == 13)
  }

  @Test("two apps that write at a time are two verdicts, and the one that lacks lines is named")
  func writers() throws {
    let both = (LogEvidenceTests.morning() + LogEvidenceTests.morning(pid: 7_420, second: 37))
      .sorted()
    let answer = try LogEvidenceTests.answer(both + [LogEvidenceTests.shown, LogEvidenceTests.end])
    let deliveries = answer.profiles.filter { $0.name == "delivery" }
    #expect(deliveries.map(\.verdict) == [.passed, .broken])
    #expect(deliveries.map(\.writer) == ["process 5310", "process 7420"])
    #expect(answer.verdict == .broken)
  }

  @Test("an app that is started again is one writer")
  func restarted() throws {
    let lines =
      LogEvidenceTests.morning()
      + [
        LogEvidenceTests.line("05:53:00.300", PluginLog.delivery[0], pid: 6_001),
        LogEvidenceTests.end,
      ]
    let answer = try LogEvidenceTests.answer(lines)
    #expect(answer.verdict == .passed && answer.profiles.allSatisfy { $0.writer == nil })
  }

  // MARK: Sense

  @Test(
    "lines that contradict each other break the log",
    arguments: [
      ("Prefetch succeeded (status=200, bytes=170)", "Prefetch failed (reason=AUTH, status=401)"),
      ("Prefetch succeeded (status=200, bytes=170)", "BGTask expired"),
      ("success=true", "success=false"),
    ])
  func contradiction(old: String, new: String) throws {
    let lines = LogEvidenceTests.morning().map { $0.replacing(old, with: new) }
    let answer = try LogEvidenceTests.answer(
      lines + [LogEvidenceTests.shown, LogEvidenceTests.end])
    let prefetch = try #require(LogEvidenceTests.profile(answer, "prefetch"))
    #expect(prefetch.verdict == .broken)
    #expect(prefetch.findings.contains { $0.kind == .forbidden && $0.number == 12 })
  }

  @Test("nothing is planned after a rejection, until a call plans it")
  func rejected() throws {
    let denied = LogEvidenceTests.line(
      "05:49:00.000", "[DNP-PLUGIN] notifications_denied for scheduleDailyNotification")
    let planned = LogEvidenceTests.line(
      "05:49:00.100", "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:59:00Z")
    let called = LogEvidenceTests.line(
      "05:49:00.050",
      "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:59:00Z")
    func findings(_ lines: [String]) throws -> [LogFinding] {
      let answer = try LogEvidenceTests.answer(
        LogEvidenceTests.morning() + lines + [LogEvidenceTests.shown])
      return LogEvidenceTests.profile(answer, "delivery")?.findings.filter {
        $0.kind == .forbidden
      } ?? []
    }
    #expect(try findings([denied, planned]).map(\.number) == [14])
    #expect(try findings([denied, called, planned]).isEmpty)
  }

  @Test("a line that was shortened is read, and its fields are not checked")
  func shortened() throws {
    let lines =
      PluginLog.firstRun.dropLast() + [
        "[DNP-STORAGE] Persisted schedule to DB (id=..., type=DAILY, ...)"
      ]
    let answer = try Validating.answer(lines: Array(lines))
    let first = try #require(LogEvidenceTests.profile(answer, "first-run"))
    #expect(first.verdict == .passed && answer.verdict == .passed)
    #expect(first.unchecked.contains { $0.contains("hidden") }, "\(first.unchecked)")
  }

  @Test("a log that lacks one line of a first run says which")
  func reason() throws {
    let lines = PluginLog.firstRun.filter { !$0.contains("requestPermissions") }
    let text = LogAnswerText(try Validating.answer(lines: lines), path: "a", isUTF8: true).text
    #expect(
      text.contains("first-run (the log has no [DNP-PLUGIN] requestPermissions() → …)"), "\(text)")
  }

  @Test("each profile can be drawn", arguments: BuiltInProfiles.all)
  func drawing(profile: LogProfile) {
    let lines = profile.drawing.split(separator: "\n")
    #expect(lines.first == "\(profile.name): \(profile.title)")
    #expect(lines.count >= profile.steps.count * 2 + profile.states.count + 3)
  }
}
