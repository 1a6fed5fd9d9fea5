import Foundation
import Testing

@testable import DeviceModel
@testable import Scenarios

@Suite("Scenario documentation")
struct DocumentationTests {
  private let text: String

  init() throws {
    let url = ShippedScenarios.root.appending(path: "docs/scenarios.md")
    text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  /// The fenced YAML blocks.
  private var blocks: [String] {
    text.components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  @Test("each example is a scenario, or steps of one")
  func examples() throws {
    #expect(blocks.count >= 8)
    for block in blocks {
      let isWhole = block.hasPrefix("name:")
      let yaml = isWhole ? block : "name: a\nsteps:\n\(block)"
      let contents = LanguageRun().read(yaml, path: "docs/scenarios.md")
      #expect(contents.errors.isEmpty, "\(contents.errors)")
      let scenario = try #require(contents.scenarios.first)
      guard isWhole else { continue }
      #expect(ScenarioRunner.run(scenario).failures == [])
      for change in scenario.breaks {
        let failures = ScenarioRunner.run(change.applied(to: scenario)).failures
        #expect(failures.contains { $0.contains(change.failure) })
      }
    }
  }

  @Test("names every verb, knob and knob value")
  func tables() {
    for row in VerbTable.rows { #expect(text.contains("`\(row.name)"), "\(row.name)") }
    for knob in Knobs.table {
      #expect(text.contains("`\(knob.name)`"), "\(knob.name)")
      for value in knob.values { #expect(text.contains("`\(value)`"), "\(value)") }
    }
  }

  @Test("names every header key, step, outcome, expectation and key of an answer")
  func language() {
    for key in HeaderKey.names + StepKind.names + StepListReader.groups {
      #expect(text.contains("\n| `\(key)` |"), "\(key)")
    }
    for key in OutcomeKey.names + ExpectationKey.names + PhoneStatus.Part.names + ScriptReader.keys
    {
      #expect(text.contains("`\(key)"), "\(key)")
    }
  }

  @Test("names every area of the catalogue and every tag in it")
  func catalogue() throws {
    for path in ShippedScenarios.paths {
      let area = path.split(separator: "/")[2]
      #expect(text.contains("| `\(area)` |"), "\(area)")
      for tag in try ShippedScenarios.scenario(path).tags {
        #expect(text.contains("`\(tag)`"), "\(tag)")
      }
    }
  }

  @Test("has no broken links to its own headings")
  func anchors() {
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(anchor)
    let links = text.matches(of: /\]\(#([^)]*)\)/).map { String($0.1) }
    #expect(links.count > 20)
    for link in links { #expect(headings.contains(link), "\(link)") }
  }

  /// The anchor of a heading in links.
  private func anchor(_ heading: Substring) -> String {
    let words = heading.drop { $0 == "#" || $0 == " " }.lowercased()
    let kept = words.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
    return kept.replacing(" ", with: "-")
  }
}
