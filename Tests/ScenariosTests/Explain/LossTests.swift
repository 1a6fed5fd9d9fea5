import CivilTime
import DailyNotification
import DeviceModel
import History
import JSONText
import Session
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Lost notifications")
struct LossTests {
  /// A phone with a daily schedule for 05:53, whose app is in the background.
  private func scheduled(
    _ platform: DevicePlatform = .ios,
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> InteractiveRun {
    var configuration = DeviceConfiguration(platform: platform)
    configuration.seed = 7
    configure(&configuration)
    var run = InteractiveRun(name: "a", configuration: configuration)
    if platform == .android { try perform("setExactAlarm", "granted", &run) }
    try perform("setPermission", "granted", &run)
    _ = run.press(
      .call(method: "scheduleDailyNotification", options: ["time": "05:53"]), title: "schedule")
    _ = try run.runUntilIdle(limit: 1_000)
    _ = run.press(.background, title: "background")
    return run
  }

  private func perform(_ verb: String, _ value: String, _ run: inout InteractiveRun) throws {
    _ = run.press(
      try VerbTable.command(verb: verb, parameters: ["value": .string(value)]), title: verb)
  }

  private func pass(days: Int64, _ run: inout InteractiveRun) throws {
    try run.advance(to: run.device.os.now.advanced(byMilliseconds: days * 86_400_000))
  }

  private func losses(_ run: InteractiveRun) -> [LostNotification] {
    run.losses(in: 0..<run.device.os.wallMilliseconds + 1)
  }

  @Test(
    "are known when their time comes, although no code of the plugin has run",
    arguments: DevicePlatform.allCases)
  func atOnce(platform: DevicePlatform) throws {
    var run = try scheduled(platform)
    try perform("setPermission", "denied", &run)
    #expect(losses(run).isEmpty)
    try pass(days: 3, &run)
    #expect(losses(run).count == 3)
    #expect(losses(run).allSatisfy { $0.cause == .denied(wasAsked: true) && $0.kind == .daily })
    let days = losses(run).map { Zone.utc.wallTime(at: $0.planned).text }
    #expect(days == [15, 16, 17].map { "2025-11-\($0)T05:53:00" })
    // The plugin's own word for them is no further loss.
    let before = losses(run)
    _ = run.press(.foreground, title: "foreground")
    _ = try run.runUntilIdle(limit: 1_000)
    #expect(losses(run) == before)
  }

  @Test(
    "name what hit them on an Android phone",
    arguments: [
      (["forceStop"], [.alarmLost(.forceStop), .alarmLost(.forceStop), .stopped]),
      (["powerOff"], [.alarmLost(.phoneOff), .alarmLost(.phoneOff), .phoneOff]),
      (["setExactAlarm denied"], [.alarmLost(.permissionRevoked)]),
      (["restoreBackup"], [.alarmLost(.restored), .alarmLost(.restored), .notOpened]),
      (
        ["setHibernation on"], [.alarmLost(.hibernation), .alarmLost(.hibernation), .hibernating]
      ),
    ] as [([String], [LossCause])])
  func android(acts: [String], causes: [LossCause]) throws {
    var run = try scheduled(.android)
    for act in acts {
      let words = act.split(separator: " ").map(String.init)
      if words.count > 1 {
        try perform(words[0], words[1], &run)
      } else {
        _ = run.press(try VerbTable.command(verb: act, parameters: [:]), title: act)
      }
    }
    try pass(days: Int64(causes.count), &run)
    #expect(losses(run).map(\.cause) == causes)
  }

  @Test("name the backup that brought no requests to a new iPhone")
  func restored() throws {
    var run = try scheduled()
    _ = run.press(.restoreBackup(isEncrypted: true), title: "restoreBackup")
    try pass(days: 2, &run)
    #expect(losses(run).map(\.cause) == [.alarmLost(.restored), .alarmLost(.restored)])
  }

  @Test("name a permission that did not come with the backup")
  func restoredWithoutPermission() throws {
    var run = try scheduled { $0.knobs.restoreKeepsPermission = .no }
    _ = run.press(.restoreBackup(isEncrypted: true), title: "restoreBackup")
    _ = run.press(.launch, title: "launch")
    _ = run.press(.background, title: "background")
    try pass(days: 60, &run)
    #expect(losses(run).last?.cause == .denied(wasAsked: false))
  }

  @Test("do not name a hibernation that has ended")
  func awake() throws {
    var run = try scheduled(.android)
    try perform("setHibernation", "on", &run)
    _ = run.press(.launch, title: "launch")
    _ = run.press(.background, title: "background")
    try pass(days: 1, &run)
    try perform("setExactAlarm", "denied", &run)
    try pass(days: 3, &run)
    #expect(
      losses(run).map(\.cause) == [
        .alarmLost(.permissionRevoked), .alarmLost(.permissionRevoked), .exactAlarmsRevoked,
      ])
  }

  @Test("name the permission that was taken back from an unused app")
  func unused() throws {
    var run = try scheduled(.android) { $0.knobs.unusedAfter = 86_400_000 }
    try pass(days: 5, &run)
    #expect(
      losses(run).map(\.cause) == [
        .alarmLost(.hibernation), .alarmLost(.hibernation), .permissionReset, .permissionReset,
      ])
  }

  @Test("are none where everything was shown, was cancelled, or is still held")
  func none() throws {
    var run = try scheduled()
    try pass(days: 2, &run)
    #expect(losses(run).isEmpty)
    _ = run.press(.foreground, title: "foreground")
    _ = run.press(.call(method: "cancelAllNotifications", options: [:]), title: "cancel")
    _ = try run.runUntilIdle(limit: 1_000)
    try pass(days: 2, &run)
    #expect(losses(run).isEmpty)
    var off = try scheduled()
    _ = off.press(.powerOff, title: "powerOff")
    try pass(days: 1, &off)
    #expect(losses(off).isEmpty, "the phone shows it when it is on again")
  }

  @Test("are the same however time passes, and in a run that is made again")
  func slices() throws {
    var (whole, sliced) = (try scheduled(.android), try scheduled(.android))
    for hour in 0..<72 {
      if hour == 30 { _ = sliced.press(.forceStop, title: "forceStop") }
      try sliced.advance(to: sliced.device.os.now.advanced(byMilliseconds: 3_600_000))
    }
    try whole.advance(to: whole.device.os.now.advanced(byMilliseconds: 30 * 3_600_000))
    _ = whole.press(.forceStop, title: "forceStop")
    try whole.advance(to: whole.device.os.now.advanced(byMilliseconds: 42 * 3_600_000))
    #expect(losses(whole).count == 1)
    #expect(losses(whole) == losses(sliced))
    let again = whole.again(whole.presses.map(JournalEntry.init), until: whole.device.os.now)
    #expect(losses(again) == losses(whole))
  }
}
