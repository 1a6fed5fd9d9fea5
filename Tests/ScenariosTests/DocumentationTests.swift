import DeviceModel
import Foundation
import Scenarios
import Testing

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
      let scenario = try ScenarioFile.parse(yaml, path: "docs/scenarios.md")
      guard isWhole else { continue }
      #expect(ScenarioRunner.run(scenario).failures == [])
      for change in scenario.breaks {
        let failures = ScenarioRunner.run(change.applied(to: scenario)).failures
        #expect(failures.contains { $0.contains(change.failure) })
      }
    }
  }

  @Test("names every button, verb, knob and knob value")
  func tables() {
    for control in ControlTable.rows { #expect(text.contains(control.label), "\(control.label)") }
    for row in VerbTable.rows { #expect(text.contains("`\(row.name)"), "\(row.name)") }
    for knob in Knobs.table {
      #expect(text.contains("`\(knob.name)`"), "\(knob.name)")
      for value in knob.values { #expect(text.contains("`\(value)`"), "\(value)") }
    }
  }
}
