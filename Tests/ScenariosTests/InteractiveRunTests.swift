import DailyNotification
import DeviceModel
import Invariants
import JSONText
import SchemaSupport
import Session
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Interactive run")
struct InteractiveRunTests {
  private static func call(_ method: String, _ options: JSONObject = [:]) -> Command {
    .call(method: method, options: options)
  }

  private func checkReplies(of run: InteractiveRun) {
    var replies = ReplyChecker()
    for finding in replies.findings(in: run.device.os.trace) { Issue.record("\(finding)") }
  }

  @Test("a waiting call is settled when its answer comes, with its duration")
  func waiting() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    let pressed = run.press(Self.call("requestNotificationPermissions"), title: "ask")
    let press = try #require(pressed)
    guard case .waiting = press.outcome else {
      Issue.record("it was answered at once")
      return
    }
    try run.advance(to: SimulationInstant(milliseconds: 1_500))
    _ = run.press(.answerDialog(isAllowed: true), title: "Allow")
    guard case .replied(.value(let value)) = run.presses[0].outcome else {
      Issue.record("\(run.presses[0].outcome)")
      return
    }
    #expect(value["granted"] == true)
    #expect(run.presses[0].durationMilliseconds == 1_500)
    #expect(!run.presses[0].hasFailed)
  }

  @Test("a call is lost with the process, a verb that makes no sense is refused")
  func failures() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    _ = run.press(Self.call("requestNotificationPermissions"), title: "ask")
    _ = run.press(.swipeAway, title: "swipeAway")
    _ = run.press(.swipeAway, title: "swipeAway")
    #expect(run.presses.map(\.hasFailed) == [true, false, true])
    #expect(run.presses[0].outcomeText.contains("lost"))
    #expect(run.presses[2].outcomeText.contains("refused appNotRunning"))
    #expect(run.result.outcome == .notJudged)
  }

  @Test("a refused call does not mix up the replies of later ones")
  func order() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    _ = run.press(.swipeAway, title: "")
    _ = run.press(Self.call("configure"), title: "refused")
    _ = run.press(.launch, title: "")
    _ = run.press(Self.call("configure"), title: "answered")
    #expect(run.presses[1].hasFailed)
    #expect(!run.presses[3].hasFailed)
    #expect(run.presses[3].outcomeText == "the value {}")
  }

  @Test("its trace equals that of a device with the same commands at the same instants")
  func trace() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    var device = Device()
    for command in [
      Self.call("requestNotificationPermissions"), .answerDialog(isAllowed: true),
      Self.call("scheduleDailyNotification", ["time": "05:53"]), .background,
    ] {
      _ = run.press(command, title: "")
      try device.perform(command)
    }
    let end = SimulationInstant(milliseconds: 60 * 86_400_000)
    while try !run.advance(to: end, eventsMax: 7).isComplete {}
    try device.advance(to: end)
    #expect(run.device.os.trace.hash == device.os.trace.hash)
    #expect(device.os.trace.nextSequence > 100)
    #expect(run.result.violations.isEmpty)
    #expect(run.lineCount > 20)
  }

  @Test("the invariants are checked from the start, and their counts reported")
  func invariants() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    _ = run.press(Self.call("configure"), title: "")
    #expect(run.result.outcome == .notJudged)
    #expect(run.result.invariants.count == run.invariants.tallies.count)
    #expect(run.result.invariants[0].checks > 0)
  }

  private static func turnOn(_ run: InteractiveRun) -> [Command] {
    ControlTable.control(labelled: "Turn On")?.commands(on: run.device.os) ?? []
  }

  private static func calls(of run: InteractiveRun) -> [String] {
    run.device.os.trace.records(from: 0).compactMap { record in
      if case .command(.called(let call)) = record.payload { call.method } else { nil }
    }
  }

  @Test("a button of three calls makes each one after the previous was answered with a value")
  func chain() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    let pressed = run.press(Self.turnOn(run), title: "Turn On")
    let press = try #require(pressed)
    #expect(
      Self.calls(of: run)
        == ["configureNativeFetcher", "updateStarredPlans", "scheduleDualNotification"])
    guard case .waiting = press.outcome else {
      Issue.record("it did not ask for the permission")
      return
    }
    try run.advance(to: SimulationInstant(milliseconds: 700))
    _ = run.press(.answerDialog(isAllowed: true), title: "Allow")
    #expect(run.presses[0].outcomeText == "the value {\"warning\":null}")
    #expect(run.presses[0].durationMilliseconds == 700)
    #expect(run.text(of: run.presses[0]).contains("}, then updateStarredPlans {"))
    #expect(run.presses.count == 2)
  }

  @Test("a rejection ends the press of a button of several calls, and is its outcome")
  func chainRejected() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    _ = run.press(.fillDisk(isOn: true), title: "fillDisk")
    _ = run.press(Self.turnOn(run), title: "Turn On")
    #expect(Self.calls(of: run) == ["configureNativeFetcher"])
    #expect(run.presses[1].outcomeText.hasPrefix("rejected storage_failed"))
  }

  @Test("the press of a button of several calls is lost when the app dies before the last reply")
  func chainLost() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    _ = run.press(Self.turnOn(run), title: "Turn On")
    _ = run.press(.swipeAway, title: "swipeAway")
    guard case .lost = run.presses[0].outcome else {
      Issue.record("\(run.presses[0].outcome)")
      return
    }
  }

  @Test("a button whose verb makes a call has the outcome of that call")
  func harnessCall() throws {
    var run = InteractiveRun(name: "a")
    defer { checkReplies(of: run) }
    _ = run.press(.setPermission(.denied), title: "Settings")
    _ = run.press(.harness(.scheduleInMinutes(5)), title: "Schedule")
    #expect(run.presses[1].outcomeText.hasPrefix("rejected notifications_denied"))
    _ = run.press(.harness(.showSnapshot), title: "Show")
    guard case .done = run.presses[2].outcome else {
      Issue.record("\(run.presses[2].outcome)")
      return
    }
  }
}
