import CivilTime
import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("clocks")
struct ClockTests {
  /// A phone whose app does not interfere.
  private func phone(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.exactPhone(configure)
    try device.perform(.swipeAway)
    return device
  }

  private func floating(_ identifier: String, _ text: String) throws -> NotificationRequest {
    let time = try #require(ISO8601.parse(text + ":00Z"))
    let request = NotificationRequest.oneShot(identifier, at: time)
    return NotificationRequest(
      identifier: identifier, trigger: .calendar(Zone.utc.wallTime(at: time), zone: nil),
      content: request.content)
  }

  private func shown(_ device: Device) -> [String] {
    device.deliveries.map { "\($0.identifier) \(ISO8601.text($0.deliveredAt))" }
  }

  @Test("other than the wall clock do not jump", arguments: [hour, -hour, 400 * day, -400 * day])
  func warp(length: Int64) throws {
    var device = try Device.exactPhone()
    try device.wait(1000)
    try device.perform(.warpClock(milliseconds: length))
    #expect(device.os.wallMilliseconds == start + 1000 + length)
    #expect(device.os.instant(ofWall: device.os.wallMilliseconds) == device.os.now)
    #expect(device.os.now == SimulationInstant(milliseconds: 1000))
    #expect(device.os.uptimeMilliseconds == day + 1000)
    #expect(device.os.process.uptime(at: device.os.now) == 1000)
    let clocks = device.state(.clocks)
    #expect(clocks["warpedMilliseconds"]?.integerValue == length)
    #expect(clocks["appUptimeMilliseconds"]?.integerValue == 1000)
    try device.wait(5)
    #expect(device.os.wallMilliseconds == start + 1005 + length)
  }

  @Test("cannot be set to years without known zone rules", arguments: [-100, 100])
  func outOfRange(years: Int64) throws {
    var device = try Device.exactPhone()
    let state = device.stateValue
    let length = years * 365 * day
    let refusal = CommandRefusal.clockOutOfRange(start + length)
    #expect(device.refusal(performing: .warpClock(milliseconds: length)) == refusal)
    #expect(device.stateValue == state)
  }

  @Test("include the app's own time only while its process is alive")
  func appUptime() throws {
    var device = try Device.exactPhone()
    try device.wait(minute)
    try device.perform(.swipeAway)
    #expect(device.os.process.uptime(at: device.os.now) == nil)
    #expect(device.state(.clocks)["appUptimeMilliseconds"]?.isNull == true)
    try device.perform(.launch)
    try device.wait(7)
    #expect(device.os.process.uptime(at: device.os.now) == 7)
  }

  @Test(
    "that are set change when pending wall times fire",
    arguments: [
      // Not reached yet: it fires when the clock shows its time, sooner or later.
      (5 * minute, 5 * minute + 30_000, "2025-11-15T05:53:00Z"),
      (-hour, hour + 10 * minute + 30_000, "2025-11-15T05:53:00Z"),
      // Jumped over: it fires at once.
      (hour, 0, "2025-11-15T06:42:30Z"),
      (10 * minute + 30_000, 0, "2025-11-15T05:53:00Z"),
    ] as [(Int64, Int64, String)])
  func oneShot(length: Int64, wait: Int64, time: String) throws {
    var device = try phone()
    device.os.add(.oneShot("a", at: start + 10 * minute + 30_000))
    try device.perform(.warpClock(milliseconds: length))
    if wait > 0 {
      try device.wait(wait - 1)
      #expect(shown(device).isEmpty)
      try device.wait(1)
    }
    #expect(shown(device) == ["a \(time)"])
    try device.wait(3 * day)
    #expect(device.deliveries.count == 1)
  }

  @Test("that are set do not affect intervals", arguments: [hour, -hour, 40 * day])
  func interval(length: Int64) throws {
    var device = try phone()
    device.os.add(.interval("a", 10 * minute, repeats: true))
    try device.perform(.warpClock(milliseconds: length))
    #expect(device.os.center.entries[0].triggerMilliseconds == start + length + 10 * minute)
    try device.wait(10 * minute - 1)
    #expect(shown(device).isEmpty)
    try device.wait(10 * minute + 1)
    #expect(device.deliveries.count == 2)
  }

