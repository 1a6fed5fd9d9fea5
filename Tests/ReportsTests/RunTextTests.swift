import Reports
import Testing

@testable import Scenarios

@Suite("Run text")
struct RunTextTests {
  private func result(_ steps: String) throws -> ScenarioResult {
    let yaml = "name: a\nsteps: \(steps)"
    return ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
  }

  @Test("the verdict has a glyph only where the terminal shows it")
  func verdict() throws {
    let passed = try result("[call: configure]")
    let failed = try result("[expect: {pending: 1}]")
    let cases = [(true, "✓ ok", "✗ FAILED"), (false, "ok", "FAILED")]
    for (isUTF8, good, bad) in cases {
      let text = RunText(isUTF8: isUTF8)
      #expect(text.verdict(passed, elapsedMicroseconds: 250) == "\(good) a (1 step, 0.2 ms)")
      #expect(
        text.verdict(failed, elapsedMicroseconds: 12_999) == "\(bad) a (1 step, 12.9 ms)")
    }
  }

  @Test("the log is the lines as the phone prints them")
  func log() throws {
    let text = RunText.log(try result("[call: configure]"))
    #expect(text == "[DNP-PLUGIN] configure() called\n[DNP-PLUGIN] status = ready\n")
  }

  @Test("an explanation has place, expected, found, instant and the last records")
  func explanation() throws {
    let result = try result("[device: background, expect: {pending: 1}]")
    let lines = RunText(isUTF8: true).explanation(result).split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(5) == [
        "a.yaml:2: step 2 'expect'", "  expected  1 pending", "  found     0: []",
        "  at        2025-11-15T05:42:30Z (0 ms into the run)", "  the last records:",
      ])
    #expect(lines.dropFirst(5).count == result.steps[1].failure?.lastRecords.count)
    #expect(lines.last?.contains("process state=background") == true)
  }

  @Test("an explanation names the invariants that broke, not those that may")
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
    #expect(RunText(isUTF8: true).total(results) == "2 scenarios: 1 passed, 1 failed")
  }
}
