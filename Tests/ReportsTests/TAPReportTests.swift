import Foundation
import JSONText
import Scenarios
import Testing

@testable import Reports

@Suite("TAP report")
struct TAPReportTests {
  private func lines(_ results: [ScenarioResult]) -> [String] {
    TAPReport.text(results, context: SampleResults.context).split(separator: "\n").map(String.init)
  }

  /// The lines of the YAML blocks, without their indentation.
  private func block(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("  ") }.map { String($0.drop { $0 == " " }) }
  }

  /// The string that a YAML line of a block has after its key.
  private func value(_ key: String, in lines: [String]) throws -> String? {
    let line = try #require(block(lines).first { $0.hasPrefix("\(key): ") }, "\(key)")
    return try JSONParser.parse(String(line.dropFirst(key.count + 2))).stringValue
  }

  @Test("has the version, the plan and a test point for each outcome, in order")
  func outcomes() throws {
    let lines = lines(try SampleResults.all() + [SampleResults.notRun()])
    #expect(Array(lines.prefix(2)) == ["TAP version 13", "1..6"])
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    let beginnings = ["ok 1 - ", "not ok 2 - ", "not ok 3 - ", "ok 4 - ", "ok 5 - ", "ok 6 - "]
    #expect(points.count == beginnings.count)
    for (point, beginning) in zip(points, beginnings) {
      #expect(point.hasPrefix(beginning), "\(point)")
    }
    let skips = points.map { $0.contains(" # SKIP ") }
    #expect(skips == [false, false, false, true, false, true])
    #expect(points[5].hasSuffix(" # SKIP not run"))
  }

  @Test("has a failure's step and place, what was expected and what was found")
  func failure() throws {
    let result = try SampleResults.failed()
    let step = try #require(result.steps.first { $0.failure != nil })
    let lines = lines([result])
    let indented = lines.filter { $0.hasPrefix("  ") }
    #expect(indented.first == "  ---" && indented.last == "  ...")
    #expect(block(lines).contains("- step: \(step.number)"))
    #expect(lines.contains("# on ios 17.0, device"))
    #expect(try value("phone", in: lines) == "ios 17.0, device")
    #expect(try value("expected", in: lines) == step.failure?.expected)
    #expect(try value("got", in: lines) == step.failure?.found)
    #expect(try value("place", in: lines) == "scenarios/first/a.yaml:6:14")
  }

  @Test("has each difference of a step once, as a list where there are several")
  func differences() throws {
    let result = try SampleResults.run(["expect: {pending: 7, tasks: 3}"], name: "twice")
    let block = block(lines([result]))
    #expect(block.count { $0 == "differences:" } == 1)
    #expect(block.count { $0.hasPrefix("- expected: ") } == 2)
    #expect(block.count { $0.hasPrefix("got: ") } == 2)
    #expect(!block.contains { $0.hasPrefix("expected: ") })
  }

  @Test(
    "is accepted by Perl's prove",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prove")))
  func prove() throws {
    let passed = try SampleResults.passed()
    let failed = try SampleResults.failed()
    for (results, code) in [([passed], Int32(0)), ([passed, failed], 1)] {
      let path = FileManager.default.temporaryDirectory
        .appending(path: "tap-\(UUID().uuidString).tap")
      defer { try? FileManager.default.removeItem(at: path) }
      try (lines(results).joined(separator: "\n") + "\n")
        .write(to: path, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/prove")
      process.arguments = ["--exec", "cat", path.path]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == code, "\(text)")
      #expect(!text.contains("Parse errors"), "\(text)")
    }
  }

  @Test("has no block for passed scenarios, and the attempts of flaky ones")
  func passed() throws {
    #expect(block(lines([try SampleResults.passed()])) == [])
    let flaky = lines([try SampleResults.flaky()])
    #expect(block(flaky).contains("- attempt: 1"))
    #expect(try value("message", in: flaky) == SampleResults.attempt.failures[0])
  }

  @Test("escapes hashes and backslashes, so that a name is never a directive")
  func escaped() throws {
    var (named, skipped) = (try SampleResults.passed(), try SampleResults.skipped())
    named.name = "a # SKIP \\ b\nnot ok 2\n...\u{1B}\u{202E}"
    named.path = ""
    (skipped.name, skipped.path) = ("b", "")
    skipped.skipReason = "issue #7 in C:\\x"
    let lines = lines([named, skipped])
    #expect(lines.contains("ok 1 - scenarios / a \\# SKIP \\\\ b not ok 2 ...\u{FFFD}\u{FFFD}"))
    #expect(lines.contains("ok 2 - scenarios / b # SKIP issue \\#7 in C:\\\\x"))
    for line in self.lines([try SampleResults.oddOne()]) {
      let known = ["TAP version 13", "1..1", "not ok 1 - ", "# ", "  "]
      #expect(known.contains { line.hasPrefix($0) }, "\(line)")
    }
  }

  @Test("escapes line feeds in values, cuts long values and limits their number")
  func bounded() throws {
    var result = try SampleResults.failed()
    let place = try #require(result.steps.firstIndex { $0.failure != nil })
    result.steps[place].failure?.expected = "a\nb: \"c\""
    result.steps[place].failure?.found = String(repeating: "x", count: 100_000)
    #expect(try value("expected", in: lines([result])) == "a\nb: \"c\"")
    result.steps = Array(repeating: result.steps[place], count: 1_000)
    let lines = lines([result])
    #expect(block(lines).count { $0.hasPrefix("- step: ") } == TAPReport.failuresMax)
    #expect(block(lines).contains { $0.hasPrefix("failuresOmitted: ") })
    #expect(lines.map(\.utf8.count).reduce(0, +) < 200_000)
  }

  @Test("writes every test point after the diagnostics have stopped")
  func many() throws {
    var result = try SampleResults.failed()
    let place = try #require(result.steps.firstIndex { $0.failure != nil })
    result.steps[place].failure?.found = String(repeating: "x", count: 2_000)
    result.steps = Array(repeating: result.steps[place], count: 20)
    let count = 1_000
    let lines = lines(Array(repeating: result, count: count))
    #expect(lines.count { $0.hasPrefix("not ok ") } == count)
    #expect(lines.last?.hasSuffix("scenarios are left out.") == true)
    #expect(lines.map(\.utf8.count).reduce(0, +) < DetailBudget.bytesMax + 1_000_000)
  }

  @Test("of no scenario has an empty plan")
  func none() {
    #expect(Array(lines([]).prefix(2)) == ["TAP version 13", "1..0"])
  }
}
