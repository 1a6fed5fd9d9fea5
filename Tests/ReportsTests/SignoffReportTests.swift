import Foundation
import Reports
import Scenarios
import Testing

@Suite("Sign-off table")
struct SignoffReportTests {
  /// The cells of each row, by the names of the columns.
  private func rows(_ results: [ScenarioResult]) throws -> [[String: String]] {
    let text = SignoffReport.text(results, context: SampleResults.context)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let names = try #require(lines.first)
    #expect(names == ["ID", "Scenario", "Script test", "Phone", "Expected", "Result", "Notes"])
    return lines.dropFirst(2).map { cells in
      Dictionary(uniqueKeysWithValues: zip(names, cells))
    }
  }

  private func cells(_ result: ScenarioResult) throws -> [String: String] {
    try #require(try rows([result]).first)
  }

  @Test("has a row for each scenario, with its name, what it shows and its file")
  func row() throws {
    let row = try cells(SampleResults.passed())
    #expect(row["ID"] == "passes")
    #expect(row["Scenario"] == "What it shows.")
    #expect(row["Script test"] == "<code>scenarios/first/a.yaml</code>")
    #expect(row["Expected"] == "every step does what it says")
    #expect(row["Phone"] == "ios 17.0, device")
    #expect(row["Result"] == "☑ passed")
    #expect(row["Notes"] == "looks good; a note")
    #expect(try rows(SampleResults.all()).count == 5)
  }

  @Test("names what is expected, in the words of the file")
  func expected() throws {
    let result = try SampleResults.run([
      "{label: armed, call: configure}", "{label: nothing yet, expect: {pending: 0}}",
      "{label: and no task, expect: {tasks: 0}}", "expect: {delivered: 0}",
    ])
    #expect(try cells(result)["Expected"] == "nothing yet; and no task")
  }

  @Test("marks what is as expected, what is not, and what is not decided")
  func marks() throws {
    #expect(try cells(SampleResults.failed())["Result"] == "☒ failed")
    #expect(try cells(SampleResults.failed())["Notes"]?.contains("expected 1 pending") == true)
    #expect(try cells(SampleResults.judged())["Result"] == "☒ failed")
    #expect(try cells(SampleResults.skipped())["Result"] == "☐ skipped")
    #expect(try cells(SampleResults.skipped())["Notes"] == "the platform is not android")
    #expect(try cells(SampleResults.notRun())["Result"]?.hasPrefix("☐ ") == true)
    #expect(try cells(SampleResults.flaky())["Result"] == "☑ flaky")
  }

  @Test("a question that nobody has answered leaves the box empty")
  func questions() throws {
    var result = try SampleResults.run(["call: configure", "checkpoint: Is it there?"])
    #expect(try cells(result)["Result"] == "☐ passed")
    #expect(try cells(result)["Notes"] == "1 question for a person")
    result.steps[1].judgement = Judgement(verdict: .pass, note: "seen")
    #expect(try cells(result)["Result"] == "☑ passed")
    #expect(try cells(result)["Notes"] == "seen")
  }

  @Test(
    "says who can decide",
    arguments: [
      ("bucket-a", "A: decided here"), ("bucket-b", "B: flow decided here, timing on a phone"),
      ("bucket-c", "C: a phone decides"), ("core", ""),
    ])
  func buckets(tag: String, words: String) throws {
    var result = try SampleResults.run(["call: configure"])
    result.tags = [tag]
    #expect(try cells(result)["Notes"] == words)
  }
}
