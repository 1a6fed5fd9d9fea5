import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

/// What the system takes from an app that nobody has used for months.
@Suite("hibernation")
struct HibernationTests {
  private func phone(_ version: String) throws -> Device {
    var device = try Device.androidPhone { $0.osVersion = version }
    if device.os.android.exactAlarms.isSwitchable {
      try device.perform(.setExactAlarm(isGranted: true))
    }
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    return device
  }

  /// Why the broadcasts of a boot were sent without one.
  private func bootless(_ device: Device) -> [String] {
    device.payloads.compactMap { payload in
      guard case .android(.broadcast(let broadcast, let reason?)) = payload else { return nil }
      return "\(broadcast.rawValue) \(reason.rawValue)"
    }
  }

  @Test(
    "comes after 90 days from API 31 on, with the permission from 33 on",
    arguments: [("30", false, false), ("31", true, false), ("33", true, true), ("35", true, true)])
  func months(version: String, hibernates: Bool, resets: Bool) throws {
    var device = try phone(version)
    try device.wait(90 * day - 1)
    #expect(!device.os.android.install.isHibernating)
    #expect(device.os.authorization == .authorized && device.firedAlarms.count == 90)
    try device.wait(10 * day)
    #expect(device.os.android.install.isHibernating == hibernates)
    #expect(device.os.authorization == (resets ? .notDetermined : .authorized))
    #expect(device.count("permissionReset") == (resets ? 1 : 0))
    #expect(device.firedAlarms.count == (hibernates ? 90 : 100))
    #expect(device.os.pendingCount == (hibernates ? 0 : 2))
  }

  @Test("does not come while the app is opened now and then")
  func used() throws {
    var device = try phone("34")
    for _ in 0..<3 {
      try device.wait(60 * day)
      try device.perform(.launch)
      try device.perform(.background)
    }
    #expect(device.count("hibernationChanged") == 0 && device.deliveries.count == 180)
  }

  @Test("ends when the app is opened, which is no boot", arguments: ["31", "34", "35"])
  func opened(version: String) throws {
    var device = try phone(version)
    try device.perform(.setHibernation(isOn: true))
    #expect(device.os.android.install.isStopped && device.os.pendingCount == 0)
    try device.wait(2 * day)
    #expect(device.deliveries.isEmpty)
    let mark = device.os.trace.nextSequence
    try device.perform(.launch)
    try device.wait(minute)
    #expect(
      bootless(device) == [
        "LOCKED_BOOT_COMPLETED hibernationLeft", "BOOT_COMPLETED hibernationLeft",
      ])
    let recoveries = device.payloads(from: mark).compactMap { payload -> RecoveryScenario? in
      guard case .plugin(.log(.recovered(let scenario, _, _, _))) = payload else { return nil }
      return scenario
    }
    #expect(recoveries.first == .termination && !recoveries.contains(.boot))
    #expect(device.os.pendingCount == 2)
    #expect(!device.os.android.install.isHibernating)
    try device.wait(day)
    #expect(device.deliveries.count == 1)
  }

  @Test("that a tester ends leaves the app stopped until it is opened")
  func ended() throws {
    var device = try phone("34")
    try device.perform(.setHibernation(isOn: true))
    try device.perform(.setHibernation(isOn: false))
    #expect(
      device.unreceived == ["LOCKED_BOOT_COMPLETED appStopped", "BOOT_COMPLETED appStopped"])
    try device.perform(.launch)
    try device.wait(minute)
    #expect(bootless(device).isEmpty && device.os.pendingCount == 2)
  }

  @Test("is refused below API 31")
  func refused() throws {
    var device = try phone("30")
    #expect(device.refusal(performing: .setHibernation(isOn: true)) == .noHibernation)
  }

  @Test("asks again for the permission that it has taken back")
  func asksAgain() throws {
    var device = try phone("34")
    try device.wait(91 * day)
    try device.perform(.launch)
    try device.call("requestNotificationPermissions")
    #expect(device.os.authorizationMachine.isDialogShown)
  }

  @Test("comes as late as the knob says", arguments: [30, 200] as [Int64])
  func knob(days: Int64) throws {
    var device = try Device.androidPhone {
      $0.osVersion = "34"
      try? $0.knobs.set("unusedAfter", to: "\(days)d")
    }
    try device.perform(.background)
    try device.wait(days * day - 1)
    #expect(!device.os.android.install.isHibernating)
    try device.wait(1)
    #expect(device.os.android.install.isHibernating)
  }
}
