import Foundation
import JSONText
import ProjectFiles
import Reports
import Scenarios
import Testing

@Suite("Comparison of run summaries")
struct SummaryComparisonTests {
  private func summary(path: String, started: Int64, seed: Int = 1) throws -> JSONValue {
    let yaml = "name: a\nseed: \(seed)\nsteps: [call: configure]"
    let context = RunContext(
      version: "1", build: "debug", tzDataVersion: "2025b", startedMilliseconds: started,
      stoppedMilliseconds: started + 5)
    return RunSummary.json(
      [ScenarioRunner.run(try ScenarioFile.parse(yaml, path: path))], context: context)
  }

  @Test("finds two runs of one scenario equal, at other times and under another path")
  func equal() throws {
    let a = try summary(path: "a.yaml", started: 1_000)
    let b = try summary(path: "elsewhere/a.yaml", started: 9_000)
    #expect(a != b)
    #expect(SummaryComparison(a, b).isEqual)
  }

  @Test("counts the values that differ and names the first in canonical order")
  func different() throws {
    let a = try summary(path: "a.yaml", started: 1_000)
    let b = try summary(path: "a.yaml", started: 1_000, seed: 2)
    let comparison = SummaryComparison(a, b)
    #expect(comparison.first?.pointer.description == "/scenarios/0/configurationHash")
    #expect(comparison.first?.a == a["scenarios"]?[0]?["configurationHash"])
    #expect(comparison.first?.b == b["scenarios"]?[0]?["configurationHash"])
    // The hashes of configuration and trace, and the seed itself.
    #expect(comparison.count == 3)
  }

  @Test(
    "descends into objects and arrays, and counts values that only one side has",
    arguments: [
      (["a": 1], ["a": 1.0], 0, nil), (["a": 1], ["a": 2], 1, "/a"),
      (["b": 1, "a": [1, 2, 3]], ["b": 2, "a": [1, 5]], 3, "/a/1"), ([:], ["x/y": nil], 1, "/x~1y"),
      (["a": ["b": 1, "c": 2]], ["a": []], 1, "/a"), (["a": [:]], [:], 1, "/a"),
      (["a": nil], [:], 1, "/a"), (["é": 1, "z": 1], ["é": 2, "z": 2], 2, "/z"),
      (["\u{1F600}": 1, "\u{FB00}": 1], [:], 2, "/\u{1F600}"),
      (["startedAt": 1, "stoppedAt": 1], [:], 0, nil),
      (["a": ["startedAt": 1]], ["a": ["startedAt": 2]], 1, "/a/startedAt"),
      (
        ["scenarios": [["path": "a", "name": "a"]]], ["scenarios": [["path": "b", "name": "b"]]], 1,
        "/scenarios/0/name"
      ),
    ] as [(JSONValue, JSONValue, Int, String?)])
  func values(a: JSONValue, b: JSONValue, count: Int, first: String?) {
    let comparison = SummaryComparison(a, b)
    #expect(comparison.count == count)
    #expect(comparison.first?.pointer.description == first)
    #expect(comparison.isEqual == (count == 0))
  }

  @Test("ignores only places that the schema has, and docs/diff.md lists them")
  func ignored() throws {
    let schema = try JSONParser.parse(
      try ProjectFile.bytes("assets/schema/run-summary.schema.json"))
    let page = try ProjectFile.text("docs/diff.md")
    for pointer in SummaryComparison.ignored {
      #expect(page.contains("| `\(pointer)` |"), "\(pointer)")
      let owner = pointer.tokens.count == 1 ? schema : schema["$defs"]?["scenario"]
      #expect(owner?["properties"]?[pointer.tokens.last ?? ""] != nil, "\(pointer)")
    }
  }
}
