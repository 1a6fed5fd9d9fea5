import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

/// What taking the permission to notify away does.
@Suite("notifications taken away")
struct NotificationRevocationTests {
  @Test(
    "ends the process from 33 on, and alarms and work stay", arguments: ["32", "33", "34", "36"])
  func revoked(version: String) throws {
    var device = try Device.androidPhone { $0.osVersion = version }
    if version > "33" { try device.perform(.setExactAlarm(isGranted: true)) }
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    try device.perform(.setPermission(.denied))
    #expect(device.os.process.state.isAlive == (version < "33"))
    #expect(device.os.pendingCount == 2 && device.backgroundWork.count == 1)
    // Neither the grant nor a second denial does.
    try device.perform(.setPermission(.authorized))
    try device.perform(.setPermission(.denied))
    try device.perform(.launch)
    try device.perform(.setPermission(.denied))
    try device.perform(.setPermission(.authorized))
    #expect(device.os.process.state.isAlive)
  }

  @Test("ends a receiver that waits for content, and nothing is shown")
  func inReceiver() throws {
    var device = try Device.androidPhone { $0.knobs.taskLateness = .never }
    try device.scheduleDaily("08:00")
    try device.perform(.swipeAway)
    try device.wait(2 * hour + 17 * minute + 30_001)
    try #require(device.firedAlarms.count == 1 && device.os.isReceiverRunning)
    try device.perform(.setPermission(.denied))
    #expect(device.os.process.state == .terminatedBySystem && !device.os.isReceiverRunning)
    try device.wait(minute)
    #expect(device.deliveries.isEmpty)
  }
}
