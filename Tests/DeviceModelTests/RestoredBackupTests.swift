import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

/// What comes with a backup to a new phone, and what does not.
@Suite("restored backup")
struct RestoredBackupTests {
  /// An iPhone with a schedule, stored content and a shown notification.
  private func iPhone(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.exactPhone(configure)
    try device.scheduleDaily()
    try device.perform(.setNotificationSettings([.sound: false]))
    try device.perform(.background)
    try device.wait(day)
    return device
  }

  private func androidPhone(
    _ version: String, _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.androidPhone {
      $0.osVersion = version
      configure(&$0)
    }
    try device.perform(.setExactAlarm(isGranted: true))
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    try device.wait(day)
    return device
  }

  @Test("brings an iPhone's rows and permission, no requests and no tasks")
  func iPhoneParts() throws {
    var device = try iPhone()
    let stored = device.state(.storage)
    try device.perform(.restoreBackup(isEncrypted: true))
    #expect(device.app == nil && device.os.process.state == .notRunning)
    #expect(device.state(.storage) == stored)
    #expect(device.os.authorization == .authorized && !device.os.notificationSettings.isOn(.sound))
    #expect(device.pending.isEmpty && device.os.center.delivered.isEmpty)
    #expect(device.os.scheduler.pending.isEmpty && device.activities.isEmpty)
    try device.wait(day)
    #expect(device.deliveries.count == 1)
    try device.perform(.launch)
    try device.wait(day)
    #expect(device.deliveries.count == 2 && device.os.scheduler.pending.count == 1)
  }

  @Test("brings an iPhone's requests and tasks where the knob says so")
  func pending() throws {
    var device = try iPhone { $0.knobs.restoreKeepsPending = .yes }
    let (pending, task) = (device.state(.pending), device.os.pendingTask(TaskIdentifier.fetch))
    try device.perform(.restoreBackup(isEncrypted: false))
    #expect(device.state(.pending) == pending && task != nil)
    #expect(device.os.pendingTask(TaskIdentifier.fetch) == task)
    #expect(device.os.center.delivered.isEmpty)
    try device.wait(day)
    #expect(device.deliveries.count == 2)
  }

  @Test(
    "brings keys that may leave the iPhone, and only when it is encrypted",
    arguments: [true, false], Knobs.KeychainMigrates.allCases)
  func keys(isEncrypted: Bool, knob: Knobs.KeychainMigrates) throws {
    var device = try iPhone { $0.knobs.keychainMigrates = knob }
    try device.perform(.restoreBackup(isEncrypted: isEncrypted))
    #expect(device.os.keychain.identities.isEmpty == (!isEncrypted || knob == .no))
  }

  @Test(
    "leaves the permission behind where the knob says so", arguments: DevicePlatform.allCases)
  func permission(platform: DevicePlatform) throws {
    var device =
      switch platform {
      case .ios: try iPhone { $0.knobs.restoreKeepsPermission = .no }
      case .android: try androidPhone("34") { $0.knobs.restoreKeepsPermission = .no }
      }
    try device.perform(.restoreBackup(isEncrypted: true))
    #expect(device.os.authorization == .notDetermined)
    try device.perform(.launch)
    try device.call("requestNotificationPermissions")
    #expect(device.os.authorizationMachine.isDialogShown)
  }

  @Test(
    "brings an Android phone's rows, permission and channels, and no exact alarms from 34 on",
    arguments: ["33", "34", "35"])
  func androidParts(version: String) throws {
    var device = try androidPhone(version)
    try device.perform(
      .setChannel(identifier: "timesafari.daily", ChannelSettings(importance: "low")))
    try device.perform(.setBatteryExemption(isOn: true))
    let (stored, channels) = (device.state(.storage), device.os.android.channels.channels)
    try device.perform(.restoreBackup(isEncrypted: true))
    #expect(device.state(.storage) == stored && device.os.authorization == .authorized)
    #expect(device.os.android.channels.channels == channels)
    #expect(device.os.pendingCount == 0 && device.backgroundWork.count == 0)
    #expect(device.os.delivered.isEmpty && device.os.keychain.identities.isEmpty)
    #expect(!device.os.isBatteryExempt)
    #expect(device.os.android.exactAlarms.isGranted == (version == "33"))
    #expect(device.os.android.usage.bucket == .rare && device.os.android.install.isStopped)
    let lost = device.payloads.count {
      if case .android(.alarmLost(_, .restored, .plugin)) = $0 { true } else { false }
    }
    #expect(lost == 2)
  }

  @Test("leaves the app to be opened, which is no boot", arguments: ["33", "35"])
  func opened(version: String) throws {
    var device = try androidPhone(version)
    try device.perform(.restoreBackup(isEncrypted: true))
    try device.perform(.setExactAlarm(isGranted: true))
    try device.wait(2 * day)
    #expect(device.deliveries.count == 1 && device.os.android.usage.bucket == .rare)
    try device.perform(.launch)
    try device.wait(minute)
    #expect(!device.broadcasts.contains(.bootCompleted))
    #expect(device.os.pendingCount == 2 && device.os.standbyBucket == .active)
    try device.wait(day)
    #expect(device.deliveries.count == 2)
  }

  @Test(
    "of an unused app: an iPhone refreshes it later with each day (knob refreshDisuse)",
    arguments: [(Knobs.RefreshDisuse.none, [0, 0, 0, 0]), (.hourADay, [0, 0, 1, 2])])
  func disuse(knob: Knobs.RefreshDisuse, hours: [Int64]) throws {
    var device = try Device.exactPhone { $0.knobs.refreshDisuse = knob }
    try device.scheduleDaily()
    try device.perform(.background)
    try device.wait(4 * day)
    let late = device.os.trace.records(from: 0).compactMap { record -> Int64? in
      guard case .task(.launched(let task)) = record.payload, let begin = task.beginDate else {
        return nil
      }
      return (record.wallMilliseconds - begin) / hour
    }
    #expect(late == hours)
  }
}
