import DailyNotification
import JSONText
import Testing

@testable import DeviceModel

/// What the exemption from battery optimization frees an app from.
@Suite("exemption from battery optimization")
struct BatteryExemptionTests {
  /// API 34, where nothing has granted exact alarms.
  private func phone(_ configure: (inout DeviceConfiguration) -> Void = { _ in }) throws -> Device {
    try Device.androidPhone {
      $0.osVersion = "34"
      configure(&$0)
    }
  }

  @Test("sets exact alarms without the permission", arguments: [true, false])
  func exactAlarms(isExempt: Bool) throws {
    var device = try phone()
    try device.perform(.setBatteryExemption(isOn: isExempt))
    #expect(device.os.canScheduleExactAlarms == isExempt)
    try device.scheduleDaily("08:00")
    #expect(device.os.pendingCount == (isExempt ? 2 : 0))
  }

  @Test("keeps alarms and process when the permission is taken away", arguments: [true, false])
  func revocation(isExempt: Bool) throws {
    var device = try phone()
    try device.perform(.setExactAlarm(isGranted: true))
    try device.scheduleDaily("08:00")
    try device.perform(.setBatteryExemption(isOn: isExempt))
    try device.perform(.setExactAlarm(isGranted: false))
    #expect(device.os.process.state.isAlive == isExempt)
    #expect(device.os.pendingCount == (isExempt ? 2 : 0))
  }

  @Test(
    "has Doze hold back neither work nor an alarm that was set meanwhile",
    arguments: [true, false], [Knobs.ExactApi.exact, .allowWhileIdle])
  func doze(isExempt: Bool, call: Knobs.ExactApi) throws {
    var device = try phone {
      $0.knobs.exactApi = call
      $0.knobs.dozeQuota = .nineMinutes
    }
    try device.perform(.setExactAlarm(isGranted: true))
    try device.perform(.setBatteryExemption(isOn: isExempt))
    try device.scheduleDaily("07:59", id: "first")
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    // The second stretch of idleness ends at 08:42.
    try device.perform(.setDoze(isOn: true))
    try device.wait(2 * hour + 18 * minute)
    let held = call == .exact ? 0 : 1
    #expect(device.deliveries.count == (isExempt ? 2 : held))
    #expect(device.count("taskLaunched") == (isExempt ? 2 : 0))
    #expect(
      device.deliveries.allSatisfy { $0.content.info.source == .cache } == (isExempt || held == 0))
  }

  @Test("that ends leaves process and alarms as they are")
  func taken() throws {
    var device = try phone()
    try device.perform(.setBatteryExemption(isOn: true))
    try device.scheduleDaily("08:00")
    try device.perform(.setBatteryExemption(isOn: false))
    #expect(device.os.process.state.isAlive)
    #expect(device.os.pendingCount == 2 && device.count("alarmLost") == 0)
  }

  @Test("stops a worker in Doze when it ends")
  func end() throws {
    var device = try phone()
    try device.perform(.setBatteryExemption(isOn: true))
    try device.perform(.setLiveAPI(isOn: true))
    try device.call("configure", ["apiServer": "https://api.test"])
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    try device.perform(.setDoze(isOn: true))
    try device.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
    #expect(device.count("workStopped") == 0)
    try device.perform(.setBatteryExemption(isOn: false))
    #expect(device.count("workStopped") == 1)
  }
}
