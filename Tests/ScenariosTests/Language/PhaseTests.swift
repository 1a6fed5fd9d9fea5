import JSONText
import Scenarios
import Testing

@Suite("Set-up, teardown, conditions")
struct PhaseTests {
  @Test("set-up comes first and teardown last, after a failure too")
  func order() throws {
    for (expected, outcome) in [(0, RunOutcome.passed), (1, .failed)] {
      let result = try LanguageRun().result(
        """
        name: a
        teardown: [{device: systemTerminate, label: end}]
        steps: [{expect: {pending: \(expected)}}, {device: background}]
        setup: [{call: configure}]
        """)
      #expect(result.outcome == outcome)
      #expect(result.steps.map(\.phase) == [.setup, .body, .body, .teardown])
      let rest: RunOutcome = expected == 0 ? .passed : .notRun
      #expect(result.steps.map(\.outcome) == [.passed, outcome, rest, .passed])
    }
  }

  @Test("when set-up fails, the steps are left out and teardown runs")
  func setup() throws {
    let result = try LanguageRun().result(
      """
      name: a
      setup: [{expect: {pending: 1}}, {device: background}]
      steps: [{call: configure}]
      teardown: [{expect: {pending: 2}}, {device: systemTerminate}]
      """)
    #expect(result.steps.map(\.outcome) == [.failed, .notRun, .notRun, .failed, .passed])
    #expect(result.failures.count == 2)
  }

  @Test("a teardown that fails fails the scenario")
  func teardown() throws {
    let result = try LanguageRun().result(
      "name: a\nsteps: [{call: configure}]\nteardown: [{expect: {pending: 1}}]")
    #expect(result.outcome == .failed)
  }

