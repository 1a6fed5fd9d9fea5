import JSONText
import Scenarios
import SchemaSupport
import Testing

@testable import Reports

/// Reports of a run with thousands of failures.
@Suite("Reports of many failures")
struct DetailBudgetTests {
  private static let count = 3_000

  /// As many failures, each with its own name; built from one run, since only reports matter.
  private static let results: [ScenarioResult] = {
    guard let one = try? SampleResults.failed() else { return [] }
    return (1...count).map { number in
      var result = one
      result.name = "many-\(number)"
      return result
    }
  }()

  private static func text(_ format: ReportFormat) -> String {
    format.text(results, context: SampleResults.context)
  }

  @Test("stay of reasonable size", arguments: ReportFormat.allCases)
  func size(_ format: ReportFormat) {
    #expect(Self.results.count == Self.count)
    #expect(Self.text(format).utf8.count < 12_000_000, "\(Self.text(format).utf8.count)")
  }

  @Test(
    "list every scenario, and say of how many the details are left out",
    arguments: [
      (ReportFormat.json, "\"cutScenarios\": 2800"), (.ctrf, "\"dnp.console/cutScenarios\": 2800"),
      (.junit, #"name="dnp.cutScenarios" value="2800""#),
      (.junitExtended, #"name="dnp.cutScenarios" value="2800""#),
      (.html, "The details of 2800 scenarios that did not pass are left out."),
      (.tap, "The diagnostics of 2800 scenarios are left out."),
      (.markdown, "left out in part or in whole"),
    ])
  func listed(_ format: ReportFormat, _ remark: String) throws {
    let text = Self.text(format)
    #expect(text.contains(remark))
    for number in [1, 200, 201, Self.count] {
      let name = try Regex("many-\(number)\\b")
      #expect(text.firstMatch(of: name) != nil, "many-\(number)")
    }
  }

  @Test("are valid where details are left out")
  func valid() throws {
    let summary = RunSummary.json(Self.results, context: SampleResults.context)
    let cut = try #require(summary.objectValue?["scenarios"]?.arrayValue?.last?.objectValue)
    #expect(cut["isCut"] == true && cut["steps"] == [] && cut["outcome"] == "failed")
    let whole = try #require(summary.objectValue?["scenarios"]?.arrayValue?.first?.objectValue)
    #expect(whole["isCut"] == nil && whole["steps"] != [])
  }

  @Test("a few have all their details")
  func few() {
    var budget = DetailBudget()
    let isLargeTaken = budget.takes(DetailBudget.bytesMax * 2)
    #expect(isLargeTaken && budget.remark == nil)
    var second = DetailBudget()
    let taken = (0..<DetailBudget.scenariosMax + 2).map { _ in second.takes(10) }
    #expect(taken.count { $0 } == DetailBudget.scenariosMax)
    #expect(second.remark == "The details of 2 scenarios that did not pass are left out.")
  }

  @Test("the Markdown page names what did not pass where it has no room for all")
  func markdown() throws {
    let passed = try SampleResults.passed()
    let results = Array(repeating: passed, count: 400) + Array(Self.results.prefix(40))
    let page = MarkdownReport.text(results, context: SampleResults.context, bytesMax: 40_000)
    #expect(page.contains("many-40") && page.utf8.count <= 40_000)
  }
}
