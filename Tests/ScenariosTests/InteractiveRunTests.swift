import DailyNotification
import DeviceModel
import Invariants
import JSONText
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Interactive run")
struct InteractiveRunTests {
  private static func call(_ method: String, _ options: JSONObject = [:]) -> Command {
    .call(method: method, options: options)
  }

  @Test("a call that waits is settled when its answer comes, with the time it took")
  func waiting() throws {
    var run = InteractiveRun(name: "a")
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
    _ = run.press(Self.call("requestNotificationPermissions"), title: "ask")
    _ = run.press(.swipeAway, title: "swipeAway")
    _ = run.press(.swipeAway, title: "swipeAway")
    #expect(run.presses.map(\.hasFailed) == [true, false, true])
    #expect(run.presses[0].outcomeText.contains("lost"))
    #expect(run.presses[2].outcomeText.contains("refused appNotRunning"))
    #expect(run.result.outcome == .failed)
  }

  @Test("a refused call does not shift the replies of later ones")
  func order() throws {
    var run = InteractiveRun(name: "a")
    _ = run.press(.swipeAway, title: "")
    _ = run.press(Self.call("configure"), title: "refused")
    _ = run.press(.launch, title: "")
    _ = run.press(Self.call("configure"), title: "answered")
    #expect(run.presses[1].hasFailed)
    #expect(!run.presses[3].hasFailed)
    #expect(run.presses[3].outcomeText == "the value {}")
  }

  @Test("its trace is that of a device that gets the same commands at the same instants")
  func trace() throws {
    var run = InteractiveRun(name: "a")
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

  @Test("the invariants are watched from the start, and their counts are told")
  func invariants() throws {
    var run = InteractiveRun(name: "a")
    _ = run.press(Self.call("configure"), title: "")
    #expect(run.result.outcome == .passed)
    #expect(run.result.invariants.count == run.invariants.tallies.count)
    #expect(run.result.invariants[0].checks > 0)
  }
}
