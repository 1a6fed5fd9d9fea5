import Reports
import SimulationCore

@testable import Scenarios

/// Results to report: one of each outcome, taken from runs and then modified.
enum SampleResults {
  static let context = RunContext(
    version: "0.1.0", build: "debug", tzDataVersion: "2025b",
    startedMilliseconds: 1_763_185_350_000, stoppedMilliseconds: 1_763_185_351_250,
    elapsedMicroseconds: [3_000, 1_204_056, 412, 12_000, 7_000])

  /// A string with characters that XML, HTML, Markdown, workflow commands and terminals interpret.
  static let odd =
    "<b>&\"'| `tick` *star* ]]> \u{1F600} שלום \u{202E}turned\u{202C} \u{1}\u{1B}[31m"
    + " % a\nb\r\nc,d:e"

  /// Runs some steps.
  static func run(
    _ steps: [String], name: String = "a", path: String = "scenarios/first/a.yaml",
    header: String = ""
  ) throws -> ScenarioResult {
    let list = steps.map { "  - \($0)\n" }.joined()
    let yaml = "name: \(name)\ndescription: What it shows.\ntags: [core]\n\(header)steps:\n\(list)"
    return ScenarioRunner.run(try ScenarioFile.parse(yaml, path: path))
  }

  /// Passed, failed, aborted, skipped and flaky, with phases, an include and judgements.
  static func all() throws -> [ScenarioResult] {
    [try passed(), try failed(), try aborted(), try skipped(), try flaky()]
  }

  static func passed() throws -> ScenarioResult {
    var result = try run(
      [
        "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
        "advance: 15m",
      ], name: "passes", header: "knobs: {deliveryDrift: none, taskLateness: fixed}\n")
    result.steps[0].phase = .setup
    result.steps[3].phase = .teardown
    result.steps[1].judgement = Judgement(verdict: .pass, note: "looks good")
    result.steps[2].judgement = Judgement(verdict: nil, note: "a note")
    return result
  }

  static func failed() throws -> ScenarioResult {
    var result = try run(
      ["call: configure", "expect: {pending: 1}", "device: background"], name: "fails")
    result.steps[2].outcome = .skipped
    result.steps[2].skipReason = "needs a person"
    result.earlierAttempts = [attempt]
    return result
  }

  /// A scenario that failed only by a person's verdict.
  static func judged() throws -> ScenarioResult {
    var result = try passed()
    result.name = "is judged"
    result.outcome = .failed
    result.steps[2].outcome = .failed
    result.steps[2].judgement = Judgement(verdict: .fail, note: "the button is cut off")
    return result
  }

  static func aborted() throws -> ScenarioResult {
    var result = try run(["expect: {tasks: 1}"], name: "breaks off", path: "b.yaml")
    result.outcome = .aborted
    result.steps[0].includedFrom = "shared/open.yaml"
    return result
  }

  static func skipped() throws -> ScenarioResult {
    var result = try run(["call: configure"], name: "is left out", path: "other/c.yaml")
    result.outcome = .skipped
    result.skipReason = "the platform is not android"
    result.steps[0].outcome = .skipped
    result.steps[0].skipReason = "the scenario was skipped"
    return result
  }

  static func flaky() throws -> ScenarioResult {
    var result = try run(["call: configure"], name: "is flaky", path: "other/d.yaml")
    result.earlierAttempts = [attempt]
    return result
  }

  /// What was not run after a failure.
  static func notRun() throws -> ScenarioResult {
    ScenarioRunner.notRun(
      try ScenarioFile.parse("name: e\nsteps: [call: configure]", path: "other/e.yaml"))
  }

  /// A scenario whose strings are all unusual, which failed by a step and by an invariant.
  static func oddOne() throws -> ScenarioResult {
    var result = try failed()
    result.name = odd
    result.summary = odd
    result.path = "scenarios/\(odd)/x.yaml"
    result.tags = [odd]
    result.steps[0].title = odd
    result.steps[0].text = odd
    result.steps[0].judgement = Judgement(verdict: .fail, note: odd)
    result.steps[1].includedFrom = odd
    result.steps[1].failure?.expected = odd
    result.steps[1].failure?.found = odd
    result.steps[1].failure?.lastRecords = [odd, odd]
    result.steps[2].skipReason = odd
    result.lines = [LoggedLine(text: odd, level: "info", wallMilliseconds: 0, sequence: 0)]
    result.violations = [
      BrokenInvariant(
        id: 1, name: odd, wallMilliseconds: 0, sequence: 1, message: odd, isAllowed: false)
    ]
    result.earlierAttempts[0].failures = [odd]
    var timeline = RunTimeline()
    timeline.append(
      TimelineMark(
        instant: .zero, wallMilliseconds: 0, event: .missed(id: odd, planned: 1_000)))
    result.timeline = timeline
    return result
  }

  static let attempt = ScenarioResult.Attempt(
    number: 1, seed: 7, outcome: .failed, failures: ["expected 1 pending, found 0"],
    durationMilliseconds: 60_000)
}
