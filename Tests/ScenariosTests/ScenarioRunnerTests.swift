import Scenarios
import SimulationCore
import Testing

@Suite("Scenario runner")
struct ScenarioRunnerTests {
  private func run(_ steps: String..., header: String = "") throws -> ScenarioResult {
    let list = steps.map { "  - \($0)\n" }.joined()
    let yaml = "name: a\n\(header)steps:\n\(list)"
    return ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
  }

  /// Each step that cannot hold, after the steps before it, with the expected failure.
  static let failing: [(steps: [String], text: String)] = [
    (["device: launch"], "expected success, found refused appAlreadyRunning: the app is running"),
    (["{device: launch, refused: noDialog}"], "expected the refusal noDialog, found refused app"),
    (["{device: background, refused: noDialog}"], "the refusal noDialog, found it was performed"),
    (["press: Simulate BGTask Now"], "found refused noPendingTask"),
    (["call: scheduleDailyReminder"], "expected success, found rejected missing_parameter"),
    (["{call: configure, rejects: invalid_parameter}"], "invalid_parameter, found the value {}"),
    (
      ["{call: {configure: {ttlSeconds: 0}}, rejects: storage_failed}"],
      "expected rejects.error = \"storage_failed\", found \"invalid_parameter\""
    ),
    (
      ["{press: Check Permissions, returns: {notifications: granted}}"],
      "expected returns.notifications = \"granted\", found \"prompt\""
    ),
    (
      ["{press: Check Permissions, returns: {camera: true}}"],
      "expected returns.camera = true, found no such key in {notifications, "
    ),
    (["press: Request Permissions"], "the permission dialog was never answered"),
    (["press: Turn On"], "the permission dialog was never answered"),
    (
      ["device: {fillDisk: on}", "press: 'New Activity: Turn On'"], "found rejected storage_failed"
    ),
    (["press: Turn On", "device: swipeAway"], "the call was lost with the app's"),
    (
      ["device: {setPermission: denied}", "press: Schedule 1-min Notification"],
      "found rejected notifications_denied"
    ),
    (
      ["device: {setPermission: denied}", "device: {scheduleInMinutes: 5}"],
      "found rejected notifications_denied"
    ),
    (["device: swipeAway", "press: Simulate DST Shift"], "found refused appNotRunning"),
    (["device: swipeAway", "press: Show Cached Payload"], "found refused appNotRunning"),
    (["press: Request Permissions", "device: swipeAway"], "the call was lost with the app's"),
    (["{press: Check Permissions, lost: true}"], "the call to be lost with the process, found the"),
    (["advance: {to: '2025-11-15T05:42:29Z'}"], "lies 1000 ms in the past"),
    (["expect: {pending: 1}"], "expected 1 pending, found 0: []"),
    (
      ["expect: {pending: {includes: [daily_daily]}}"],
      "pending to include {\"id\":\"daily_daily\"}"
    ),
    (["expect: {status: {process: suspended}}"], "status.process = \"suspended\", found \"fore"),
    (["expect: {log: '[DNP-PLUGIN] status = ready'}"], "found 0 lines without it"),
    (
      ["call: configure", "expect: {noLog: '[DNP-PLUGIN] status = ready'}"],
      "expected no line '[DNP-PLUGIN] status = ready', found it was logged"
    ),
    (
      [
        "call: configure",
        "expect: {log: ['[DNP-PLUGIN] status = ready', '[DNP-PLUGIN] configure() called']}",
      ],
      "it was logged, but not after '[DNP-PLUGIN] status = ready'"
    ),
    (
      ["call: configure", "expect: {logExactly: ['[DNP-PLUGIN] configure() called']}"],
      "log line 2 the end of the log, found '[DNP-PLUGIN] status = ready'"
    ),
    (
      ["expect: {logExactly: ['[DNP-PLUGIN] status = ready']}"],
      "log line 1 '[DNP-PLUGIN] status = ready', found the end of the log"
    ),
  ]

