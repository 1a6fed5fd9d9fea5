import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

/// What battery "Restricted" holds back, and the two knobs of late phones.
@Suite("restricted in the background")
struct BackgroundRestrictionTests {
  @Test(
    "holds alarms and work until the app is opened or the restriction lifted",
    arguments: [Command.foreground, .setBackgroundRestricted(isOn: false)])
  func held(release: Command) throws {
    var device = try Device.androidPhone { $0.knobs.exactApi = .exact }
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    try device.perform(.setBattery(level: 80, isCharging: true))
    try device.perform(.setBackgroundRestricted(isOn: true))
    try device.wait(4 * hour)
    #expect(device.firedAlarms.isEmpty && device.count("taskLaunched") == 0)
    #expect(device.os.pendingCount == 2)
    try device.perform(release)
    try device.wait(minute)
    #expect(device.firedAlarms.count == 1 && device.count("taskLaunched") == 1)
  }

  @Test("lets alarm clocks fire, unless the knob holds them", arguments: [true, false])
  func alarmClock(isHeld: Bool) throws {
    var device = try Device.androidPhone {
      $0.knobs.restrictedAlarmClock = isHeld ? .held : .fires
    }
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    try device.perform(.setBackgroundRestricted(isOn: true))
    try device.wait(4 * hour)
    #expect(device.firedAlarms.isEmpty == isHeld)
  }

  @Test("and the exemption from battery optimization end each other")
  func exclusive() throws {
    var device = try Device.androidPhone()
    try device.perform(.setBatteryExemption(isOn: true))
    try device.perform(.setBackgroundRestricted(isOn: true))
    #expect(!device.os.isBatteryExempt && device.os.android.install.isRestricted)
    try device.perform(.setBatteryExemption(isOn: true))
    #expect(device.os.isBatteryExempt && !device.os.android.install.isRestricted)
  }

  @Test(
    "keeps the boot's broadcasts from the app until it is started otherwise, from 33 on",
    arguments: ["32", "33"])
  func boot(version: String) throws {
    var device = try Device.androidPhone { $0.osVersion = version }
    try device.scheduleDaily("08:00")
    try device.perform(.setBackgroundRestricted(isOn: true))
    try device.perform(.reboot(isLocked: false))
    try device.wait(5 * minute)
    let isKept = version == "33"
    #expect(device.broadcasts.isEmpty == isKept)
    #expect(device.os.pendingCount == (isKept ? 0 : 2))
    try device.perform(.launch)
    #expect(device.broadcasts.contains(.bootCompleted))
    #expect(device.os.pendingCount == 2)
  }

  @Test(
    "a maker's delay is drawn for each alarm, for alarm clocks where it says so",
    arguments: [true, false])
  func makerDelay(delaysAlarmClocks: Bool) throws {
    var drifts: Set<Int64> = []
    for seed: UInt64 in 1...8 {
      var device = try Device.androidPhone {
        $0.seed = seed
        let text = "min 5m, max 20m, alarmClocks \(delaysAlarmClocks)"
        $0.knobs.makerDelay = Knobs.MakerDelay(text) ?? Knobs.MakerDelay()
      }
      try device.scheduleDaily("08:00")
      try device.perform(.swipeAway)
      try device.wait(4 * hour)
      let shown = try #require(device.deliveries.first)
      drifts.insert(shown.deliveredAt - shown.content.info.plannedTime)
    }
    #expect((drifts.count > 4) == delaysAlarmClocks)
    #expect(drifts.allSatisfy { (5 * minute...20 * minute).contains($0) } == delaysAlarmClocks)
  }

  @Test(
    "knobs with times are read as they are written",
    arguments: [
      ("min 5m, max 20m, alarmClocks true", true), ("max 1h", true), ("none", true),
      ("min 2h, max 1h", false), ("20m", false), ("max 2d", false), ("max 1h, max 2h", false),
      ("max 1h, alarmClocks maybe", false),
    ])
  func texts(text: String, isRead: Bool) {
    let delay = Knobs.MakerDelay(text)
    #expect((delay != nil) == isRead)
    if let delay { #expect(Knobs.MakerDelay(delay.text) == delay) }
    #expect(Knobs.BootBroadcastDelay("31m") == nil)
    #expect(Knobs.BootBroadcastDelay("90s")?.text == "1m30s")
  }

  @Test("the boot's broadcast comes as late as the knob says", arguments: [0, 10 * minute])
  func bootDelay(milliseconds: Int64) throws {
    var device = try Device.androidPhone { $0.knobs.bootBroadcastDelay = .fixed(milliseconds) }
    try device.perform(.reboot(isLocked: false))
    if milliseconds > 0 {
      try device.wait(milliseconds - 1)
      #expect(!device.broadcasts.contains(.bootCompleted))
      try device.wait(1)
    }
    #expect(device.broadcasts.contains(.bootCompleted))
  }
}
