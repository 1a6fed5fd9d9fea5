import CivilTime
import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

extension Device {
  /// An Android phone that may notify and set exact alarms, on which everything is punctual.
  ///
  /// API 33, where the install grants exact alarms.
  static func androidPhone(
    permission: AuthorizationStatus = .authorized,
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.osVersion = "33"
    configuration.knobs.taskLateness = .fixed
    configure(&configuration)
    var device = Device(configuration)
    if permission != .notDetermined { try device.perform(.setPermission(permission)) }
    return device
  }

  /// The identifiers of the alarms that fired, in order.
  var firedAlarms: [String] {
    payloads.compactMap {
      if case .android(.alarmFired(let alarm)) = $0 { alarm.identifier } else { nil }
    }
  }

  /// When each notification was shown.
  var shownTimes: [String] {
    deliveries.map { ISO8601.text($0.deliveredAt) }
  }

  /// The broadcasts that reached a receiver, in order.
  var broadcasts: [Broadcast] {
    payloads.compactMap {
      if case .android(.broadcast(let broadcast)) = $0 { broadcast } else { nil }
    }
  }

  /// The broadcasts and alarms that reached nobody, with the reason.
  var unreceived: [String] {
    payloads.compactMap {
      if case .android(.unreceived(let what, let reason)) = $0 {
        "\(what) \(reason.rawValue)"
      } else {
        nil
      }
    }
  }
}

@Suite("Android phone")
struct AndroidPhoneTests {
  @Test("shows a daily notification at its time, day after day, with the app closed")
  func daily() throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("08:00")
    #expect(device.replies.last != nil)
    #expect(device.os.pendingCount == 2)
    try device.perform(.swipeAway)
    #expect(!device.os.process.state.isAlive)
    try device.wait(3 * day)
    #expect(
      device.shownTimes == [
        "2025-11-15T08:00:00Z", "2025-11-16T08:00:00Z", "2025-11-17T08:00:00Z",
      ])
    #expect(device.os.pendingCount == 2)
    #expect(device.crashes.isEmpty)
  }

  @Test("arms again after a reboot, once the phone was unlocked")
  func reboot() throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("08:00")
    try device.perform(.reboot(isLocked: true))
    #expect(device.os.pendingCount == 0)
    #expect(device.broadcasts == [.lockedBootCompleted])
    try device.wait(10 * minute)
    #expect(device.os.pendingCount == 0)
    try device.perform(.unlock)
    try device.wait(14_999)
    #expect(device.broadcasts == [.lockedBootCompleted])
    try device.wait(minute)
    #expect(device.broadcasts == [.lockedBootCompleted, .bootCompleted])
    #expect(device.os.pendingCount == 2)
    try device.wait(day)
    #expect(device.shownTimes == ["2025-11-15T08:00:00Z"])
  }

  @Test("fires what the clock jumps over in the order of its times, not in that of its setting")
  func jumpedOver() throws {
    var device = try Device.androidPhone()
    for (id, time) in [("late", "10:00"), ("early", "08:00"), ("between", "09:00")] {
      try device.scheduleDaily(time, id: id)
    }
    try device.perform(.warpClock(milliseconds: 6 * hour))
    try device.wait(minute)
    let fired = device.firedAlarms.map { $0.split(separator: "_")[1] }
    #expect(fired.prefix(3) == ["early", "between", "late"])
  }

  @Test("hears nothing after a force-stop until a person opens the app")
  func forceStop() throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("08:00")
    try device.perform(.forceStop)
    #expect(device.os.pendingCount == 0 && device.os.android.install.isStopped)
    try device.perform(.reboot(isLocked: false))
    try device.perform(.setZone(try Zone(identifier: "Europe/London")))
    try device.wait(2 * day)
    #expect(device.broadcasts.isEmpty && device.deliveries.isEmpty)
    #expect(
      device.unreceived == [
        "LOCKED_BOOT_COMPLETED appStopped", "TIMEZONE_CHANGED appStopped",
        "BOOT_COMPLETED appStopped",
      ])
    try device.perform(.launch)
    #expect(device.os.pendingCount == 2 && !device.os.android.install.isStopped)
    try device.wait(day)
    #expect(device.deliveries.count == 1)
  }

  @Test("loses its alarms with the permission for exact ones, and arms again after the grant")
  func revocation() throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("08:00")
    try device.perform(.setExactAlarm(isGranted: false))
    #expect(device.os.pendingCount == 0)
    #expect(device.os.process.state == .terminatedBySystem)
    #expect(device.broadcasts.isEmpty)
    try device.wait(day)
    #expect(device.deliveries.isEmpty)
    try device.perform(.setExactAlarm(isGranted: true))
    #expect(device.broadcasts.last == .exactAlarmPermissionChanged)
    #expect(device.os.pendingCount == 2)
    try device.wait(day)
    #expect(device.deliveries.count == 1)
  }

  /// What becomes of work that was enqueued, while the phone is online and in use.
  private static let interludes: [[Command]] = [
    [], [.swipeAway], [.reboot(isLocked: false)], [.reboot(isLocked: true), .unlock],
    [.forceStop, .launch], [.updateApp], [.setNetwork(.offline), .setNetwork(.online)],
    [.setDoze(isOn: true), .setDoze(isOn: false)], [.warpClock(milliseconds: 3 * hour)],
    [.setStandbyBucket(.restricted)], [.setBatteryExemption(isOn: true)],
  ]

  @Test(
    "never runs work of its own accord with the knob, but for a tester",
    arguments: interludes.indices)
  func neverRunsWork(index: Int) throws {
    var device = try Device.androidPhone { $0.knobs.taskLateness = .never }
    try device.scheduleDaily("08:00")
    for command in Self.interludes[index] { try device.perform(command) }
    try device.wait(3 * day)
    #expect(device.count("taskLaunched") == 0)
    #expect(device.backgroundWork.map(\.identifier) == ["dnp_fetch_daily"])
    try device.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
    try device.perform(.setNetwork(.offline))
    try device.perform(.setNetwork(.online))
    try device.wait(3 * day)
    #expect(device.count("taskLaunched") == 1)
  }

  @Test("opens an app whose process is there without a screen, in one word")
  func opening() throws {
    var device = try Device.androidPhone()
    try device.perform(.background)
    #expect(device.refusal(of: .foreground) == nil)
    try device.perform(.launch)
    #expect(device.os.process.state == .foreground)
    #expect(device.refusal(of: .launch) == .appAlreadyRunning)
    try device.perform(.swipeAway)
    #expect(device.refusal(of: .foreground) == .appNotRunning)
    try device.perform(.launch)
    #expect(device.os.process.state == .foreground)
    try device.perform(.lock)
    #expect(device.refusal(of: .launch) == .phoneLocked)
  }

  @Test("fetches before the notification while the app is closed")
  func prefetch() throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("08:00")
    #expect(device.backgroundWork.map(\.identifier) == ["dnp_fetch_daily"])
    try device.perform(.swipeAway)
    try device.wait(3 * hour)
    #expect(device.count("taskLaunched") == 1)
    #expect(device.deliveries.map(\.content.info.source) == [.cache])
    #expect(device.backgroundWork.count == 1)
  }
}