  @Test("a failed step says what was expected and found", arguments: failing.indices)
  func failingStep(index: Int) throws {
    let (steps, text) = ScenarioRunnerTests.failing[index]
    let yaml = "name: a\nsteps:\n" + steps.map { "  - \($0)\n" }.joined()
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    #expect(result.outcome == .failed)
    #expect(result.failures.count == 1)
    let found = try #require(result.failures.first)
    #expect(found.contains(text), "\(found)")
    let failure = try #require(result.steps.compactMap(\.failure).first)
    #expect((1...10).contains(failure.lastRecords.count))
    #expect(failure.wallMilliseconds == 1_763_185_350_000)
  }

  @Test("steps after the first that failed are not run")
  func notRun() throws {
    let result = try run("call: configure", "expect: {pending: 1}", "device: background")
    #expect(result.steps.map(\.outcome) == [.passed, .failed, .notRun])
    #expect(result.steps.map(\.line) == [3, 4, 5])
    #expect(result.failures == ["step 2 'expect pending': expected 1 pending, found 0: []"])
  }

  @Test("a call stays open until the dialog is answered, and its duration counts the wait")
  func openCall() throws {
    let result = try run(
      "{press: Request Permissions, returns: {granted: true}}", "advance: 90s", "answer: allow")
    #expect(result.failures == [])
    #expect(result.steps.map(\.durationMilliseconds) == [90_000, 90_000, 0])
    #expect(result.steps.map(\.instant.milliseconds) == [0, 0, 90_000])
  }

  @Test("a wrong reply fails the step that made the call")
  func lateReply() throws {
    let result = try run(
      "{press: Request Permissions, returns: {granted: true}}", "answer: deny", "device: background"
    )
    #expect(result.steps.map(\.outcome) == [.failed, .passed, .notRun])
  }

  @Test("a call may be expected to be lost, to be refused, to be rejected in parts")
  func expectedEnds() throws {
    let result = try run(
      "{press: Request Permissions, lost: true}", "device: systemTerminate",
      "{press: Check Permissions, refused: appNotRunning}", "device: launch",
      "{call: {scheduleDailyNotification: {time: noon}}, rejects: {data: {got: noon}}}")
    #expect(result.failures == [])
  }

  @Test("buttons of several calls and of verbs can have expected outcomes")
  func buttons() throws {
    let result = try run(
      "press: Request Permissions", "answer: allow",
      "{press: Turn On, returns: {warning: null}}", "press: Prefetch Only", "runUntilIdle",
      "{press: Schedule 1-min Notification, returns: {warning: null}}",
      "press: 'Reminders: List'", "press: Show Schedule Snapshot", "press: Simulate DST Shift",
      "press: Time Warp +60 Minutes", "device: {setPermission: denied}",
      "{press: Turn On, rejects: notifications_denied}",
      "{press: Schedule in 60 Minutes, rejects: notifications_denied}", "device: swipeAway",
      "{press: Simulate DST Shift, refused: appNotRunning}")
    #expect(result.failures == [])
  }

  @Test("lists match by count, exactly, or in part")
  func lists() throws {
    let armed = [
      "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
    ]
    let fetch = "com.timesafari.dailynotification.fetch"
    for expectation in [
      "{tasks: 1}", "{tasks: [\(fetch)]}", "{tasks: {includes: [\(fetch)]}}",
      "{tasks: {count: 1}}", "{tasks: {count: 1, includes: [{isReady: false}]}}",
      "{tasks: [{earliestBeginDate: '2025-11-15T06:48:00+01:00'}]}", "{delivered: []}",
    ] {
      let steps = (armed + ["expect: \(expectation)"]).map { "  - \($0)\n" }.joined()
      let scenario = try ScenarioFile.parse("name: a\nsteps:\n\(steps)", path: "a.yaml")
      #expect(ScenarioRunner.run(scenario).failures == [], "\(expectation)")
    }
  }

