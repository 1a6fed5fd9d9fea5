import CivilTime
import DailyNotification
import JSONText
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
      if case .android(.broadcast(let broadcast, _)) = $0 { broadcast } else { nil }
    }
  }

  /// The broadcasts and alarms that reached nobody, with the reason.
  var unreceived: [String] {
    payloads.compactMap {
      if case .android(.unreceived(let what, let reason, _)) = $0 {
        "\(what) \(reason.rawValue)"
      } else {
        nil
      }
    }
  }
}

extension DeviceConfiguration {
  /// Takes an entry out of the app's manifest.
  fileprivate mutating func leaveOut(_ name: String) {
    androidManifest = androidManifest.without(name) ?? androidManifest
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

  @Test("is asked again after its dialog was dismissed, and each request of the app has an end")
  func dismissedDialog() throws {
    var device = try Device.androidPhone(permission: .notDetermined)
    let request = Command.call(method: "requestNotificationPermissions", options: [:])
    #expect(device.refusal(performing: .dismissDialog) == .noDialog)
    try device.perform(request)
    try device.perform(
      .call(method: "scheduleDailyNotification", options: ["time": "08:00"]))
    #expect(device.replies.isEmpty)
    try device.perform(.dismissDialog)
    #expect(device.os.process.state == .foreground)
    #expect(device.os.authorization == .notDetermined)
    let answers = device.replies.map { ($0["notifications"] ?? $0["error"])?.stringValue }
    #expect(answers == ["prompt", "notifications_denied"])
    #expect(device.count("dialogShown") == 1)
    // A denial still counts as the first one, and what is dismissed after it denies no further.
    try device.perform(request)
    try device.perform(.answerDialog(isAllowed: false))
    for _ in 0..<2 {
      try device.perform(request)
      try device.perform(.dismissDialog)
      #expect(device.os.authorization == .denied)
      #expect(device.replies.last?["notifications"] == "denied")
    }
    try device.perform(request)
    try device.perform(.swipeAway)
    #expect(device.os.authorization == .denied)
    try device.perform(.launch)
    try device.perform(request)
    #expect(device.os.authorizationMachine.isDialogShown)
    try device.perform(.answerDialog(isAllowed: false))
    try device.perform(request)
    #expect(device.count("dialogShown") == 6)
  }

  @Test(
    "without POST_NOTIFICATIONS in the manifest is never asked, and Settings have no switch",
    arguments: ["32", "33", "35"])
  func undeclaredPermission(version: String) throws {
    var device = try Device.androidPhone(permission: .notDetermined) {
      $0.osVersion = version
      $0.leaveOut("POST_NOTIFICATIONS")
    }
    try device.perform(.call(method: "requestNotificationPermissions", options: [:]))
    try device.wait(minute)
    #expect(device.count("dialogShown") == 0)
    let isAllowed = version == "32"
    #expect(device.os.authorization == (isAllowed ? .authorized : .denied))
    #expect(device.replies.last?["granted"]?.boolValue == isAllowed)
    for status in [AuthorizationStatus.authorized, .denied] {
      let refusal = device.refusal(performing: .setPermission(status))
      #expect(refusal == (isAllowed ? nil : .noPermissionSetting))
    }
  }

  @Test("without INTERNET in the manifest fails each request at once", arguments: [true, false])
  func noInternet(isDeclared: Bool) throws {
    var device = try Device.androidPhone {
      if !isDeclared { $0.leaveOut("INTERNET") }
    }
    try device.perform(.harness(.prefetchOnly))
    try device.wait(isDeclared ? 1000 : 0)
    #expect(device.count("fetchStarted") == 1)
    #expect(device.count("fetchEnded") == 1)
    #expect(device.os.storedData.contents.isEmpty == !isDeclared)
    // Requests that are answered from outside are not made either.
    try device.perform(.setLiveAPI(isOn: true))
    try device.perform(
      .call(
        method: "configure",
        options: ["apiServer": "https://api.test"]))
    try device.perform(.harness(.prefetchOnly))
    #expect(device.os.awaitedFetches.isEmpty == !isDeclared)
  }

  @Test("names its own parts in what the prefetch status shows")
  func prefetchStatus() throws {
    func keys(_ platform: DevicePlatform) throws -> Set<String> {
      var device = Device(DeviceConfiguration(platform: platform))
      try device.perform(.harness(.dumpPrefetchStatus))
      let shown = device.payloads.compactMap {
        if case .plugin(.shown("prefetchStatus", let value)) = $0 { value } else { nil }
      }
      return Set(try #require(shown.first?.objectValue).keys)
    }
    let ios = try keys(.ios)
    let android = try keys(.android)
    #expect(ios.subtracting(android) == ["pendingTask", "backgroundRefresh", "lowPowerMode"])
    #expect(
      android.subtracting(ios) == ["pendingWork", "standbyBucket", "batteryExempt", "batterySaver"])
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
