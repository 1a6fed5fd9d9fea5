import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("installing")
struct AppInstallTests {
  /// An app with a schedule, a delivered notification, stored content and a removal in flight.
  private func used(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.exactPhone(configure)
    try device.scheduleDaily()
    try device.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    device.os.add(.interval("shown", 1000))
    try device.wait(2000)
    try device.perform(.setBackgroundRefresh(.restricted))
    #expect(device.os.center.delivered.count == 1)
    return device
  }

  @Test("another version ends the process and keeps everything else", arguments: [true, false])
  func update(isRunning: Bool) throws {
    var device = try used()
    if !isRunning { try device.perform(.swipeAway) }
    let parts: [StatePart] = [.settings, .pending, .delivered, .storage]
    let before = parts.map { device.state($0) }
    let task = device.os.pendingTask(TaskIdentifier.fetch)
    try device.perform(.updateApp)
    #expect(device.app == nil)
    #expect(device.os.process.state == (isRunning ? .notRunning : .forceQuit))
    #expect(parts.map { device.state($0) } == before)
    #expect(device.os.pendingTask(TaskIdentifier.fetch) == task)
    #expect(device.os.scheduler.handlers.isEmpty)
  }

  @Test("again keeps nothing of the app but Background App Refresh", arguments: [true, false])
  func reinstall(isRunning: Bool) throws {
    var device = try used()
    device.os.removePendingRequests(["daily_daily"])
    if !isRunning { try device.perform(.swipeAway) }
    try device.perform(.reinstall)
    #expect(device.app == nil)
    #expect(device.os.process.state == .notRunning)
    #expect(device.pending.isEmpty)
    #expect(device.os.center.delivered.isEmpty)
    #expect(device.os.scheduler.pending.isEmpty)
    #expect(device.os.authorization == .notDetermined)
    #expect(device.os.storage.stateObject(.none) == DeviceStorage().stateObject(.none))
    #expect(device.os.telemetry == Telemetry())
    #expect(device.os.backgroundRefresh == .restricted)
    #expect(device.activities.isEmpty)
    let mark = device.os.trace.nextSequence
    try device.wait(3 * day)
    #expect(device.kinds(from: mark).isEmpty)
    try device.perform(.launch)
    try device.call("requestNotificationPermissions")
    #expect(device.os.authorizationMachine.isDialogShown)
  }

  @Test("again keeps the permission and its switches where the knob says so")
  func reinstallKeepsPermission() throws {
    var device = try used { $0.knobs.reinstallPermission = .kept }
    try device.perform(.setPermission(.denied))
    try device.perform(.setNotificationSettings([.sound: false]))
    try device.perform(.reinstall)
    #expect(device.os.authorization == .denied)
    #expect(!device.os.notificationSettings.isOn(.sound))
    #expect(device.pending.isEmpty)
  }

  @Test("again does not end faults of the disk")
  func disk() throws {
    var device = try used()
    try device.perform(.fillDisk(isOn: true))
    try device.perform(.reinstall)
    #expect(device.os.storage.isFull)
  }
}
