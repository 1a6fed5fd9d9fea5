import Testing

@testable import DeviceLogs

/// Layouts of logs that people published, besides those of the tools.
@Suite("A layout that a page has made")
struct PublishedLayoutTests {
  private static let time = LogTimeOptions(year: 2025, zone: .offset(minutes: 0))

  private static let logcat = PluginLog.whole.enumerated().map { place, text in
    "11-15 05:\(place < 8 ? "42:30" : place < 12 ? "48:04" : "53:00").1\(10 + place)  5310  5342 I "
      + "DNP-X: \(text)"
  }

  private static func answer(
    _ lines: [String], _ time: LogTimeOptions = time
  ) throws -> LogAnswer {
    try Validating.answer(lines: lines, time: time)
  }

  @Test(
    "is taken off before each line",
    arguments: [
      ("# ", "", "'#' before lines"), ("* ", "", "'*' before lines"),
      ("| ", " |", "'|' before lines"), ("`", "`", "'`' before lines"),
      ("[192.168.1.20:37123] ", "", "words in brackets"),
      ("[        ] ", "", "words in brackets"), ("[   +7 ms] ", "", "words in brackets"),
      ("Sat, 15 Nov 2025 05:42:31 GMT ", "", "the times of another program"),
    ])
  func around(before: String, after: String, words: String) throws {
    let answer = try Self.answer(Self.logcat.map { before + $0 + after })
    #expect(answer.format.name == "threadtime" && answer.verdict == .passed)
    #expect(answer.peeled == [words])
    #expect(answer.tally.plugin == 13 && answer.tally.foreign == 0 && answer.tally.damaged == 0)
  }

  @Test("of `flutter run -v` without times is no JSON")
  func flutter() throws {
    let answer = try Self.answer(
      PluginLog.whole.map { "[        ] I/DNP-X( 5310): \($0)" } + ["[  +12 ms] D/Battery( 9): 3"])
    #expect(answer.format.name == "brief" && answer.tally.plugin == 13)
    #expect(try Self.answer(["[ ]"]).format.name == "objects")
  }

  @Test("with the times of a CI system tells how long the log went on")
  func printed() throws {
    func verdict(_ clock: String, _ lines: [String]) throws -> LogAnswer.Verdict? {
      let printed = lines.map { "Sat, 15 Nov 2025 09:12:02 GMT \($0)" }
      let end = "Sat, 15 Nov 2025 \(clock) GMT e2e: no word from the app"
      let work = (printed + [end]).map { $0.replacing("BGAppRefreshTask", with: "Work") }
      return try Self.answer(work).profiles.first { $0.name == "delivery" }?.verdict
    }
    let never = Array(Self.logcat.dropLast())
    #expect(try verdict("09:32:03", never) == .broken)
    #expect(try verdict("09:12:59", never) == .notObserved)
    #expect(try verdict("09:32:03", Self.logcat) == .passed)
  }

  /// Rows of Console.app: how a line of a program is written at a time of day.
  private static let rows: [@Sendable (String, String, String) -> String] = [
    { "\($0).118000+0000\t\($1)\t\($2)" }, { "default \($0).118000 +0000 \($1) \($2)" },
    { "\($0).118000+0000 \($1) \($2)" },
  ]

  @Test("of Console.app has no column for the type, or blanks for tabs", arguments: rows.indices)
  func console(index: Int) throws {
    let row = Self.rows[index]
    func lines(_ texts: [String]) -> [String] {
      texts.enumerated().map {
        row($0 < 8 ? "05:42:30" : $0 < 12 ? "05:48:04" : "05:53:00", "App", $1)
      }
        + [row("06:40:00", "backboardd", "brightness 0.6")]
    }
    let answer = try Validating.answer(lines: lines(PluginLog.whole))
    #expect(answer.format.name == "console" && answer.verdict == .passed, "\(answer.format.name)")
    #expect(answer.tally.plugin == 13)
    let held = row(
      "05:53:00", "SpringBoard",
      "[com.timesafari.app] Received response 0 for willPresentNotification for notification A1")
    let never = lines(PluginLog.whole.dropLast())
    let delivery = try Validating.answer(lines: never.dropLast() + [held] + never.suffix(1))
      .profiles.first { $0.name == "delivery" }
    #expect(delivery?.findings.first?.text.contains("had nothing shown") == true)
  }

  @Test("with a tag before the mark has one mark")
  func tagged() throws {
    let lines = PluginLog.whole.enumerated().map { place, text in
      let tag = text.dropFirst().prefix { $0 != "]" }
      let clock = place < 8 ? "42:30" : place < 12 ? "48:04" : "53:00"
      return "2025-11-15 05:\(clock) [INFO] \(tag): \(text)"
    }
    let answer = try Self.answer(lines)
    #expect(answer.verdict == .passed && answer.tally.foreign == 0, "\(answer.warnings)")
  }

  @Test("with a member that never changes has no times in it", arguments: ["objects", "csv"])
  func constant(format: String) throws {
    func lines(_ name: String, _ value: (Int) -> String) -> [String] {
      let texts = PluginLog.whole + ["x", "y"]
      return format == "objects"
        ? texts.enumerated().map {
          "{\"\(name)\": \"\(value($0))\", \"message\": \"\($1)\"}"
        } : ["\(name),message"] + texts.enumerated().map { "\(value($0)),\"\($1)\"" }
    }
    func times(_ lines: [String]) throws -> Set<LogTime> {
      var scanner = LogScanner(time: LogTimeOptions())
      try Array(lines.joined(separator: "\n").utf8).withUnsafeBytes { try scanner.consume($0) }
      try scanner.finish()
      #expect(scanner.format?.name == format)
      return Set(scanner.drain().compactMap(\.time))
    }
    #expect(try times(lines("installDate") { _ in "2025-11-01T10:00:00Z" }).isEmpty)
    #expect(try times(lines("loggedDate") { "2025-11-15T05:42:\(10 + $0)Z" }).count == 13)
    // What is named as a time is one, however short the log.
    #expect(try times(lines("time") { _ in "2025-11-15T05:42:10Z" }).count == 1)
  }

  @Test("is read with what its input lacks in the warnings")
  func warned() throws {
    var validation = LogValidation(profiles: [], time: Self.time)
    try Array(Self.logcat.joined(separator: "\n").utf8).withUnsafeBytes {
      try validation.consume($0)
    }
    validation.warn("other bytes follow")
    #expect(try validation.finish().doubts == ["other bytes follow"])
  }
}
