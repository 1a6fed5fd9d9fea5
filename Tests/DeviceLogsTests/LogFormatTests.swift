import DailyNotification
import Testing

@testable import DeviceLogs

@Suite("The formats of logs")
struct LogFormatTests {
  private static let whole = [
    "first-run passed 1: " + Array(repeating: "1 ok", count: 8).joined(separator: ", "),
    "prefetch passed 1: 1 ok, 1 ok, 1 ok, 1 ok", "delivery passed 1: 1 ok, 1 ok",
    "recovery passed 1: 0 absent, 1 ok",
    "dual notObserved 0: ", "android-fire notObserved 0: ",
    // Its lines are those of another dialect.
    "rollover notObserved 1: ",
  ]

  @Test("are detected by their first lines", arguments: LogFixture.all + LogFixture.wide)
  func found(fixture: LogFixture) throws {
    let answer = try Validating.answer(fixture.bytes())
    #expect(answer.format.name == fixture.format)
    #expect(answer.tally.plugin == 14)
    #expect(answer.tally.foreign == 0)
    #expect(answer.warnings == [])
  }

  @Test("give the same verdict for the same morning", arguments: LogFixture.all + LogFixture.wide)
  func verdict(fixture: LogFixture) throws {
    let answer = try Validating.answer(fixture.bytes())
    #expect(answer.verdict == .passed)
    #expect(Validating.summary(answer) == LogFormatTests.whole)
  }

  @Test("have samples that are read as their files say", arguments: BuiltInFormats.all)
  func samples(format: LogFormat) {
    #expect(SampleCheck.problem(of: format, among: BuiltInFormats.all) == nil)
  }

  @Test("each have a fixture")
  func complete() {
    #expect(Set(LogFixture.all.map(\.format)) == Set(BuiltInFormats.names))
  }

  @Test(
    "are read the same in chunks of any size", arguments: LogFixture.all + LogFixture.wide,
    [1, 61, 4_096])
  func chunks(fixture: LogFixture, chunk: Int) throws {
    let bytes = try fixture.bytes()
    let (whole, parts) = (
      try Validating.answer(bytes), try Validating.answer(bytes, chunk: chunk)
    )
    #expect(parts.json(path: "") == whole.json(path: ""))
  }

  @Test(
    "are read the same with what some tools append to lines", arguments: LogFixture.all,
    ["\r", "\0", "\u{1B}[0m", "\r\0"])
  func endings(fixture: LogFixture, ending: String) throws {
    let lines = try fixture.lines().map { $0 + ending }
    #expect(try Validating.summary(Validating.answer(lines: lines)) == LogFormatTests.whole)
  }

  @Test("all show a missing line", arguments: LogFixture.all)
  func missing(fixture: LogFixture) throws {
    guard fixture.isLineByLine else { return }
    let lines = try fixture.lines().filter { !$0.contains("Prefetch succeeded") }
    let answer = try Validating.answer(lines: lines)
    let prefetch = try #require(answer.profiles.first { $0.name == "prefetch" })
    #expect(prefetch.verdict == .broken)
    #expect(prefetch.findings.map(\.kind) == [.missing])
  }

  @Test("have times that agree with the phone's own", arguments: LogFixture.all)
  func times(fixture: LogFixture) throws {
    var scanner = LogScanner(time: LogFixture.time)
    try fixture.bytes().withUnsafeBytes { try scanner.consume($0) }
    try scanner.finish()
    let entries = scanner.drain()
    let started = try #require(entries.first { $0.event == .line(.taskStarted) })
    let hasTimes = !["brief", "process", "process-uid", "thread", "tag", "text"].contains(
      fixture.format)
    #expect(started.time?.text.hasPrefix("2025-11-15T05:48:04") == (hasTimes ? true : nil))
    #expect(started.time?.isAbsolute == (hasTimes ? true : nil))
  }

  @Test(
    "have process, thread and level",
    arguments: [
      ("default.log", "TimeSafari", 5_310, 0x1A2B3), ("compact.log", "My App", 5_310, 0x1A2B3),
      ("syslog.log", "TimeSafari", 5_310, nil), ("console.log", "TimeSafari", nil, nil),
      ("ndjson.ndjson", "TimeSafari", 5_310, 0x1A2B3),
      ("idevicesyslog.log", "TimeSafari", 5_310, nil),
      ("idevicesyslog-classic.log", "TimeSafari", 5_310, nil),
      ("threadtime.log", nil, 5_310, 5_342),
      ("threadtime-modifiers.log", nil, 5_310, 5_342), ("long.log", nil, 5_310, 5_342),
      ("brief.log", nil, 5_310, nil), ("thread.log", nil, 5_310, 5_342),
    ] as [(String, String?, Int?, Int?)])
  func fields(name: String, process: String?, pid: Int?, tid: Int?) throws {
    let fixture = try #require(LogFixture.all.first { $0.name == name })
    var scanner = LogScanner(time: LogFixture.time)
    try fixture.bytes().withUnsafeBytes { try scanner.consume($0) }
    try scanner.finish()
    for entry in scanner.drain() {
      #expect(entry.process == process && entry.pid == pid && entry.tid == tid)
      #expect(entry.level == (["syslog.log"].contains(name) ? nil : .info))
    }
  }

  @Test("can be forced, and a wrong one says so")
  func forced() throws {
    let bytes = try #require(LogFixture.all.first { $0.name == "threadtime.log" }).bytes()
    let right = try Validating.answer(bytes, format: BuiltInFormats.format(named: "threadtime"))
    #expect(right.isFormatGiven && right.verdict == .passed && right.warnings == [])
    let wrong = try Validating.answer(bytes, format: BuiltInFormats.format(named: "console"))
    #expect(
      wrong.warnings.last == "no line has the format that was given; leave --log-format out")
    // Plain lines of the plugin are read, and have no format but that of plain lines.
    let plain = Array("[DNP-PLUGIN] configure() called\n[DNP-PLUGIN] status = ready\n".utf8)
    for format in BuiltInFormats.all where format.hasFields {
      let answer = try Validating.answer(plain, format: format)
      #expect(answer.tally.plugin == 2)
      #expect(
        answer.warnings == ["no line has the format that was given; leave --log-format out"],
        "\(format)")
    }
    #expect(
      try Validating.answer(plain, format: BuiltInFormats.format(named: "text")).warnings == [])
    #expect(try Validating.answer(plain).warnings == [])
    let other = try Validating.answer(bytes, format: BuiltInFormats.format(named: "ndjson"))
    #expect(other.tally.plugin == 0 && other.verdict == .notObserved)
    #expect(other.warnings == ["no line has the format that was given; leave --log-format out"])
  }
}