  @Test("a soft failure is a failure, but the steps after it run")
  func soft() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - {expect: {pending: 1}, soft: true}
        - {call: {configure: {ttlSeconds: no}}, soft: true}
        - call: configure
      """)
    #expect(result.outcome == .failed)
    #expect(result.steps.map(\.outcome) == [.failed, .failed, .passed])
  }

  @Test(
    "a step runs only when its condition holds",
    arguments: [
      ("{variant: device}", true), ("{variant: simulator}", false), ("{platform: ios}", true),
      ("{platform: android}", false), ("{osVersion: \"17.0\"}", true),
      ("{osVersion: \"18.3\"}", false), ("{equal: [\"${A}\", x]}", true),
      ("{equal: [\"${A}\", y]}", false), ("{status: {pending: 0, dialog: false}}", true),
      ("{status: {pending: 1}}", false), ("{variant: device, platform: android}", false),
    ])
  func conditions(when: String, isRun: Bool) throws {
    let result = try LanguageRun().result(
      """
      name: a
      vars: {A: x}
      steps:
        - {expect: {pending: 9}, when: \(when), label: "${A}"}
        - expect: {pending: 0}
      """)
    #expect(result.steps[0].outcome == (isRun ? .failed : .skipped))
    #expect((result.steps[0].skipReason == nil) == isRun)
    #expect(result.outcome == (isRun ? .failed : .passed))
  }

  @Test("a scenario for another phone is skipped, not passed")
  func skipped() throws {
    let result = try LanguageRun().result(
      "name: a\nwhen: {variant: simulator}\nsteps: [{expect: {pending: 9}}]")
    #expect(result.outcome == .skipped)
    #expect(result.skipReason == "variant is device, not simulator")
    #expect(result.steps.map(\.outcome) == [.notRun])
  }

  @Test("a checkpoint needs a person and is skipped without one")
  func checkpoint() throws {
    for form in ["Is the text readable?", "{ask: Is the text readable?}"] {
      let result = try LanguageRun().result("name: a\nsteps: [{checkpoint: \(form)}]")
      #expect(result.outcome == .passed)
      #expect(result.steps[0].outcome == .skipped)
      #expect(result.steps[0].text == "checkpoint: Is the text readable?")
      #expect(result.steps[0].skipReason == "it needs a person")
    }
  }

  @Test("rows of data are scenarios of their own")
  func data() throws {
    let results = try LanguageRun().results(
      """
      name: bad
      data:
        - {TIME: "25:00", ERROR: invalid_time_format}
        - {TIME: "9", ERROR: missing_parameter, label: one digit}
      steps:
        - call: {scheduleDailyNotification: {time: "${TIME}"}}
          rejects: ${ERROR}
      """)
    #expect(
      results.map(\.name) == ["bad [TIME=25:00 ERROR=invalid_time_format]", "bad [one digit]"])
    #expect(results.map(\.outcome) == [.passed, .failed])
  }

  @Test("rows must differ, and there must be at least one")
  func wrongData() {
    let cases = [
      ("[]", "'data' has 0 rows"), ("[{A: 1}, {A: 1}]", "two rows are called 'A=1'"),
      ("[5]", "a row of 'data' must be a mapping"),
    ]
    for (rows, message) in cases {
      let errors = LanguageRun().errors(
        "name: a\ndata: \(rows)\nsteps: [{expect: {pending: \"${A:-0}\"}}]")
      #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
    }
  }

  @Test("a retry uses the next seed, and a scenario that needs one is flaky")
  func retry() throws {
    // The seed decides how late the task runs, so that some seeds pass and some do not.
    let yaml = { (seed: Int) in
      """
      name: a
      retry: 3
      seed: \(seed)
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "05:53"}}
        - device: background
        - expect: {delivered: [{source: cache}], within: 20m}
      """
    }
    let results = try (1...12).map { try LanguageRun().result(yaml($0)) }
    let first = results.first { $0.isFlaky }
    let flaky = try #require(first)
    #expect(flaky.outcome == .passed)
    let attempt = try #require(flaky.earlierAttempts.first)
    #expect(attempt.outcome == .failed && !attempt.failures.isEmpty)
    #expect(flaky.setup.seed == attempt.seed + UInt64(flaky.earlierAttempts.count))
    #expect(results.contains { $0.outcome == .passed && !$0.isFlaky })
  }

  @Test("a scenario that always fails is tried as often as the header says")
  func retries() throws {
    let result = try LanguageRun().result("name: a\nretry: 2\nsteps: [{expect: {pending: 1}}]")
    #expect(result.outcome == .failed)
    #expect(result.earlierAttempts.map(\.seed) == [1, 2])
    #expect(!result.isFlaky)
    #expect(result.setup.seed == 3)
  }

  @Test("an interrupted run says so and leaves the rest out")
  func interrupted() throws {
    let contents = LanguageRun().read(
      "name: a\nsteps: [{advance: 1d}, {call: configure}]\nteardown: [{device: background}]")
    let scenario = try #require(contents.scenarios.first)
    let result = ScenarioRunner.run(scenario, isInterrupted: { _ in true })
    #expect(result.outcome == .aborted)
    #expect(result.steps.map(\.outcome) == [.failed, .notRun, .notRun])
    #expect(result.failures.first?.contains("it was interrupted") == true)
  }

  @Test("Info.plist can be replaced, and a task that it lacks is refused")
  func infoPlist() throws {
    let result = try LanguageRun().result(
      """
      name: a
      infoPlist: {backgroundModes: [background-fetch, background-processing]}
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "05:53"}}
          returns: {warning: task_scheduling_failed}
        - expect:
            tasks: 0
            log: "[DNP-FETCH] Background fetch scheduling failed (code=3)"
      """)
    #expect(result.failures == [])
  }

  @Test("a redacted step shows neither its words nor what it found")
  func redactedStep() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - {call: {configure: {ttlSeconds: hush}}, redact: true}
      """)
    #expect(result.steps[0].text == "call (redacted)")
    #expect(result.failures == ["step 1 'call (redacted)': expected (redacted), found (redacted)"])
    #expect(result.steps[0].failure?.lastRecords == [])
  }

  @Test("the value of a redacted variable is shown nowhere")
  func redactedVariable() throws {
    let result = try LanguageRun().result(
      """
      name: for Alice
      vars: {WHO: Alice}
      redact: [WHO]
      steps:
        - device: {setPermission: granted}
        - {call: {scheduleDailyReminder: {id: "${WHO}", title: t, body: b, time: "09:00"}}}
        - {expect: {pending: ["reminder_${WHO}", x]}, label: "see ${WHO}"}
      """)
    #expect(result.outcome == .failed)
    let texts =
      [result.name, result.snapshot.canonicalText] + result.failures
      + result.steps.flatMap { [$0.title, $0.text] + ($0.failure?.lastRecords ?? []) }
      + result.lines.map(\.text)
    #expect(!texts.contains { $0.contains("Alice") }, "\(texts)")
    #expect(result.name == "for (redacted)")
  }
}
