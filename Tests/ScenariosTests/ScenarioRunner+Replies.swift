import DeviceModel
import SchemaSupport
import Testing

@testable import Scenarios

extension ScenarioRunner {
  /// Runs a scenario and checks the records that its phone writes against the schemas.
  ///
  /// It shadows the runner's own method, so that every test goes through it.
  static func run(_ scenario: Scenario) -> ScenarioResult {
    let inspect = { (runner: borrowing ScenarioRunner) in
      var replies = ReplyChecker()
      for finding in replies.findings(in: runner.device.os.trace) { Issue.record("\(finding)") }
    }
    return run(scenario, isInterrupted: { _ in false }, inspect: inspect)
  }
}
