import Reports
import Testing

@testable import Scenarios

@Suite("Run text")
struct RunTextTests {
  private func result(_ steps: String) throws -> ScenarioResult {
    let yaml = "name: a\nsteps: \(steps)"
    return ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
  }

  @Test("the verdict has a glyph only where the terminal can show it")
  func verdict() throws {
    let passed = try result("[call: configure]")
    let failed = try result("[expect: {pending: 1}]")
    let cases = [(true, "✓ ok", "✗ FAILED"), (false, "ok", "FAILED")]
    for (isUTF8, good, bad) in cases {
      let text = RunText(isUTF8: isUTF8)
      #expect(text.verdict(passed, elapsed: .microseconds(250)) == "\(good) a (1 step, 0.2 ms)")
      #expect(
        text.verdict(failed, elapsed: .microseconds(12_999)) == "\(bad) a (1 step, 12.9 ms)")
    }
  }

  @Test("the log has the lines as the phone prints them")
  func log() throws {
    let text = RunText.log(try result("[call: configure]"))
    #expect(text == "[DNP-PLUGIN] configure() called\n[DNP-PLUGIN] status = ready\n")
  }

  @Test("an explanation has place, expected, found, instant and the last records")
  func explanation() throws {
    var result = try result("[device: background, expect: {pending: 1}]")
    let without = RunText(isUTF8: true).explanation(result)
    #expect(!without.contains("to see"))
    result.path = "a b.yaml"
    result.further = try further(steps: "[device: background, expect: {pending: 1}]", "a b.yaml")
    let text = RunText(isUTF8: true).explanation(result)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(7) == [
        "a b.yaml:2:38: step 2 'expect pending'",
        "  2 | steps: [device: background, expect: {pending: 1}]",
        "    |                                      ^", "  expected  1 pending",
        "  found     0: []",
        "  at        2025-11-15T05:42:30Z, 0ms into the run", "  the last records:",
      ])
    #expect(lines.dropFirst(8).count == result.steps[1].failure?.lastRecords.count)
    #expect(lines.dropLast().last?.contains("process state=background") == true)
    #expect(lines.last == "  to see all of it: dnp run 'a b.yaml' --bundle failed --seed 7")
  }

  private func further(steps: String, _ path: String) throws -> FurtherCommand? {
    let scenario = try ScenarioFile.parse("name: a\nseed: 7\nsteps: \(steps)", path: path)
    var choices = FurtherCommand.Choices()
    choices.seed = 7
    return FurtherCommand(scenario, ScenarioRunner.run(scenario), choices)
  }

  @Test("every expectation of a step that failed is shown, with a caret under its key")
  func excerpts() throws {
    let steps = """
      [{expect: {pending: 1, delivered: {count: 2, includes: [x]}, status: {permission: denied}},
       soft: true}, {call: getRollingWindowStats, returns: {capacity: 1, lacking: 2}, soft: true}]
      """
    let result = try result(steps)
    let failure = try #require(result.steps[0].failure)
    #expect(
      failure.others.map(\.expected) == [
        "2 delivered", #"delivered to include {"id":"x"}"#, #"status.permission = "denied""#,
      ])
    let lines = RunText(isUTF8: true).explanation(result).split(separator: "\n")
    let carets = lines.indices.filter { lines[$0].hasSuffix("^") }.map { index in
      let column = lines[index].count - 1
      return String(lines[index - 1].dropFirst(column).prefix { $0 != ":" })
    }
    #expect(carets == ["pending", "count", "x]}, status", "permission", "capacity", "lacking"])
  }

  @Test("a caret stands under its key where characters before it take two columns")
  func wide() throws {
    let step = "[{label: 通知の確認, expect: {pending: 1}}]"
    let lines = RunText(isUTF8: true).explanation(try result(step)).split(separator: "\n")
    let caret = try #require(lines.firstIndex { $0.hasSuffix("^") })
    let start = try #require(lines[caret - 1].firstRange(of: "pending")?.lowerBound)
    let before = lines[caret - 1][..<start]
    // Five characters take a column more than they have.
    #expect(lines[caret].count - 1 == before.count + 5)
  }

  @Test("a scenario with thousands of failures is explained in a few hundred lines")
  func bounded() throws {
    let step = "{expect: {pending: 1}, soft: true}"
    let result = try result("[{repeat: {times: 3000, steps: [\(step)]}}]")
    #expect(result.steps.count { $0.failure != nil } == 3000)
    let text = RunText(isUTF8: true).explanation(result)
    #expect(text.split(separator: "\n").count < 300)
    #expect(text.contains("a.yaml: 2980 more steps failed; a report has all of them"))
  }

  @Test("an explanation names the broken invariants, except those that are allowed to break")
  func violations() throws {
    var result = try result("[runUntilIdle]")
    result.violations = [true, false].map { isAllowed in
      BrokenInvariant(
        id: isAllowed ? 2 : 4, name: "one task", wallMilliseconds: 1_763_185_350_000, sequence: 7,
        message: "two tasks", isAllowed: isAllowed)
    }
    #expect(
      RunText(isUTF8: true).explanation(result)
        == "a.yaml: invariant 4 (one task): two tasks\n"
        + "  at        2025-11-15T05:42:30Z (record 7)\n")
  }

  @Test("the total counts what passed and what did not")
  func total() throws {
    let results = [try result("[runUntilIdle]"), try result("[expect: {tasks: 1}]")]
    #expect(
      RunText(isUTF8: true).total(results, elapsed: .milliseconds(3))
        == "2 scenarios: 1 passed, 1 failed · 0s of phone time in 3.0 ms")
  }

  @Test("the total names what was skipped, not run and flaky")
  func rest() throws {
    var flaky = try result("[advance: 90m]")
    flaky.earlierAttempts = [
      ScenarioResult.Attempt(
        number: 1, seed: 1, outcome: .failed, failures: ["x"], durationMilliseconds: 0)
    ]
    var skipped = try result("[runUntilIdle]")
    skipped.outcome = .skipped
    var notRun = skipped
    notRun.outcome = .notRun
    #expect(
      RunText(isUTF8: false).total([flaky, skipped, notRun], elapsed: .milliseconds(3))
        == "3 scenarios: 1 passed, 0 failed, 1 skipped, 1 not run (1 flaky) "
        + "- 1h30m of phone time in 3.0 ms")
  }

  @Test("a table has a heading for each folder, aligned rows and remarks")
  func table() throws {
    let text = RunText(isUTF8: true)
    var first = try result("[advance: 26h]")
    first.path = "x/scenarios/dst/a.yaml"
    var second = try result("[expect: {pending: 1}]")
    second.path = "x/scenarios/power/b.yaml"
    second.name = "longer"
    let table = RunTable(
      text, names: [first.name, second.name], paths: [first.path, second.path])
    #expect(table.area(of: first.path) == "dst")
    #expect(table.heading("dst", isFirst: true) == "dst\n")
    #expect(
      table.row(first, elapsed: .microseconds(1500))
        == "  ✓ ok      a        1 step      1d2h      1.5 ms")
    #expect(
      table.row(second, elapsed: .microseconds(150))
        == "  ✗ FAILED  longer   1 step        0s      0.1 ms")
  }

  @Test("colours are used only where they are enabled")
  func colors() throws {
    let failed = try result("[expect: {pending: 1}]")
    let plain = RunText(isUTF8: true).verdict(failed, elapsed: .zero)
    let colored = RunText(isUTF8: true, isColored: true).verdict(failed, elapsed: .zero)
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.hasPrefix("\u{1B}[1;31m✗ FAILED\u{1B}[0m a "))
  }
}
