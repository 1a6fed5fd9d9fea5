import DeviceLogs
import SimulationCore
import Testing

@Suite("The scanner of logs")
struct LogScannerTests {
  private func lines(_ name: String) throws -> [String] {
    try #require(LogFixture.all.first { $0.name == name }).lines()
  }

  @Test("counts each line once, in one kind", arguments: LogFixture.all)
  func tally(fixture: LogFixture) throws {
    let bytes = try fixture.bytes()
    let tally = try Validating.answer(bytes).tally
    #expect(tally.lines == bytes.count { $0 == 0x0A })
    #expect(
      tally.recognized + tally.continuations + tally.skipped + tally.unknown == tally.lines)
  }

  @Test("reads what Android says of work as it reads what an iPhone says of its task")
  func work() throws {
    let lines = PluginLog.whole.map {
      $0.replacing("BGAppRefreshTask", with: "Work").replacing("BGTask", with: "Work")
    }
    #expect(lines != PluginLog.whole)
    let answer = try Validating.answer(lines: lines)
    #expect(answer.verdict == .passed && answer.tally.plugin == 13)
  }

  @Test("counts unrecognized lines and goes on")
  func unknown() throws {
    var lines = PluginLog.whole
    for index in stride(from: lines.count, through: 0, by: -1) {
      lines.insert("?? \(index)", at: index)
    }
    let answer = try Validating.answer(lines: lines)
    #expect(answer.verdict == .passed && answer.tally.unknown == 14)
  }

  @Test("reads tabs, NULs, malformed UTF-8 and carriage returns among the lines")
  func odd() throws {
    var bytes: [UInt8] = []
    for line in PluginLog.whole {
      bytes += [0xFF, 0xC3, 0x28, 0x0A]
      bytes += "\t \(line)\t\r".utf8
      bytes += [0x00, 0x0A]
    }
    let answer = try Validating.answer(bytes)
    #expect(answer.verdict == .passed && answer.tally.plugin == 13)
  }

  @Test("reads a last line without a line feed")
  func unfinished() throws {
    let answer = try Validating.answer(lines: PluginLog.whole)
    #expect(answer.tally.lines == 13 && answer.verdict == .passed)
  }

  @Test("cuts a line that is too long, and continues after it", arguments: [true, false])
  func long(isMarked: Bool) throws {
    let mark = isMarked ? "[DNP-FETCH] BGTask expired" : "noise"
    var bytes = Array((PluginLog.firstRun.joined(separator: "\n") + "\n").utf8)
    bytes += mark.utf8
    bytes += Array(repeating: UInt8(ascii: "x"), count: 2 * LogScanner.lineBytesMax)
    bytes += "\n".utf8
    bytes += PluginLog.prefetch.joined(separator: "\n").utf8
    let answer = try Validating.answer(bytes, chunk: 300_000)
    #expect(answer.tally.cut == 1 && answer.tally.lines == 13)
    #expect(answer.tally.plugin == (isMarked ? 13 : 12))
    #expect(answer.tally.foreign == (isMarked ? 1 : 0))
    #expect(answer.profiles[1].verdict == .passed)
    #expect(answer.warnings.contains { $0.contains("longer than 1 MiB") })
  }

  @Test(
    "refuses what is not text, and says what it is",
    arguments: [
      ([0x50, 0x4B, 0x03, 0x04], LogProblem.packed(by: "zip")),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .packed(by: "xz")),
      (Array("SQLite format 3\0".utf8), .database),
      ((0..<4_096).map { UInt8($0 * 7 % 32) }, .binary),
    ] as [([UInt8], LogProblem)])
  func binary(bytes: [UInt8], problem: LogProblem) throws {
    #expect(throws: problem) { try Validating.answer(bytes) }
    #expect(!problem.description.isEmpty)
  }

  @Test("reports lines that have the plugin's mark but are not its lines")
  func foreign() throws {
    let lines = PluginLog.whole + (0..<7).map { "[DNP-FETCH] something new \($0)" }
    let answer = try Validating.answer(lines: lines)
    #expect(answer.tally.foreign == 7 && answer.tally.foreignNumbers == [14, 15, 16, 17, 18])
    #expect(answer.verdict == .passed)
    #expect(answer.warnings.count == 1 && answer.warnings[0].contains("18, …; "))
  }

  @Test("judges nothing in a log whose lines are mostly of another version")
  func mostlyForeign() throws {
    let lines = PluginLog.whole + (0..<40).map { "[DNP-FETCH] something new \($0)" }
    let answer = try Validating.answer(lines: lines)
    #expect(answer.verdict == .notJudged)
    #expect(answer.warnings[0].hasSuffix("so nothing is judged"))
    #expect(!answer.doubts.isEmpty)
  }

  @Test("ignores a mark with an unknown category")
  func otherMarks() throws {
    let lines = PluginLog.whole + ["[DNP-OTHER] x", "DNP-FETCH without a colon", "XDNP-: y"]
    let answer = try Validating.answer(lines: lines)
    #expect(answer.tally.plugin == 13)
    // It may be a mark that is damaged.
    #expect(answer.tally.damagedNumbers == [14, 15] && answer.tally.damaged == 2)
    #expect(
      answer.warnings == [
        "2 lines or objects with the plugin's mark are damaged and were not read: lines 14, 15; "
          + "get the log from the phone again"
      ])
  }

  @Test("reads the message of a line whose fields are damaged, and the fields before")
  func damagedHeader() throws {
    let line =
      "2025-11-15 06:48:05.001000+0100 0x1a2b3    Info        0x0      0x0          5310   0    "
      + "App: (Lib) [com.timesafari.dailynotification:fetch] [DNP-FETCH] BGTask expired"
    var scanner = LogScanner(format: BuiltInFormats.format(named: "default"), time: LogFixture.time)
    try Array(line.utf8).withUnsafeBytes { try scanner.consume($0) }
    try scanner.finish()
    let entries = scanner.drain()
    #expect(
      entries.map { $0.event?.name } == ["taskExpired"]
        && entries[0].time?.text == "2025-11-15T05:48:05.001Z")
    #expect(scanner.tally.plugin == 1 && scanner.tally.damaged == 0)
  }

  @Test("reads what a search has cut out of a pretty-printed array")
  func members() throws {
    let lines = try lines("json.json").filter { $0.contains("[DNP-") }
    #expect(lines.count == 14)
    let answer = try Validating.answer(lines: lines)
    #expect(answer.format.name == "json" && answer.verdict == .passed)
  }

  @Test("counts a damaged object as unknown and goes on")
  func damaged() throws {
    let lines = try lines("ndjson.ndjson").map { line in
      line.contains("status = ready")
        ? line.replacing("\"eventType\":", with: "\"eventType\" ") : line
    }
    let answer = try Validating.answer(lines: lines)
    #expect(answer.tally.unknown == 1 && answer.tally.plugin == 13)
    #expect(answer.profiles[0].findings.map(\.kind) == [.missing])
  }

  @Test("survives any damage, in the right format and in every other", arguments: LogFixture.all)
  func damage(fixture: LogFixture) throws {
    let bytes = try fixture.bytes()
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    let odd =
      Array("()[]{}<>:\"\\/ \t0123456789abcdef.-+%".utf8) + [0, 0x0A, 0x0D, 0x1B, 0xE2, 0xFF]
    var answered = 0
    for format in BuiltInFormats.all.map(Optional.some) + [nil, nil, nil] {
      var damaged = bytes
      for _ in 0..<bytes.count / 50 {
        let place = Int(generator.below(UInt64(damaged.count)))
        damaged[place] = odd[Int(generator.below(UInt64(odd.count)))]
        if generator.below(4) == 0 { damaged.remove(at: place) }
      }
      let lines = damaged.count { $0 == 0x0A } + (damaged.last == 0x0A ? 0 : 1)
      let answer: LogAnswer
      do {
        answer = try Validating.answer(damaged, format: format, chunk: 5_000)
      } catch {
        #expect(error is LogProblem)
        continue
      }
      answered += 1
      let tally = answer.tally
      #expect(tally.lines == lines)
      #expect(
        tally.recognized + tally.continuations + tally.skipped + tally.unknown == tally.lines)
    }
    // A log whose beginning is in no known format is refused, so most damage still gives an answer.
    #expect(answered > BuiltInFormats.all.count / 2)
  }

  @Test(
    "reads lines that end too early",
    arguments: [
      "D( 1766)  )", "D(", "D/", "D/x", "D/x(", "I/DNP-FETCH( 1): ", "[ 11-15 05:42:30.118 ",
      "[ 11-15 05:42:30.118  5310:", "999999999999999999.123  1 2 I DNP-FETCH: x",
      "Nov 15 05:42:30 x] <>: DNP-FETCH: y", "2025-11-15 05:42:30.118 I  [DNP-FETCH]",
      "2025-11-15 05:42:30.118+0000 0x", "2025-11-15 05:42:30.118+0000  [1]: DNP-FETCH:",
      "info\t05:42:30", "\t05:42:30.1\t", "[com.timesafari.dailynotification:", "\u{1B}[",
      "[com.timesafari.dailynotification:]", "{", "}", "[{", "{}", "[{}]",
      "\"eventMessage\" : DNP-",
      "2025-02-31 24:00:00.000 I  A[1:2] [DNP-PLUGIN] status = ready", "DNP-FETCH:", "[DNP-FETCH]",
    ])
  func stumps(line: String) throws {
    for format in BuiltInFormats.all {
      let answer = try Validating.answer(Array("\(line)\n\(line)".utf8), format: format)
      #expect(answer.tally.lines == 2, "\(format)")
    }
  }
}
