import PlainText
import Scenarios

/// What is left of the room that a report has for the details of scenarios that did not pass.
///
/// Every report lists all of them with their outcome; only the first ones have their details, so
/// that a report of thousands of failures can still be opened.
struct DetailBudget {
  /// The maximum number of scenarios with details.
  static let scenariosMax = 200
  /// The maximum size of all details, in bytes.
  static let bytesMax = 8_000_000
  /// The maximum length of what is said of a scenario without details, in characters.
  static let shortMax = 300

  private var scenariosLeft = DetailBudget.scenariosMax
  private var bytesLeft = DetailBudget.bytesMax
  /// How many scenarios got none.
  private(set) var omitted = 0

  /// Whether the details of one more scenario are shown; `bytes` is asked only where they may be.
  mutating func takes(_ bytes: @autoclosure () -> Int) -> Bool {
    if scenariosLeft > 0 {
      let bytes = bytes()
      // A single scenario is shown, however large it is.
      if bytes <= bytesLeft || scenariosLeft == DetailBudget.scenariosMax {
        scenariosLeft -= 1
        bytesLeft -= bytes
        return true
      }
      // The rest would be a choice by size: after the first that is too large, none is shown.
      scenariosLeft = 0
    }
    omitted += 1
    return false
  }

  /// What stands in place of a scenario's details.
  static func placeholder(_ result: ScenarioResult) -> String {
    let command = result.further.map { "; \($0.heading): \($0.text)" } ?? ""
    return "The details are left out, since the report would become too long\(command)"
  }

  /// That details are left out, and how many; nil where none are.
  var remark: String? {
    omitted == 0
      ? nil : "The details of \(omitted.counted("scenario")) that did not pass are left out."
  }
}
