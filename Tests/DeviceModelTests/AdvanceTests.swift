import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("advance")
struct AdvanceTests {
  private func instant(_ milliseconds: Int64) -> SimulationInstant {
    SimulationInstant(milliseconds: milliseconds)
  }

  /// The error of an advance; nil when it succeeds.
  private func error(_ device: inout Device, to target: SimulationInstant) -> AdvanceError? {
    do throws(AdvanceError) {
      try device.advance(to: target)
      return nil
    } catch {
      return error
    }
  }

  @Test("moves the clocks, and does nothing when the target is now")
  func clocks() throws {
    var device = try Device.exactPhone()
    try device.wait(1234)
    #expect(device.os.now == instant(1234))
    #expect(device.os.wallMilliseconds == start + 1234)
    #expect(device.os.uptimeMilliseconds == day + 1234)
    let hash = device.os.trace.hash
    let advance = try device.advance(to: instant(1234))
    #expect(advance == Device.Advance(events: 0, isComplete: true))
    #expect(device.os.trace.hash == hash)
  }

  @Test("into the past is refused and changes nothing")
  func past() throws {
    var device = try Device.exactPhone()
    try device.wait(1000)
    let hash = device.os.trace.hash
    let error = error(&device, to: instant(999))
    #expect(error == .inThePast(now: instant(1000), target: instant(999)))
    #expect(error?.description == "the target lies 1 ms in the past; time only goes forward")
    #expect(device.os.now == instant(1000))
    #expect(device.os.trace.hash == hash)
  }

  @Test("ends a slice between two instants once enough events have happened")
  func slice() throws {
    var device = try Device.exactPhone()
    try device.perform(.background)
    for index in 0..<5 { device.os.add(.interval("a\(index)", 1000)) }
    for index in 0..<5 { device.os.add(.interval("b\(index)", 2000)) }
    let first = try device.advance(to: instant(minute), eventsMax: 3)
    #expect(first == Device.Advance(events: 5, isComplete: false))
    #expect(device.os.now == instant(1000))
    let rest = try device.advance(to: instant(minute), eventsMax: 100)
    // Five deliveries and the suspension.
    #expect(rest == Device.Advance(events: 6, isComplete: true))
  }

  @Test("gives up after 10,000 events at one instant", arguments: [10_000, 10_001])
  func eventStorm(count: Int) throws {
    var device = try Device.exactPhone()
    for _ in 0..<count { device.os.schedule(.removal(batch: 0), at: instant(5)) }
    let error = error(&device, to: instant(10))
    #expect(error == (count > 10_000 ? .eventStorm(at: instant(5)) : nil))
    #expect(
      AdvanceError.eventStorm(at: instant(5)).description
        == "more than 10000 events at instant 5 ms")
  }

  @Test("of a command gives up after 10,000 events too", arguments: [10_000, 10_001])
  func commandStorm(count: Int) throws {
    var device = try Device.exactPhone()
    for _ in 0..<count { device.os.schedule(.removal(batch: 0), at: device.os.now) }
    let refusal = device.refusal(performing: .setPermission(.denied))
    #expect(refusal == (count > 10_000 ? .eventStorm : nil))
  }

  @Test("by a century does not trap")
  func century() throws {
    var device = try Device.exactPhone()
    try device.wait(100 * 366 * day)
    #expect(device.os.now == instant(100 * 366 * day))
  }

  @Test("runs up to the next event, or not at all")
  func nextEvent() throws {
    var device = try Device.exactPhone()
    var replies = ReplyObserver()
    #expect(try device.runToNextEvent(observing: &replies).events == 0)
    device.os.add(.interval("a", 5000))
    #expect(try device.runToNextEvent(observing: &replies).events == 1)
    #expect(device.os.now == instant(5000))
  }

  @Test("runs until nothing is in flight; what is scheduled for later does not count")
  func idle() throws {
    var device = try Device.exactPhone()
    var replies = ReplyObserver()
    try device.scheduleDaily()
    try device.call("cancelAllNotifications")
    #expect(device.activities == [.removal])
    let settled = try device.runUntilIdle(observing: &replies)
    #expect(!settled.isWaitingForDialog)
    #expect(device.activities.isEmpty)
    #expect(device.os.now < instant(20))
    try device.scheduleDaily()
    #expect(try device.runUntilIdle(observing: &replies).events == 0)
  }

  @Test("stops at once when only a person's answer is missing")
  func dialog() throws {
    var device = try Device.exactPhone(permission: .notDetermined)
    var replies = ReplyObserver()
    try device.call("requestNotificationPermissions")
    let settled = try device.runUntilIdle(observing: &replies)
    #expect(settled == Device.Settled(events: 0, isWaitingForDialog: true))
  }

  @Test("until idle ends with an error at the maximum number of events")
  func neverIdle() throws {
    var device = try Device.exactPhone()
    var replies = ReplyObserver()
    _ = device.os.scheduler.launch("com.example.stranger")
    #expect(throws: AdvanceError.notIdle(afterEvents: 0)) {
      try device.runUntilIdle(observing: &replies)
    }
    device.os.add(.interval("a", minute, repeats: true))
    #expect(throws: AdvanceError.notIdle(afterEvents: 50)) {
      try device.runUntilIdle(limit: 50, observing: &replies)
    }
    #expect(
      AdvanceError.notIdle(afterEvents: 5).description == "the phone is still busy after 5 events")
  }

  /// Counts the events and instants that it observes.
  private struct Counter: DeviceObserver {
    var events = 0
    var instants = 0
    mutating func eventHappened(on device: Device) { events += 1 }
    mutating func instantEnded(on device: Device) { instants += 1 }
  }

  @Test("notifies an observer of each event and of each instant")
  func observer() throws {
    var device = try Device.exactPhone()
    try device.perform(.background)
    for index in 0..<5 { device.os.add(.interval("a\(index)", 1000)) }
    var counter = Counter()
    try device.advance(to: instant(minute), observing: &counter)
    #expect(counter.events == 6)
    #expect(counter.instants == 2)
    try device.perform(.foreground, observing: &counter)
    #expect(counter.events == 7)
    #expect(counter.instants == 3)
    #expect(throws: CommandRefusal.appAlreadyRunning) {
      try device.perform(.launch, observing: &counter)
    }
    #expect(counter.events == 8)
    #expect(counter.instants == 4)
  }
}
