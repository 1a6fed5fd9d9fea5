import CivilTime
import DeviceModel
import LocatedYAML
import PlainText
import Scenarios

/// The output of `--list` and `--dry-run`.
struct ScenarioList {
  private let scenarios: [Scenario]
  private let style: RunStyle

  init(_ scenarios: [Scenario], _ style: RunStyle) {
    self.scenarios = scenarios
    self.style = style
  }

  /// A line for each scenario: name, steps, tags, file; then the number of scenarios.
  var text: String {
    let width = min(48, scenarios.map(\.name.count).max() ?? 0)
    let tagWidth = min(40, scenarios.map { tags($0).count }.max() ?? 0)
    let rows = scenarios.map { scenario in
      let columns = [
        name(scenario).padded(to: width), "\(scenario.steps.count) steps".padded(to: 10),
        tags(scenario).padded(to: tagWidth), scenario.path,
      ]
      return columns.joined(separator: " ") + "\n"
    }
    return rows.joined() + scenarios.count.counted("scenario") + "\n"
  }

  /// The steps of a scenario with their numbers, places and conditions.
  static func steps(of scenario: Scenario) -> String {
    let configuration = scenario.configuration
    var lines = [
      "\(scenario.name) (\(scenario.path))",
      "  phone  \(configuration.variant.rawValue), \(configuration.systemTitle), "
        + "\(configuration.zone.identifier), from \(ISO8601.text(configuration.startMilliseconds)),"
        + " seed \(configuration.seed)",
    ]
    for (index, step) in scenario.steps.enumerated() {
      let place = "\(step.file.map { "\($0):" } ?? "line ")\(step.place.line)"
      let phase = step.phase == .body ? "" : "\(step.phase.rawValue): "
      let words = step.label.map { "\($0): \(step.text)" } ?? step.text
      let marks = (step.isSoft ? " [soft]" : "") + (step.conditions.isEmpty ? "" : " [when]")
      lines.append("  \(index + 1). \(phase)\(words)\(marks) (\(place))")
    }
    let secrets = SecretTexts(scenario.redactions)
    return lines.map { SafeText.terminalLine(secrets.cleaned($0)) + "\n" }.joined()
  }

  private func name(_ scenario: Scenario) -> String {
    SafeText.terminalLine(SecretTexts(scenario.redactions).cleaned(scenario.name))
  }

  private func tags(_ scenario: Scenario) -> String {
    scenario.tags.isEmpty ? "-" : scenario.tags.joined(separator: " ")
  }
}
