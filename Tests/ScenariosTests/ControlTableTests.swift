import CivilTime
import DailyNotification
import DeviceModel
import ES256K
import JSONText
import SchemaSupport
import Session
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Control table")
struct ControlTableTests {
  /// The methods without a button on the page; they are called from the command line.
  private static let withoutButton: [PluginMethod] = [
    .setAdaptiveScheduling, .openExactAlarmSettings, .updateBackgroundTaskIdentity,
    .handleAppLifecycleEvent, .scheduleContentFetch, .scheduleUserNotification,
    .pauseDualSchedule, .resumeDualSchedule, .checkStatus, .isAlarmScheduled, .getNextAlarmTime,
    .getContentCache, .clearContentCache, .getContentHistory, .getLatestContentCache,
    .getStarredPlans, .getSchedules, .createSchedule, .registerCallback, .unregisterCallback,
    .getRegisteredCallbacks, .requestPermissions, .skipNext, .undoSkip,
  ]

  /// A phone at an instant and in a zone.
  private func device(
    _ start: String = "2025-11-15T05:42:30Z", zone: String = "UTC"
  ) throws -> Device {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.startMilliseconds = try #require(ISO8601.parse(start))
    configuration.zone = try Zone(identifier: zone)
    return Device(configuration)
  }

  @Test("labels, titles and ids are unique, and a button is found by each")
  func unique() {
    let rows = ControlTable.rows
    #expect(Set(rows.map(\.label)).count == rows.count)
    #expect(Set(rows.map(\.title)).count == rows.count)
    #expect(Set(rows.map(\.id)).count == rows.count)
    for row in rows {
      #expect(ControlTable.control(labelled: row.label) == row)
      #expect(ControlTable.control(labelled: row.title) == row)
      #expect(ControlTable.control(id: row.id) == row)
    }
  }

  @Test("the groups are in order, each in one piece")
  func groups() {
    var groups: [Control.Group] = []
    for row in ControlTable.rows where groups.last != row.group { groups.append(row.group) }
    #expect(groups == Control.Group.allCases)
  }

  @Test("every method has one button, or is in the list of those without")
  func methods() {
    let made = ControlTable.rows.flatMap { row -> [PluginMethod] in
      if case .calls(let calls) = row.action { calls.map(\.method) } else { [] }
    }
    #expect(Set(made).count == made.count)
    #expect(Set(made).isDisjoint(with: Self.withoutButton))
    #expect(Set(made + Self.withoutButton) == Set(PluginMethod.allCases))
    #expect(Self.withoutButton.map(\.number) == [13, 19, 24, 28, 34, 35, 40, 41] + (44...59))
  }

  @Test("every verb of the test app has a button")
  func verbs() {
    let pressed = ControlTable.rows.compactMap { row -> String? in
      if case .verb(let verb, _) = row.action { verb } else { nil }
    }
    let harness = [
      "prefetchOnly", "scheduleInMinutes", "forceRescheduleAll", "timeWarp", "showCachedPayload",
      "showRawResponse", "showSnapshot", "dumpPrefetchStatus",
    ]
    #expect(
      Set(pressed) == Set(harness + ["simulateTaskLaunch", "simulateTaskExpiration", "shiftDST"]))
  }

  @Test("every button but the export performs a command on a new phone; one makes three calls")
  func commands() throws {
    let device = try device()
    for row in ControlTable.rows {
      let count = row.commands(on: device.os).count
      let expected = row.action == .exportResults ? 0 : row.id == "turnOnNewActivity" ? 3 : 1
      #expect(count == expected, "\(row.title)")
    }
  }

  @Test("without the app every button but the export is refused")
  func notRunning() throws {
    var device = try device()
    try device.perform(.swipeAway)
    for row in ControlTable.rows {
      let expected: CommandRefusal? = row.action == .exportResults ? nil : .appNotRunning
      #expect(row.refusal(on: device) == expected, "\(row.title)")
    }
  }

  @Test("each button's calls but the last are answered immediately with a value")
  func chains() throws {
    for row in ControlTable.rows {
      var device = try device()
      for command in row.commands(on: device.os).dropLast() {
        let cursor = device.os.trace.nextSequence
        try device.perform(command)
        let isAnswered = device.os.trace.records(from: cursor).contains { record in
          if case .plugin(.replied(_, .value)) = record.payload { true } else { false }
        }
        #expect(isAnswered, "\(row.title)")
      }
    }
  }

  @Test("pressed in turn, with permission, every button succeeds")
  func press() throws {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    var run = InteractiveRun(name: "a", configuration: configuration)
    var replies = ReplyChecker()
    try #require(run.press(.setPermission(.authorized), title: "Settings") != nil)
    for row in ControlTable.rows where row.action != .exportResults {
      let pressed = run.press(row.commands(on: run.device.os), title: row.title)
      let press = try #require(pressed)
      _ = try run.runUntilIdle(limit: 1_000)
      let isDone = !run.presses[press.number - 1].hasFailed
      let mayFail = ["updateSettings", "simulateTaskLaunch", "simulateTaskExpiration"]
        .contains(row.id)
      #expect(isDone != mayFail, "\(row.title): \(run.presses[press.number - 1].outcomeText)")
    }
    #expect(replies.findings(in: run.device.os.trace).isEmpty)
    #expect(run.result.violations.isEmpty)
  }

  @Test(
    "the test time is the phone's time rounded up to a minute, plus ten minutes",
    arguments: [
      ("2025-11-15T05:42:30Z", "UTC", "05:53"), ("2025-11-15T05:42:00Z", "UTC", "05:52"),
      ("2025-11-15T05:42:00.001Z", "UTC", "05:53"), ("2025-11-15T23:55:00Z", "UTC", "00:05"),
      ("2025-11-15T05:42:30Z", "Asia/Kathmandu", "11:38"),
    ])
  func testTime(start: String, zone: String, time: String) throws {
    let control = try #require(ControlTable.control(labelled: "Schedule Test Notification"))
    #expect(
      control.commands(on: try device(start, zone: zone).os)
        == [.call(method: "scheduleDailyNotification", options: ["time": .string(time)])])
  }

  @Test(
    "New Activity notifies at the test time and fetches five minutes before",
    arguments: [
      ("2025-11-15T05:42:30Z", "UTC", "53 5 * * *", "48 5 * * *"),
      ("2025-11-15T23:52:00Z", "UTC", "2 0 * * *", "57 23 * * *"),
      ("2025-11-15T05:42:30Z", "Asia/Kathmandu", "38 11 * * *", "33 11 * * *"),
    ])
  func cron(start: String, zone: String, notify: String, fetch: String) throws {
    for label in ["Turn On", "Edit Time"] {
      let control = try #require(ControlTable.control(labelled: label))
      let last = control.commands(on: try device(start, zone: zone).os).last
      guard case .call(_, let options)? = last, let config = options["config"] else {
        Issue.record("\(label) makes no call")
        return
      }
      #expect(config["userNotification"]?["schedule"]?.stringValue == notify)
      #expect(config["contentFetch"]?["schedule"]?.stringValue == fetch)
      #expect(config["relationship"]?["fallbackBehavior"]?.stringValue == "show_default")
    }
  }
}
