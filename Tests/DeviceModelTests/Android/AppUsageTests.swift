import SimulationCore
import Testing

@testable import DeviceModel

/// How an app that is not used moves from one standby bucket to the next.
@Suite("app usage")
struct AppUsageTests {
  /// API 34, where exact alarms raise no bucket, and the app has just left the screen.
  private func phone(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.androidPhone {
      $0.osVersion = "34"
      configure(&$0)
    }
    if device.os.android.exactAlarms.isSwitchable {
      try device.perform(.setExactAlarm(isGranted: true))
    }
    try device.perform(.background)
    return device
  }

  /// To which bucket the app moved, and when, in hours and minutes since the start.
  private func moves(_ device: Device) -> [String] {
    device.os.trace.records(from: 0).compactMap { record in
      guard case .android(.bucketChanged(let bucket)) = record.payload else { return nil }
      let (hours, rest) = record.instant.milliseconds.quotientAndRemainder(dividingBy: hour)
      return "\(bucket.rawValue) \(hours)" + (rest == 0 ? "" : ":\(rest / minute)")
    }
  }

  @Test("leads from bucket to bucket while the screen is on")
  func steps() throws {
    var device = try phone()
    try device.wait(30 * day)
    #expect(
      moves(device) == ["working 12", "frequent 24", "rare 48", "restricted 192"])
  }

  @Test("needs the screen to be on for all but the first")
  func screen() throws {
    var device = try phone()
    try device.perform(.lock)
    try device.wait(10 * day)
    #expect(moves(device) == ["working 12"])
    try device.perform(.unlock)
    try device.wait(7 * hour)
    #expect(
      moves(device) == ["working 12", "frequent 241", "rare 242", "restricted 246"])
  }

  @Test("does not count while the phone is off")
  func powerOff() throws {
    var device = try phone()
    try device.wait(11 * hour)
    try device.perform(.powerOff)
    try device.wait(10 * day)
    try device.perform(.powerOn(isLocked: false))
    try device.wait(2 * hour)
    #expect(moves(device) == ["working 252"])
  }

  @Test(
    "restricts by version, or as the knob says",
    arguments: [
      ("30", nil, nil), ("31", nil, 45), ("32", nil, 45), ("33", nil, 8), ("36", nil, 8),
      ("34", "20d", 20), ("31", "20d", 20), ("30", "20d", nil),
    ] as [(String, String?, Int?)])
  func restricted(version: String, knob: String?, days: Int?) throws {
    var device = try phone {
      $0.osVersion = version
      $0.androidManifest = AndroidManifest(
        permissions: ["android.permission.POST_NOTIFICATIONS"], receivers: [])
      if let knob { try? $0.knobs.set("restrictedAfter", to: knob) }
    }
    try device.wait(80 * day)
    #expect(moves(device).last == (days.map { "restricted \($0 * 24)" } ?? "rare 48"))
  }

  @Test("counts from when the app leaves the screen")
  func use() throws {
    var device = try phone()
    try device.perform(.foreground)
    try device.wait(5 * day)
    #expect(moves(device).isEmpty)
    try device.perform(.systemTerminate)
    try device.wait(13 * hour)
    #expect(moves(device) == ["working 132"])
    try device.perform(.launch)
    try device.perform(.background)
    try device.wait(13 * hour)
    #expect(moves(device) == ["working 132", "active 133", "working 145"])
  }

  @Test("does not begin before somebody has opened the app")
  func new() throws {
    var device = try phone()
    try device.perform(.reinstall)
    try device.wait(100 * day)
    #expect(moves(device).isEmpty && device.count("hibernationChanged") == 0)
  }

  @Test("stays in the working set for twelve hours after a notification was seen")
  func seen() throws {
    var device = try phone()
    try device.perform(.foreground)
    try device.scheduleDaily("07:42")
    try device.perform(.background)
    try device.wait(74 * hour)
    #expect(
      moves(device) == [
        "working 12", "frequent 24", "working 25:59", "frequent 37:59", "rare 48",
        "working 49:59", "rare 61:59", "working 73:59",
      ])
  }

  @Test("sees a notification when the phone is unlocked, and not before")
  func seenLater() throws {
    var device = try phone()
    try device.perform(.foreground)
    try device.scheduleDaily("07:42")
    try device.perform(.background)
    try device.wait(3 * day)
    try device.perform(.lock)
    try device.wait(13 * hour)
    #expect(device.deliveries.count == 4 && device.os.standbyBucket == .rare)
    try device.perform(.unlock)
    #expect(device.os.standbyBucket == .working)
    try device.perform(.lock)
    try device.wait(12 * hour)
    try device.perform(.unlock)
    #expect(device.os.standbyBucket == .rare, "what is in the shade was seen before")
  }

  @Test(
    "keeps a bucket that was set by hand until the app is opened",
    arguments: [StandbyBucket.active, .frequent, .restricted])
  func byHand(bucket: StandbyBucket) throws {
    var device = try phone()
    try device.perform(.foreground)
    try device.scheduleDaily("07:42")
    try device.perform(.setStandbyBucket(bucket))
    try device.perform(.background)
    try device.wait(20 * day)
    #expect(device.os.standbyBucket == bucket)
    try device.perform(.foreground)
    try device.perform(.background)
    try device.wait(13 * hour)
    #expect(device.os.standbyBucket == .working)
  }

  @Test("has no event ahead while nothing can change")
  func events() throws {
    var device = try phone()
    try device.wait(minute)
    #expect(device.os.eventCount == 1)
    try device.wait(89 * day)
    #expect(device.os.eventCount == 1 && device.os.standbyBucket == .restricted)
    try device.wait(2 * day)
    #expect(device.os.eventCount == 0)
    try device.perform(.launch)
    try device.wait(minute)
    #expect(device.os.eventCount == 0)
  }
}
