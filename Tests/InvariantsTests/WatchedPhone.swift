import CivilTime
import DailyNotification
import ES256K
import Invariants
import JSONText
import RandomHistories
import SchemaSupport
import SimulationCore
import Testing

@testable import DeviceModel

let minute: Int64 = 60_000
let hour = 60 * minute
let day = 24 * hour

/// A phone that the invariant checker observes from its first command on.
///
/// A reply or a log line that does not match the schemas fails the test.
struct WatchedPhone {
  var device: Device
  var checker = InvariantChecker()
  private var replies = ReplyChecker()

  init(_ configuration: DeviceConfiguration = DeviceConfiguration()) {
    device = Device(configuration)
  }

  /// A phone with the knobs that the test needs.
  static func configured(_ configure: (inout DeviceConfiguration) -> Void) -> WatchedPhone {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    configure(&configuration)
    return WatchedPhone(configuration)
  }

  /// A phone that is allowed to notify, with one notification a day at 05:53.
  static func scheduled(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> WatchedPhone {
    var phone = configured(configure)
    try phone.perform(.setPermission(.authorized))
    try phone.schedule()
    return phone
  }

  /// Performs a command that must not be refused.
  mutating func perform(_ command: Command) throws {
    defer { checkReplies() }
    try device.perform(command, observing: &checker)
  }

  mutating func call(_ method: String, _ options: JSONObject = [:]) throws {
    try perform(.call(method: method, options: options))
  }

  /// What the plugin has answered last; null before the first answer.
  var latestAnswer: JSONValue {
    var answer: JSONValue = .null
    device.os.trace.forEach(from: 0) { record in
      if case .plugin(.replied(_, .value(let value))) = record.payload { answer = value }
    }
    return answer
  }

  mutating func schedule(_ time: String = "05:53", id: String = "daily") throws {
    try call("scheduleDailyNotification", ["id": .string(id), "time": .string(time)])
  }

  /// Registers a fetcher, and schedules a dual notification and its fetch by cron expressions.
  mutating func scheduleDual(
    _ expression: String, fetching: String = "0 5 * * *"
  ) throws {
    try call(
      "configureNativeFetcher",
      [
        "apiBaseUrl": "https://api.test.example",
        "activeDid": .string(TestKeys.standard.identities[0]),
      ])
    try call(
      "scheduleDualNotification",
      [
        "config": [
          "contentFetch": ["enabled": true, "schedule": .string(fetching)],
          "userNotification": [
            "enabled": true, "schedule": .string(expression), "title": "T", "body": "B",
          ],
          "relationship": ["contentTimeout": 86_400_000, "fallbackBehavior": "show_default"],
        ]
      ])
  }

  mutating func wait(_ milliseconds: Int64) throws {
    defer { checkReplies() }
    try device.advance(
      to: device.os.now.advanced(byMilliseconds: milliseconds), observing: &checker)
  }

  /// Lets time pass until the phone's clock shows a time.
  mutating func wait(until time: String) throws {
    try wait(try #require(ISO8601.parse(time)) - device.os.wallMilliseconds)
  }

  /// Performs a step, whether it is refused or not.
  mutating func take(_ step: TesterStep) throws {
    defer { checkReplies() }
    switch step {
    case .wait(let milliseconds): try wait(milliseconds)
    case .perform(let command):
      do throws(CommandRefusal) {
        try device.perform(command, observing: &checker)
      } catch {
        if error == .eventStorm { throw error }
      }
    }
  }

  /// Checks the new records of the trace against the schemas.
  private mutating func checkReplies() {
    for finding in replies.findings(in: device.os.trace) { Issue.record("\(finding)") }
  }

  /// Ends all faults, opens the app, lets a day pass, opens it again and checks that everything
  /// has settled.
  mutating func quietPhase() throws {
    device.os.storage.failWrites(0)
    for command in WatchedPhone.peace { _ = try? device.perform(command, observing: &checker) }
    try wait(minute)
    _ = try? device.perform(.background, observing: &checker)
    try wait(day)
    for command in [Command.foreground, .launch] {
      _ = try? device.perform(command, observing: &checker)
    }
    // What is in flight, and a fetch that opening the app started.
    try wait(20 * minute)
    checker.quietPhaseEnded(on: device)
  }

  private static let peace: [Command] = [
    .powerOn(isLocked: false), .unlock, .answerDialog(isAllowed: true),
    .setPermission(.authorized), .setBackgroundRefresh(.available),
    .setLowPowerMode(isOn: false), .fillDisk(isOn: false), .launch, .foreground,
  ]

  /// Checks the phone as after an event, so that a planted bug is found.
  mutating func look() {
    checker.eventHappened(on: device)
    checker.instantEnded(on: device)
  }

  /// The numbers of the broken invariants.
  var violated: [Int] { checker.tallies.filter { $0.violations > 0 }.map(\.id) }

  /// The violations as one string, for failure messages.
  var findings: String {
    checker.violations.prefix(5).map { "\($0.id) at \($0.instant.milliseconds) ms: \($0.message)" }
      .joined(separator: "; ")
  }
}
