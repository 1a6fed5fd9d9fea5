import DailyNotification
import DeviceModel
import JSONText
import Session
import SimulationCore
import Testing

@testable import Scenarios

/// What a tester expects of presses, and what that makes of a session.
@Suite("Expectations of presses")
struct PressExpectationTests {
  private func denied() -> InteractiveRun {
    var run = InteractiveRun(name: "a")
    _ = run.press(.setPermission(.denied), title: "setPermission denied")
    _ = run.press(
      .call(method: "scheduleDailyNotification", options: ["time": "07:00"]), title: "schedule")
    return run
  }

  @Test("without an expectation a session is not judged, nor is a rejected press of it")
  func unjudged() {
    let result = denied().result
    #expect(result.outcome == .notJudged)
    #expect(result.steps.map(\.outcome) == [.passed, .notJudged])
    #expect(result.failures.isEmpty)
  }

  @Test("a rejection that was expected passes, and is no step of its own")
  func expected() throws {
    var run = denied()
    _ = run.expect(.rejected(.notificationsDenied))
    let result = run.result
    #expect(result.outcome == .passed)
    #expect(result.steps.map(\.outcome) == [.passed, .passed])
  }

  @Test("one that was not the expected one fails, with what was found")
  func unexpected() throws {
    var run = denied()
    _ = run.expect(.rejected(.invalidTimeFormat))
    #expect(run.result.outcome == .failed)
    let failure = try #require(run.result.steps.last?.failure)
    #expect(failure.expected == "rejected invalid_time_format")
    #expect(failure.found.contains("rejected notifications_denied"))
    // What is said last counts.
    _ = run.expect(.rejected(.notificationsDenied))
    #expect(run.result.outcome == .passed)
    _ = run.expect(.accepted)
    #expect(run.result.outcome == .failed)
  }

  @Test("it survives the journal, and changes no record")
  func journal() throws {
    var run = denied()
    let hash = run.device.os.trace.hash
    _ = run.expect(.rejected(.notificationsDenied))
    #expect(run.device.os.trace.hash == hash)
    var again = InteractiveRun(name: "a", configuration: run.device.os.configuration)
    for press in run.presses {
      let text = JournalText.text(press, of: run)
      _ = again.press(try JournalText.commands(text), title: press.title)
    }
    #expect(again.device.os.trace.hash == hash)
    #expect(again.result.outcome == .passed)
    #expect(again.lastExpectation == .rejected(.notificationsDenied))
  }

  @Test("every expectation reads what it writes")
  func titles() {
    let all = [.accepted] + Rejection.Kind.allCases.map(PressExpectation.rejected)
    for expectation in all { #expect(PressExpectation(title: expectation.title) == expectation) }
    #expect(PressExpectation(title: "expect rejects nothing") == nil)
    #expect(PressExpectation(title: "Check Permissions") == nil)
  }

  @Test("nothing is expected where nothing was pressed")
  func nothing() {
    var run = InteractiveRun(name: "a")
    #expect(run.expect(.accepted) == nil)
    #expect(run.result.outcome == .notJudged)
  }

  @Test(
    "what was seen becomes expectations that hold of the run, and fail of another one",
    arguments: DevicePlatform.allCases)
  func seen(platform: DevicePlatform) throws {
    var run = InteractiveRun(
      name: "a", configuration: DeviceConfiguration(platform: platform))
    _ = run.press(.setPermission(.authorized), title: "")
    if platform == .android {
      let exact = try VerbTable.command(verb: "setExactAlarm", parameters: ["value": "granted"])
      _ = run.press(exact, title: "")
    }
    _ = run.press(
      .call(method: "scheduleDailyNotification", options: ["time": "07:00"]), title: "")
    try run.advance(to: SimulationInstant(milliseconds: 86_400_000))
    _ = run.press(.setPermission(.denied), title: "")
    try run.advance(to: SimulationInstant(milliseconds: 3 * 86_400_000))
    let seen = run.seenExpectations
    #expect(seen.contains { $0 == "event:" } && seen.contains { $0 == "noEvent:" })
    let yaml = ScenarioRecorder.yaml(
      run.journal, name: "seen", description: "seen", expecting: seen)
    #expect(try outcome(of: yaml) == .passed)
    let other = yaml.replacing("\"value\":\"denied\"", with: "\"value\":\"granted\"")
    #expect(try outcome(of: other) == .failed)
  }

  private func outcome(of yaml: String) throws -> RunOutcome {
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml")
    return ScenarioRunner.run(scenario).outcome
  }
}
