import DailyNotification
import Testing

@testable import DeviceLogs

/// One morning, as each format prints it: right, with lines missing, without its delivery.
@Suite("A verdict in every format")
struct LogMatrixTests {
  /// The plugin's lines with their times, in milliseconds since 5:42:30.
  private static let morning: [(Int64, String)] =
    zip([104, 118, 3_492, 10_871, 10_872, 10_880, 10_881, 10_893], PluginLog.firstRun)
    .map { ($0, $1) }
    + zip([334_212, 334_219, 335_001, 335_014], PluginLog.prefetch).map { ($0, $1) }
    + [(630_321, PluginLog.delivery[0])]

  /// The plugin's lines in a log of a format: where no other program writes into it, the plugin
  /// itself tells that the log goes on.
  private static func ownLines(_ format: LogFormat) -> [(Int64, String)] {
    let last = (Int64(3_450_000), "[DNP-PLUGIN] getNotificationStatus() called")
    return format.name == "events" ? morning + [last] : morning
  }

  private static let start: Int64 = 1_763_185_350_000

  /// The log in a format, without some lines of the plugin.
  private static func log(_ format: LogFormat, without missing: [String] = []) -> [String] {
    var lines: [PrintedLine] = []
    for (time, text) in ownLines(format) where !missing.contains(where: text.contains) {
      // The others write a little earlier.
      lines.append(
        PrintedLine(
          milliseconds: start + time - 2, level: .info, pid: 640, program: "WifiHAL",
          text: "link quality fine"))
      lines.append(
        PrintedLine(milliseconds: start + time, level: .info, pid: 5_310, text: text))
    }
    lines.append(
      PrintedLine(
        milliseconds: start + 3_460_000, level: .info, pid: 640, program: "WifiHAL", text: "fine"))
    return LogPrinter(format).text(lines).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  /// What may stand before each line; one that is renamed must not drop out.
  private static let prefixes = [nil, "grep -n", "quoted", "serial"]

  private static let timeless = ["brief", "process", "process-uid", "thread", "tag", "text"]

  private static func answer(
    _ lines: [String], _ prefix: String?
  ) throws -> LogAnswer {
    guard let prefix else { return try Validating.answer(lines: lines) }
    let wrapping = try #require(
      LineSettingTests.wrappings.first { $0.testDescription == prefix }, "\(prefix)")
    return try Validating.answer(lines: lines.enumerated().map { wrapping.wrap($0, $1) })
  }

  private static func verdict(_ answer: LogAnswer, _ profile: String) -> LogAnswer.Verdict? {
    answer.profiles.first { $0.name == profile }?.verdict
  }

  @Test("is right, or is none", arguments: BuiltInFormats.all, prefixes)
  func verdicts(format: LogFormat, prefix: String?) throws {
    let good = try LogMatrixTests.answer(LogMatrixTests.log(format), prefix)
    // Others write no lines into a bundle.
    #expect(good.format == format || format.name == "bundle-log", "\(good.format.name)")
    #expect(good.tally.plugin == LogMatrixTests.ownLines(format).count && good.tally.foreign == 0)
    #expect(good.verdict == .passed, "\(good.profiles.flatMap(\.findings))")
    for name in ["first-run", "prefetch", "delivery"] {
      #expect(LogMatrixTests.verdict(good, name) == .passed, "\(name)")
    }
    let bad = try LogMatrixTests.answer(
      LogMatrixTests.log(format, without: ["status = ready", "delivered"]), prefix)
    #expect(bad.verdict == .broken && LogMatrixTests.verdict(bad, "first-run") == .broken)
    let never = try LogMatrixTests.answer(
      LogMatrixTests.log(format, without: ["delivered"]), prefix)
    let isTimeless = LogMatrixTests.timeless.contains(format.name)
    #expect(never.verdict == (isTimeless ? .notJudged : .broken), "\(never.verdict)")
    #expect(LogMatrixTests.verdict(never, "delivery") == never.verdict)
  }

  @Test("rests on lines that look as the tools print them")
  func looks() throws {
    func first(_ name: String) throws -> String? {
      let format = try #require(BuiltInFormats.format(named: name))
      let line = PrintedLine(
        milliseconds: LogMatrixTests.start + 118, offsetMinutes: -300, level: .warning, pid: 5_310,
        text: "[DNP-PLUGIN] status = ready")
      return LogPrinter(format).text([line]).split(separator: "\n").first.map(String.init)
    }
    #expect(
      try first("threadtime")
        == "11-15 00:42:30.118  5310  5342 W DNP-PLUGIN: [DNP-PLUGIN] status = ready")
    #expect(
      try first("brief") == "W/DNP-PLUGIN( 5310): [DNP-PLUGIN] status = ready")
    #expect(
      try first("compact")?.hasPrefix("2025-11-15 00:42:30.118 W  App[5310:14de] [com.") == true)
    #expect(try first("events")?.contains("\"event\":\"ready\"") == true)
  }

  @Test("is that of the lines that were printed", arguments: BuiltInFormats.all)
  func roundTrip(format: LogFormat) throws {
    var scanner = LogScanner(format: format, time: LogFixture.time)
    let text = LogMatrixTests.log(format).joined(separator: "\n") + "\n"
    try Array(text.utf8).withUnsafeBytes { try scanner.consume($0) }
    try scanner.finish()
    let entries = scanner.drain()
    let lines = LogMatrixTests.ownLines(format)
    // Of JSON with events the message is the template's.
    if format.name == "events" {
      #expect(entries.compactMap { $0.event?.name }.count == lines.count)
    } else {
      #expect(entries.map(\.text) == lines.map(\.1))
    }
    guard !LogMatrixTests.timeless.contains(format.name) else { return }
    let exact = format.name != "go-ios" && format.name != "idevicesyslog"
    for (entry, line) in zip(entries, lines) {
      let difference = (entry.time?.milliseconds ?? 0) - LogMatrixTests.start - line.0
      #expect(exact ? difference == 0 : abs(difference) < 1_000)
    }
  }
}
