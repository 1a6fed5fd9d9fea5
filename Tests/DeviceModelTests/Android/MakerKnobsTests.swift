import CivilTime
import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("Phones that differ")
struct MakerKnobsTests {
  @Test(
    "keep alarms over a start, and still have one for each occurrence",
    arguments: [(Knobs.BootKeepsAlarms.no, 0), (.yes, 2)])
  func boot(knob: Knobs.BootKeepsAlarms, kept: Int) throws {
    var device = try Device.androidPhone { $0.knobs.bootKeepsAlarms = knob }
    try device.scheduleDaily("08:00")
    try device.perform(.reboot(isLocked: true))
    #expect(device.os.pendingCount == kept)
    try device.perform(.unlock)
    try device.wait(2 * minute)
    #expect(device.os.pendingCount == 2)
    try device.wait(2 * day)
    #expect(device.shownTimes == ["2025-11-15T08:00:00Z", "2025-11-16T08:00:00Z"])
  }

  @Test("fire a kept alarm whose time has come while the phone was off at once")
  func overdue() throws {
    var device = try Device.androidPhone {
      $0.knobs.bootKeepsAlarms = .yes
      // Otherwise the boot receiver runs first, and has it accounted for.
      $0.knobs.bootBroadcast = .never
    }
    try device.scheduleDaily("08:00")
    try device.perform(.powerOff)
    try device.wait(3 * 60 * minute)
    #expect(device.firedAlarms.isEmpty)
    try device.perform(.powerOn(isLocked: false))
    try device.wait(minute)
    #expect(device.firedAlarms.count == 1)
    #expect(device.os.pendingCount == 2)
  }

  @Test("call a receiver twice, and one notification is shown and one next day armed")
  func twice() throws {
    var device = try Device.androidPhone { $0.knobs.alarmReceipt = .twice }
    try device.scheduleDaily("08:00")
    try device.perform(.swipeAway)
    try device.wait(2 * day)
    #expect(device.shownTimes == ["2025-11-15T08:00:00Z", "2025-11-16T08:00:00Z"])
    #expect(device.os.pendingCount == 2)
    #expect(device.crashes.isEmpty)
  }

  /// The receiver was waiting for content; by the zone of the flight its date is ahead again.
  @Test("keep the pending intent of an alarm that a swipe ended: its date is armed again")
  func intentStays() throws {
    var device = try Device.androidPhone {
      $0.knobs.pendingIntentAfterAlarm = .stays
      $0.knobs.taskLateness = .never
    }
    try device.scheduleDaily("08:00")
    try device.advance(
      to: device.os.instant(ofWall: try #require(ISO8601.parse("2025-11-15T08:00:00.001Z"))))
    try #require(device.firedAlarms.count == 1 && device.shownTimes.isEmpty)
    try device.perform(.swipeAway)
    try device.perform(.setZone(Zone(identifier: "America/Los_Angeles")))
    try device.perform(.foreground)
    try device.wait(11 * minute)
    try device.perform(.background)
    try device.perform(.foreground)
    try device.wait(10 * 60 * minute)
    #expect(device.shownTimes.map { $0.prefix(16) } == ["2025-11-15T16:00"])
  }

  @Test("never tell of a start: opening the app recovers")
  func silentBoot() throws {
    var device = try Device.androidPhone { $0.knobs.bootBroadcast = .never }
    try device.scheduleDaily("08:00")
    try device.perform(.reboot(isLocked: false))
    try device.wait(day)
    #expect(device.broadcasts.isEmpty && device.shownTimes.isEmpty)
    #expect(device.os.pendingCount == 0)
    try device.perform(.launch)
    #expect(device.os.pendingCount == 2)
    try device.wait(day)
    #expect(device.shownTimes.count == 1)
  }

  @Test("drop exact alarms in Doze, and the next code that runs sets them again")
  func doze() throws {
    var device = try Device.androidPhone { $0.knobs.dozeDropsAlarms = .yes }
    try device.scheduleDaily("08:00")
    try device.perform(.setDoze(isOn: true))
    #expect(device.os.pendingCount == 0)
    try device.perform(.setDoze(isOn: false))
    try device.perform(.background)
    try device.perform(.foreground)
    #expect(device.os.pendingCount == 2)
  }

  @Test("are named in a run's first record only where they differ")
  func record() throws {
    for knob in ["bootKeepsAlarms", "alarmReceipt", "bootBroadcast", "dozeDropsAlarms"] {
      let row = try #require(Knobs.table.first { $0.name == knob })
      var knobs = Knobs()
      #expect(!knobs.recordedSettings(on: .android).contains { $0.name == knob })
      try knobs.set(knob, to: row.values[1])
      #expect(knobs.recordedSettings(on: .android).contains { $0.name == knob })
    }
  }
}