  @Test("set forward over a repeating time make it fire once, then at its next time")
  func dailyJumpedOver() throws {
    var device = try phone()
    device.os.add(.daily("a", try #require(TimeOfDay("06:00"))))
    try device.perform(.warpClock(milliseconds: 3 * day))
    try device.wait(day)
    #expect(shown(device) == ["a 2025-11-18T05:42:30Z", "a 2025-11-18T06:00:00Z"])
  }

  @Test("set back do not repeat a date for which a repeating time has fired")
  func dailySetBack() throws {
    var device = try phone()
    device.os.add(.daily("a", try #require(TimeOfDay("06:00"))))
    try device.wait(day + hour)
    #expect(device.deliveries.count == 2)
    try device.perform(.warpClock(milliseconds: -2 * day))
    try device.wait(3 * day)
    #expect(
      shown(device).suffix(2) == ["a 2025-11-16T06:00:00Z", "a 2025-11-17T06:00:00Z"])
    #expect(device.deliveries.count == 3)
  }

  @Test("set back before its first time make a repeating one fire a date earlier")
  func dailyNeverFired() throws {
    var device = try phone()
    device.os.add(.daily("a", try #require(TimeOfDay("05:00"))))
    try device.perform(.warpClock(milliseconds: -hour))
    try device.wait(hour)
    #expect(shown(device) == ["a 2025-11-15T05:00:00Z"])
  }

  @Test("set back while a notification is late show it once")
  func drifting() throws {
    var device = try phone { $0.knobs.deliveryDrift = .beyond }
    device.os.add(.oneShot("a", at: start + 30_000))
    device.os.add(.daily("b", try #require(TimeOfDay("05:43"))))
    try device.wait(30_000)
    try device.perform(.warpClock(milliseconds: -30_000))
    try device.wait(23 * hour)
    #expect(device.deliveries.map(\.identifier).sorted() == ["a", "b"])
  }

  @Test("move a floating time with the zone, or not, as the knob says", arguments: [true, false])
  func floating(isFollowing: Bool) throws {
    var device = try phone {
      $0.knobs.floatingTriggerOnZoneChange = isFollowing ? .follow : .freeze
    }
    device.os.add(try floating("floats", "2025-11-15T12:00"))
    device.os.add(.oneShot("stays", at: start + 6 * hour + 17 * minute + 30_000))
    try device.perform(.setZone(Zone(identifier: "America/New_York")))
    #expect(device.count("requestReaimed") == (isFollowing ? 1 : 0))
    try device.wait(day)
    #expect(
      shown(device) == [
        "\(isFollowing ? "stays" : "floats") 2025-11-15T12:00:00Z",
        isFollowing ? "floats 2025-11-15T17:00:00Z" : "stays 2025-11-15T12:00:00Z",
      ])
  }

  @Test("fire a floating time at once that a change of zone moved into the past")
  func intoThePast() throws {
    var device = try phone()
    device.os.add(try floating("a", "2025-11-15T12:00"))
    try device.perform(.setZone(Zone(identifier: "Asia/Tokyo")))
    #expect(shown(device) == ["a 2025-11-15T05:42:30Z"])
  }

  @Test("keep a floating time on a date that the new zone has skipped")
  func skippedDate() throws {
    var device = try phone {
      $0.startMilliseconds = ISO8601.parse("2011-12-29T12:00:00Z") ?? 0
    }
    device.os.add(try floating("a", "2011-12-30T12:00"))
    try device.perform(.setZone(Zone(identifier: "Pacific/Apia")))
    try device.wait(2 * day)
    #expect(shown(device) == ["a 2011-12-30T12:00:00Z"])
  }

  @Test(
    "fire a repeating floating time once for each date across zones",
    arguments: [
      // West: the date's 06:00 has been shown, so the next one is tomorrow's.
      ("America/New_York", Knobs.FloatingTriggerOnZoneChange.follow, "2025-11-16T11:00:00Z"),
      // East: tomorrow's 06:00 is earlier.
      ("Asia/Tokyo", .follow, "2025-11-15T21:00:00Z"),
      ("America/New_York", .freeze, "2025-11-16T06:00:00Z"),
      ("Asia/Tokyo", .freeze, "2025-11-16T06:00:00Z"),
    ])
  func dailyAcrossZones(
    zone: String, knob: Knobs.FloatingTriggerOnZoneChange, next: String
  ) throws {
    var device = try phone { $0.knobs.floatingTriggerOnZoneChange = knob }
    device.os.add(.daily("a", try #require(TimeOfDay("06:00"))))
    try device.wait(18 * minute)
    #expect(shown(device) == ["a 2025-11-15T06:00:00Z"])
    let there = try Zone(identifier: zone)
    try device.perform(.setZone(there))
    try device.wait(6 * day)
    #expect(shown(device)[1] == "a \(next)")
    let dates = device.deliveries.dropFirst().map { there.date(at: $0.deliveredAt) }
    #expect(dates.count == Set(dates).count)
    let last = there.wallTime(at: try #require(device.deliveries.last?.deliveredAt))
    #expect(last.timeOfDay == TimeOfDay("06:00"))
  }

  @Test("shifted by an hour move floating times, and back")
  func shift() throws {
    var device = try phone()
    device.os.add(try floating("a", "2025-11-15T12:00"))
    try device.perform(.shiftDST)
    #expect(device.os.zone.identifier == "UTC+01:00 shifted")
    #expect(device.os.center.entries[0].triggerMilliseconds == start + 5 * hour + 1_050_000)
    try device.perform(.shiftDST)
    #expect(device.os.zone == .utc)
    #expect(device.os.center.entries[0].triggerMilliseconds == start + 6 * hour + 1_050_000)
    try device.perform(.shiftDST)
    try device.perform(.setZone(Zone(identifier: "Europe/London")))
    #expect(device.os.zone.identifier == "Europe/London")
  }

  @Test("across a real change of the offset keep a repeating time at its wall time")
  func dailyAcrossDST() throws {
    var device = try phone {
      $0.startMilliseconds = ISO8601.parse("2026-03-27T12:00:00Z") ?? 0
      $0.zone = (try? Zone(identifier: "Europe/London")) ?? .utc
    }
    device.os.add(.daily("a", try #require(TimeOfDay("06:00"))))
    try device.wait(3 * day)
    #expect(
      shown(device) == [
        "a 2026-03-28T06:00:00Z", "a 2026-03-29T05:00:00Z", "a 2026-03-30T05:00:00Z",
      ])
  }

  @Test(
    "that are set move a task's begin date, not its lateness",
    arguments: [
      (3 * minute, 2 * minute + 30_000), (-hour, hour + 5 * minute + 30_000), (hour, 0),
    ] as [(Int64, Int64)])
  func task(length: Int64, wait: Int64) throws {
    for lateness in [0, 10_000] as [Int64] {
      try task(length: length, wait: wait, lateness: lateness)
    }
  }

  private func task(length: Int64, wait: Int64, lateness: Int64) throws {
    var device = try Device.exactPhone()
    device.withPlugin { _, os in
      try? os.submitTask(
        TaskIdentifier.notify, earliestBeginDate: start + 5 * minute + 30_000)
    }
    let token = try #require(device.os.scheduler.pending.first?.token)
    device.os.scheduler.attach(token, toRequest: 1, lateness: lateness)
    device.os.reaimTasks()
    try device.perform(.swipeAway)
    try device.perform(.warpClock(milliseconds: length))
    let due = wait + (length == hour ? max(0, lateness + 5 * minute + 30_000 - hour) : lateness)
    if due > 0 {
      try device.wait(due - 1)
      #expect(device.os.scheduler.firstReady == nil)
      try device.wait(1)
    }
    #expect(device.os.scheduler.firstReady != nil)
  }

  @Test("set back make a ready task wait until its begin date again")
  func readyTask() throws {
    var device = try Device.exactPhone()
    try device.scheduleDaily()
    try device.wait(6 * minute)
    #expect(device.os.scheduler.firstReady != nil)
    device.os.clocks.warp(byMilliseconds: -hour)
    device.os.reaimTriggers(after: .warp(milliseconds: -hour))
    device.os.reaimTasks()
    #expect(device.os.scheduler.firstReady == nil)
    try device.wait(hour)
    #expect(device.os.scheduler.firstReady != nil)
  }

  @Test(
    "that change are reported to the app while its code can run",
    arguments: [
      (.warpClock(milliseconds: hour), 1), (.shiftDST, 1), (.setZone(.utc), 0),
    ] as [(Command, Int)])
  func tell(command: Command, count: Int) throws {
    func changes(_ device: Device) -> Int {
      device.payloads.count { if case .plugin(.entry(.timeChange)) = $0 { true } else { false } }
    }
    var device = try Device.exactPhone()
    try device.perform(command)
    #expect(changes(device) == count)
    try device.perform(.background)
    try device.perform(command)
    #expect(changes(device) == 2 * count)
    try device.wait(6000)
    #expect(device.os.process.state == .suspended)
    try device.perform(command)
    #expect(changes(device) == 2 * count)
    try device.perform(.swipeAway)
    try device.perform(command)
    #expect(changes(device) == 2 * count)
  }
}
