import Testing

@testable import DeviceLogs

@Suite("What stands around the lines of a log")
struct LineSettingTests {
  /// What a program makes of the number and the text of each line.
  struct Wrapping: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    let wrap: @Sendable (Int, String) -> String
  }

  static let wrappings: [Wrapping] = [
    Wrapping(testDescription: "grep -n", words: ["line numbers"]) { "\($0 + 1):\($1)" },
    Wrapping(testDescription: "grep -H", words: ["the file's name 'logs/a.log'"]) {
      "logs/a.log:\($1)"
    },
    Wrapping(
      testDescription: "grep -Hn", words: ["the file's name 'logs/a.log'", "line numbers"]
    ) { "logs/a.log:\($0 + 1):\($1)" },
    Wrapping(testDescription: "quoted", words: ["quotation marks"]) { "> \($1)" },
    Wrapping(testDescription: "quoted twice", words: ["quotation marks", "quotation marks"]) {
      "> > \($1)"
    },
    Wrapping(testDescription: "indented", words: ["indentation"]) { "    \($1)" },
    Wrapping(testDescription: "serial", words: ["words in brackets"]) { "[emulator-5554] \($1)" },
    Wrapping(testDescription: "GitHub", words: ["the times of another program"]) {
      "2025-11-15T09:00:0\($0 % 10).1234567Z \($1)"
    },
    Wrapping(testDescription: "one digit", words: ["the times of another program"]) {
      "2025-11-15T09:00:0\($0 % 10).1+01:00 \($1)"
    },
    Wrapping(
      testDescription: "Selenium", words: ["the times of another program", "words in brackets"]
    ) { "[2025-11-15T09:00:0\($0 % 10).123Z] [INFO] \($1)" },
    Wrapping(
      testDescription: "Appium", words: ["the times of another program", "words in brackets"]
    ) { "2025-11-15 09:00:0\($0 % 10):123 - [Logcat] \($1)" },
    Wrapping(testDescription: "fastlane", words: ["the times of another program"]) {
      "[09:00:0\($0 % 10)]: ▸ \($1)"
    },
  ]

  @Test(
    "is taken off, and the verdict is that of the bare lines", arguments: wrappings,
    ["threadtime.log", "brief.log", "default.log", "idevicesyslog.log", "xcode.log"])
  func wrapped(wrapping: Wrapping, name: String) throws {
    let fixture = try #require(LogFixture.all.first { $0.name == name })
    let bare = try fixture.lines().filter { !$0.isEmpty }
    let lines = bare.enumerated().map { wrapping.wrap($0.offset, $0.element) }
    let answer = try Validating.answer(lines: lines)
    #expect(answer.format.name == fixture.format && answer.verdict == .passed)
    #expect(answer.peeled == wrapping.words)
    #expect(try Validating.summary(answer) == Validating.summary(Validating.answer(lines: bare)))
    let missing = lines.filter { !$0.contains("Prefetch succeeded") }
    #expect(try Validating.answer(lines: missing).verdict == .broken)
  }

  @Test(
    "tells phones apart where it is what adb or Apple call one",
    arguments: [
      "emulator-5554", "R58M12ABCDE", "0123456789ABCDEF", "ce0117117b2d3a1b02", "29091FDH300ABC",
      "localhost:5037", "phone.local:5555",
      "adb-R58M12ABCDE-AbCdEf._adb-tls-connect._tcp", "00008030-001A2B3C4D5E6F70",
      "1A2B3C4D-0000-4000-8000-1A2B3C4D5E6F", "0123456789abcdef0123456789abcdef01234567",
    ])
  func phones(word: String) throws {
    #expect(LinePrefix.isPhone(word))
    let two = try twoWords(word, "emulator-5556")
    #expect(Set(two.profiles.map(\.writer)) == ["phone \(word)", "phone emulator-5556"])
  }

  @Test(
    "tells nothing where it is any other word",
    arguments: [
      ("I", "W"), ("main", "pool-1"), ("INFO", "DEBUG"), ("worker1", "thread12"),
      ("Logcat", "Main.kt:1042"), ("App:5310", "bg"), ("build-2025", "2x"),
    ])
  func words(one: String, other: String) throws {
    #expect(!LinePrefix.isPhone(one) && !LinePrefix.isPhone(other))
    let two = try twoWords(one, other)
    #expect(two.verdict == .passed && two.peeled == ["words in brackets"])
    #expect(two.profiles.allSatisfy { $0.writer == nil })
  }

  /// A log with one word before half of its lines, and another one before the rest.
  private func twoWords(_ one: String, _ other: String) throws -> LogAnswer {
    let fixture = try #require(LogFixture.all.first { $0.name == "timed.log" })
    let lines = try fixture.lines().filter { !$0.isEmpty }
    let middle = try #require(lines.firstIndex { $0.contains("BGTask started") })
    return try Validating.answer(
      lines: lines.indices.map { "[\($0 < middle ? one : other)] \(lines[$0])" })
  }

  @Test("is left where the lines have a format as they are", arguments: LogFixture.all)
  func bare(fixture: LogFixture) throws {
    let answer = try Validating.answer(fixture.bytes())
    let isWrapped = fixture.name.hasPrefix("ci-")
    let isColored = fixture.name.contains("color")
    #expect(
      answer.peeled == (isWrapped ? ["the times of another program"] : isColored ? ["colours"] : [])
    )
  }

  @Test("is a page, or fences")
  func page() throws {
    let fixture = try #require(LogFixture.all.first { $0.name == "idevicesyslog.log" })
    let lines = try fixture.lines()
    let escaped = lines.map { line in
      line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        + "<br>"
    }
    let page = try Validating.answer(
      lines: ["<html><body><pre>"] + escaped + ["</pre></body></html>"])
    #expect(page.verdict == .passed && page.peeled == ["the tags and entities of a page"])
    let fenced = try Validating.answer(lines: ["```text"] + lines + ["```"])
    #expect(fenced.verdict == .passed && fenced.peeled == ["code fences"])
  }

  @Test("keeps its times where no other time is there")
  func onlyTimes() throws {
    let lines = PluginLog.whole.enumerated().map { "2025-11-15T05:42:\($0 + 10).1234567Z \($1)" }
    let answer = try Validating.answer(lines: lines, time: LogTimeOptions())
    #expect(answer.format.name == "bundle-log" && answer.peeled == [])
    #expect(answer.profiles.first?.steps.first?.firstTime?.isAbsolute == true)
  }

  @Test(
    "may have made something else of an arrow",
    arguments: ["ΓåÆ", "ÔåÆ", "â†’", "â\u{86}\u{92}", "?"])
  func arrows(arrow: String) throws {
    let lines = PluginLog.whole.map { $0.replacing("→", with: arrow) }
    let answer = try Validating.answer(lines: lines)
    #expect(answer.verdict == .passed && answer.tally.foreign == 0, "\(answer.warnings)")
    #expect(answer.profiles.first { $0.name == "first-run" }?.verdict == .passed)
  }
}
