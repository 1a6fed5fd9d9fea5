import CivilTime
import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("the scheduled summary")
struct ScheduledSummaryTests {
  /// A phone whose app is in the summary and in the background, from 05:42:30 UTC on.
  private func phone(
    _ interruption: InterruptionLevel = .active,
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.exactPhone(configure)
    try device.perform(.setNotificationSettings([.scheduledDelivery: true]))
    try device.perform(
      .otherCode(
        .addRequest(
          OtherRequest(
            identifier: "a", trigger: .interval(milliseconds: hour, repeats: false),
            badge: 2, interruption: interruption))))
    try device.perform(.background)
    return device
  }

  /// When the summary holds something until, by the records.
  private func holds(_ device: Device) -> [String] {
    device.payloads.compactMap { payload in
      if case .notification(.heldForSummary(_, let until)) = payload {
        ISO8601.text(until)
      } else {
        nil
      }
    }
  }

  private func advance(_ device: inout Device, to text: String) throws {
    let time = try #require(ISO8601.parse(text))
    try device.wait(device.os.instant(ofWall: time).milliseconds - device.os.now.milliseconds)
  }

  @Test("holds what is passive or active until its next time", arguments: [false, true])
  func holds(isPassive: Bool) throws {
    var device = try phone(isPassive ? .passive : .active)
    try advance(&device, to: "2025-11-15T07:59:59Z")
    #expect(holds(device) == ["2025-11-15T08:00:00Z"])
    #expect(device.os.delivered.isEmpty && device.os.center.badge == 0)
    #expect(device.os.heldForSummary?.count == 1)
    try device.wait(1000)
    let shown = try #require(device.os.delivered.first?.presentation)
    #expect(shown.decidedBy == .summary && shown.list && shown.lockScreen)
    #expect(!shown.sound && !shown.banner && device.os.center.badge == 2)
    #expect(device.os.heldForSummary == nil)
    let mark = device.os.trace.nextSequence
    try device.wait(2 * day)
    #expect(device.kinds(from: mark).isEmpty)
  }

  @Test("does not hold what is time-sensitive and may be so", arguments: [false, true])
  func timeSensitive(mayBe: Bool) throws {
    var device = try phone(.timeSensitive) { $0.knobs.timeSensitiveCapability = mayBe ? .yes : .no }
    try device.wait(hour)
    #expect(device.os.delivered.count == (mayBe ? 1 : 0))
    #expect(holds(device).isEmpty == mayBe)
  }

  @Test("is not there before iOS 15, and holds nothing of an app that is not in it")
  func none() throws {
    var old = try phone { $0.osVersion = "14.8" }
    try old.wait(hour)
    #expect(old.os.delivered.count == 1)
    var out = try phone()
    try out.perform(.setNotificationSettings([.scheduledDelivery: false]))
    try out.wait(hour)
    #expect(out.os.delivered.count == 1)
  }

  @Test("leaves what comes due in front of the app to its delegate")
  func foreground() throws {
    var device = try phone()
    try device.perform(.foreground)
    device.os.add(.oneShot("b", at: start + minute))
    try device.wait(2 * minute)
    #expect(device.os.delivered.map(\.identifier) == ["b"])
  }

  @Test("keeps what it holds over a restart, and comes at the start where the phone was off")
  func restart() throws {
    var device = try phone()
    try device.wait(hour)
    try device.perform(.reboot(isLocked: true))
    try device.wait(minute)
    #expect(device.os.delivered.isEmpty)
    try device.perform(.powerOff)
    try device.wait(4 * hour)
    #expect(device.os.delivered.isEmpty)
    try device.perform(.powerOn(isLocked: true))
    #expect(device.os.delivered.map(\.presentation.decidedBy) == [.summary])
  }

  @Test("comes at once when the app leaves it, or the clock passes over its time")
  func early() throws {
    var left = try phone()
    try left.wait(hour)
    try left.perform(.setNotificationSettings([.scheduledDelivery: false]))
    #expect(left.os.delivered.count == 1)
    var warped = try phone()
    try warped.wait(hour)
    try warped.perform(.warpClock(milliseconds: 3 * hour))
    #expect(warped.os.delivered.count == 1)
  }

  @Test("follows the zone, and the records say until when")
  func zone() throws {
    var device = try phone()
    try device.wait(hour)
    try device.perform(.setZone(try Zone(identifier: "Asia/Tokyo")))
    #expect(device.os.delivered.count == 1)
    device = try phone()
    try device.wait(hour)
    try device.perform(.setZone(try Zone(identifier: "America/New_York")))
    #expect(holds(device) == ["2025-11-15T08:00:00Z", "2025-11-15T13:00:00Z"])
    try advance(&device, to: "2025-11-15T13:00:00Z")
    #expect(device.os.delivered.count == 1)
  }

  @Test("shows nothing once notifications are denied")
  func denied() throws {
    var device = try phone()
    try device.wait(hour)
    try device.perform(.setPermission(.denied))
    try device.wait(2 * hour)
    #expect(device.nonDeliveries == [.denied])
  }

  @Test(
    "forgets what is replaced, or goes with the app or a cleared icon",
    arguments: [
      .reinstall, .restoreBackup(isEncrypted: true),
      .otherCode(.setBadge(0, asIconNumber: true)),
    ] as [Command])
  func taken(command: Command) throws {
    var device = try phone()
    try device.wait(hour)
    if case .otherCode = command { try device.perform(.foreground) }
    try device.perform(command)
    try device.wait(day)
    #expect(device.nonDeliveries == [.takenFromSummary])
    #expect(device.os.delivered.isEmpty)
  }

  @Test("shows only the latest of a name")
  func replaced() throws {
    var device = try phone()
    try device.wait(hour)
    device.os.add(.interval("a", 1000))
    try device.wait(day)
    #expect(device.nonDeliveries == [.takenFromSummary])
    #expect(device.os.delivered.count == 1 && device.os.heldForSummary == nil)
  }

  @Test(
    "tells the app of what it holds by a knob", arguments: Knobs.SummaryHeldInDelivered.allCases)
  func knob(_ knob: Knobs.SummaryHeldInDelivered) throws {
    var device = try phone { $0.knobs.summaryHeldInDelivered = knob }
    let before = device.os.deliveredRevision
    try device.wait(hour)
    #expect(device.os.deliveredNotifications.count == (knob == .yes ? 1 : 0))
    #expect(device.os.delivered.isEmpty && device.os.deliveredRevision != before)
    try device.wait(2 * hour)
    #expect(device.os.deliveredNotifications.count == 1)
  }
}