  @Test("a pending item has the time at which the phone will show it")
  func movedByZone() throws {
    let result = try run(
      "press: Request Permissions", "answer: allow",
      "call: {scheduleDailyNotification: {time: '20:00'}}", "device: systemTerminate",
      "device: {setZone: America/Los_Angeles}",
      "expect: {pending: {count: 56, includes: [{id: daily_daily, at: '2025-11-16T04:00:00Z'}]}}",
      "advance: {to: '2025-11-16T05:00:00Z'}",
      """
      expect: {delivered: [{id: daily_daily, at: '2025-11-16T04:00:00Z',
            planned: '2025-11-16T04:00:00Z'}]}
      """,
      header: "start: '2025-11-15T06:00:00Z'\nzone: Europe/London\nknobs: {deliveryDrift: none}\n")
    #expect(result.failures == [])
  }

  @Test("a repeating request is listed with its latest and its next time")
  func repeated() throws {
    let result = try run(
      "press: Request Permissions", "answer: allow",
      "call: {scheduleDailyReminder: {id: six, title: O, body: o, time: '06:00'}}",
      "device: background", "advance: {to: '2025-11-17T07:00:00Z'}",
      "expect: {delivered: [{id: reminder_six, planned: '2025-11-17T06:00:00Z'}]}",
      "expect: {pending: [{id: reminder_six, at: '2025-11-18T06:00:00Z'}]}")
    #expect(result.failures == [])
  }

  @Test("each step for time ends where it should")
  func time() throws {
    let result = try run(
      "press: Request Permissions", "answer: allow", "press: Schedule Test Notification",
      "runUntilIdle", "runToNextEvent", "advance: {to: '2025-11-15T05:50:00Z'}", "advance: 2d",
      header: "knobs: {taskLateness: fixed, deliveryDrift: none}\n")
    #expect(result.failures == [])
    // The next event is the task that the system would run at 05:48.
    #expect(result.steps[5].wallMilliseconds == 1_763_185_680_000)
    #expect(result.steps[6].wallMilliseconds == 1_763_185_800_000)
    #expect(result.endInstant.milliseconds == 450_000 + 2 * 86_400_000)
  }

  @Test("a run that writes too many lines is aborted")
  func aborted() throws {
    let call = "{call: {scheduleDailyNotification: {time: '05:53', x: 1}}}"
    let calls = Array(repeating: call, count: 3_400).joined(separator: "\n  - ")
    let result = try run("press: Request Permissions", "answer: allow", calls)
    #expect(result.outcome == .aborted)
    #expect(result.failures.count == 1)
    #expect(result.failures[0].contains("expected at most 20000 log lines, found more"))
    #expect(result.lines.count == 20_000)
    #expect(result.steps.last?.outcome == .notRun)
  }

  @Test("the seed decides the trace")
  func seed() throws {
    let steps =
      "press: Request Permissions\n  - answer: allow\n  - press: Schedule Test Notification"
    let hashes = try [1, 1, 2].map { seed in
      try run(steps, "device: background", "advance: 30d", header: "seed: \(seed)\n").traceHash
    }
    #expect(hashes[0] == hashes[1])
    #expect(hashes[0] != hashes[2])
  }

  @Test("a month of reopening the app keeps every invariant, over a thousand records")
  func month() throws {
    let day = ["device: background", "advance: 23h", "device: foreground", "advance: 1h"]
    let steps =
      ["press: Request Permissions", "answer: allow", "press: Schedule Test Notification"]
      + Array(repeating: day, count: 60).flatMap { $0 } + ["expect: {invariants: ok}"]
    let yaml = "name: a\nsteps:\n" + steps.map { "  - \($0)\n" }.joined()
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml")
    let (first, second) = (ScenarioRunner.run(scenario), ScenarioRunner.run(scenario))
    #expect(first.failures == [])
    #expect(first.recordCount >= 1000)
    #expect(first.traceHash == second.traceHash)
    #expect(first.invariants.allSatisfy { $0.checks > 0 || $0.id == 13 })
  }
}
