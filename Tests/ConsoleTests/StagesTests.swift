import CellGrid
import DailyNotification
import DeviceModel
import ES256K
import Testing

@testable import Console

/// A phone to which commands are given, as `--plain` does it.
struct CommandedPhone {
  private(set) var session: PlainSession

  init(_ lines: [String], on device: DeviceConfiguration = DeviceConfiguration()) {
    var device = device
    device.keychain = Keychain(TestKeys.standard)
    session = PlainSession(
      ConsoleSetup(
        device: device, appearance: Appearance(isColored: false, isASCII: false, theme: .standard),
        size: CellSize(rows: 24, columns: 80)))
    take(lines)
  }

  mutating func take(_ lines: [String]) {
    for line in lines {
      let answer = session.take(line)
      #expect(answer.complaint == nil, "\(line): \(answer.complaint ?? "")")
    }
  }

  /// What a line prints.
  mutating func answer(to line: String) -> [String] { session.take(line).lines }

  /// Types a line that may be refused.
  mutating func attempt(_ line: String) { _ = session.take(line) }

  var model: Model { session.model }

  /// The stages as text: `16 Nov 05:53 daily: ●●●●▲○○`.
  var stages: String {
    let stages = model.stages
    let head = stages.tracked.map {
      "\(ClockText.day($0.time, stages.zone)) \(ClockText.time($0.time, stages.zone).prefix(5)) "
        + "\($0.kind.word): "
    }
    return (head ?? "") + Stage.allCases.map { stages[$0].glyph }.joined()
  }

  /// A row of the status: its light and its text.
  func row(_ label: String) -> String? {
    model.statusRows(model.facts, height: .max).first { $0.label == label }
      .map { "\($0.light.glyph) \($0.text)" }
  }
}

@Suite("The stages of a notification")
struct StagesTests {
  private static let scheduled = ["c", "r", "allow", "s"]

  private static func android(_ lines: [String]) -> CommandedPhone {
    CommandedPhone(
      ["c", "r", "allow", "setExactAlarm granted", "foreground", "s"] + lines,
      on: DeviceConfiguration(platform: .android))
  }

  @Test("a reminder that was shown is delivered, and has no stage of a fetch")
  func reminder() {
    let phone = CommandedPhone(["c", "r", "allow", "'rs", "advance 18m"])
    #expect(phone.stages == "15 Nov 05:53 reminder: ●●●○○○●")
  }

  @Test("a reminder that was lost ends with a red Delivered")
  func lostReminder() {
    let phone = CommandedPhone([
      "c", "r", "allow", "'rs", "background", "clearPending", "advance 18m",
    ])
    #expect(phone.stages == "15 Nov 05:53 reminder: ●●●○○○✗")
  }

  @Test("a notification that the phone lost ends with a red Delivered")
  func lost() {
    let phone = CommandedPhone(
      Self.scheduled + [
        "swipeAway", "advance 48m", "launch", "swipeAway", "clearPending", "advance 1d", "launch",
      ])
    #expect(phone.stages == "16 Nov 05:53 daily: ●●●●✗○✗")
    #expect(phone.row("Last shown") == "✗ ✗ lost 05:53:00 · its request was cleared by a tester")
  }

  @Test("the task that failed is the earlier notification's")
  func earlierTask() {
    var phone = CommandedPhone(
      Self.scheduled + ["swipeAway", "clearPending", "advance 12h"])
    #expect(phone.stages == "15 Nov 05:53 daily: ●●●●✗○✗")
    phone.take(["advance 12h", "launch"])
    #expect(phone.stages == "16 Nov 05:53 daily: ●●●●▲○○")
  }

  @Test("a task that is due in hours has not fired")
  func laterTask() {
    var phone = CommandedPhone(
      Self.scheduled + [
        "b", "advance 72m", "background", "advance 1d", "setPermission denied", "advance 1d",
        "setPermission granted", "advance 1d", "foreground",
      ])
    #expect(phone.stages == "18 Nov 05:53 daily: ●✗●✗○○✗")
    phone.take(["advance 14h"])
    #expect(phone.stages == "19 Nov 05:53 daily: ●●●●▲○○")
    // Its own task, long before its time.
    phone.take(["b", "runUntilIdle"])
    #expect(phone.stages == "19 Nov 05:53 daily: ●●●●●●○")
  }

  @Test("a task that is run right after a delivery is the next one's, and so are the stages")
  func nextTask() {
    let late = ["b", "advance 14m", "b", "runUntilIdle", "b", "runUntilIdle"]
    let phone = CommandedPhone(Self.scheduled + late)
    #expect(phone.stages == "16 Nov 05:53 daily: ●●●●●●○")
  }

  @Test("on Android the work and the delivery are those of the same notification")
  func forceStop() {
    var phone = Self.android(["b", "advance 14m", "forceStop", "advance 1d"])
    #expect(phone.stages == "16 Nov 05:53 daily: ●●●●✗○✗")
    phone.take(["launch"])
    #expect(phone.stages == "16 Nov 05:53 daily: ●●●●✗○✗")
    phone.take(["advance 23h", "b", "runUntilIdle", "advance 2h"])
    #expect(phone.stages == "17 Nov 05:53 daily: ●●●●●●●")
  }

  @Test("a dual notification that waits for its fetch has the stages before it is armed")
  func awaiting() {
    var configuration = DeviceConfiguration()
    configuration.knobs.plugin.dualMode = .chained
    let phone = CommandedPhone(
      ["c", "r", "allow"] + DualSample.commands(fallback: "skip"), on: configuration)
    #expect(phone.stages == "15 Nov 05:53 dual: ●●▲●▲○○")
  }
}

/// A dual schedule that fetches at 05:48 for 05:53.
enum DualSample {
  static func commands(fallback: String) -> [String] {
    [
      "configureNativeFetcher apiBaseUrl=https://api.test.example "
        + "activeDid=did:ethr:0x77D8EA059Ab6eB9a19Ecf520025d40847A2360a0",
      """
      scheduleDualNotification {"config":{"contentFetch":{"enabled":true,"schedule":"48 5 * * *"},\
      "userNotification":{"enabled":true,"schedule":"53 5 * * *","title":"T","body":"B"},\
      "relationship":{"contentTimeout":3600000,"fallbackBehavior":"\(fallback)"}}}
      """,
    ]
  }
}
