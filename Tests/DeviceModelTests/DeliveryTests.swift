import CivilTime
import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("delivery")
struct DeliveryTests {
  /// What happened to the app before the trigger.
  enum Fate: Hashable, CaseIterable {
    case inBackground
    case swipedAway
    case terminated
    case suspended

    func befall(_ device: inout Device) throws {
      switch self {
      case .inBackground: try device.perform(.background)
      case .swipedAway: try device.perform(.swipeAway)
      case .terminated: try device.perform(.systemTerminate)
      case .suspended:
        try device.perform(.background)
        try device.wait(6000)
      }
    }
  }

  @Test("needs no app code: what is pending survives the process", arguments: Fate.allCases)
  func withoutAppCode(fate: Fate) throws {
    var device = try Device.exactPhone()
    device.os.add(.oneShot("a", at: start + 10 * minute + 30_000))
    try fate.befall(&device)
    #expect(device.pending == ["a"])
    let entries = device.count("entry")
    try device.wait(hour)
    #expect(device.deliveries.map(\.deliveredAt) == [start + 10 * minute + 30_000])
    #expect(device.count("entry") == entries)
    #expect(device.pending.isEmpty)
  }

  @Test("asks the delegate while the app is in the foreground")
  func foreground() throws {
    var device = try Device.exactPhone()
    device.os.add(.interval("a", 1000))
    let mark = device.os.trace.nextSequence
    try device.wait(1000)
    #expect(device.kinds(from: mark).prefix(2) == ["delivered", "entry"])
    #expect(device.os.center.delivered.count == 1)
  }

  @Test("shows nothing while an app without a delegate is in the foreground")
  func noDelegate() throws {
    var device = try Device.exactPhone()
    device.os.center.processDied()
    device.os.add(.interval("a", 1000))
    try device.wait(1000)
    #expect(device.nonDeliveries == [.noDelegate])
    #expect(device.os.center.delivered.isEmpty)
  }

  @Test("shows nothing when the permission is gone by then, but consumes the request")
  func deniedMeanwhile() throws {
    var device = try Device.exactPhone()
    device.os.add(.interval("a", 1000))
    try device.perform(.setPermission(.denied))
    #expect(device.pending == ["a"])
    try device.wait(1000)
    #expect(device.nonDeliveries == [.denied])
    #expect(device.pending.isEmpty)
  }

  @Test("re-arms a repeating request in one slot")
  func repeating() throws {
    var device = try Device.exactPhone()
    try device.perform(.background)
    device.os.add(.interval("a", minute, repeats: true))
    device.os.add(.daily("b", try #require(TimeOfDay("06:00"))))
    try device.wait(3 * day)
    let times = device.deliveries.filter { $0.identifier == "b" }.map(\.deliveredAt)
    let first = start + 17 * minute + 30_000
    #expect(times == [first, first + day, first + 2 * day])
    #expect(device.deliveries.count { $0.identifier == "a" } == 3 * 24 * 60)
    #expect(device.pending.sorted() == ["a", "b"])
    #expect(device.os.center.delivered.count == 2)
  }

  @Test("is recorded for its own occurrence, each time a request repeats")
  func occurrences() throws {
    var device = try Device.exactPhone()
    try device.perform(.background)
    device.os.add(.daily("a", try #require(TimeOfDay("06:00"))))
    let first = start + 17 * minute + 30_000
    #expect(device.os.pending[0].triggerMilliseconds == first)
    try device.wait(3 * day)
    let planned = device.payloads.compactMap {
      if case .notification(.delivered(let shown)) = $0 { shown.occurrence } else { nil }
    }
    #expect(planned == [first, first + day, first + 2 * day])
    #expect(device.os.center.deliveredOccurrences == [first + 2 * day])
    #expect(device.os.pending[0].triggerMilliseconds == first + 3 * day)
  }

  @Test("is 0 to 180 s late and never early, over 2,000 deliveries")
  func drift() throws {
    var device = try Device.phone { $0.traceCapacity = 8192 }
    try device.perform(.background)
    for index in 0..<2000 {
      device.os.add(.interval("r\(index)", 1000))
      try device.wait(200_000)
    }
    let drifts = device.deliveries.map { $0.deliveredAt - $0.content.info.plannedTime }
    // Each request is planned 1 s after it is added, 200 s after the previous one.
    let late = drifts.enumerated().map { $1 - Int64($0) * 200_000 }
    #expect(late.count == 2000)
    #expect(late.allSatisfy { (0...180_000).contains($0) })
    #expect(late.contains { $0 > 150_000 })
    #expect(late.contains { $0 < 100 })
    #expect(Set(late).count > 500)
  }

  @Test(
    "is late as the knob says",
    arguments: [(.none, 0...0), (.bounded180, 0...180_000), (.beyond, 0...900_000)]
      as [(Knobs.DeliveryDrift, ClosedRange<Int64>)])
  func driftKnob(knob: Knobs.DeliveryDrift, range: ClosedRange<Int64>) throws {
    var device = try Device.phone { $0.knobs.deliveryDrift = knob }
    let drifts = (0..<2000).map { _ in device.os.drawDrift() }
    #expect(drifts.allSatisfy { range.contains($0) })
    #expect(drifts.contains { $0 > range.upperBound * 9 / 10 || range.upperBound == 0 })
  }

  @Test("keeps a request pending until it is shown")
  func pendingWhileDrifting() throws {
    var device = try Device.phone { $0.knobs.deliveryDrift = .beyond }
    try device.perform(.background)
    for index in 0..<20 { device.os.add(.interval("r\(index)", 1000)) }
    try device.wait(1001)
    #expect(device.pending.count + device.deliveries.count == 20)
    #expect(device.pending.count >= 15)
    #expect(device.os.center.entries.count { !$0.isDue } == 0)
    try device.wait(900_000)
    #expect(device.deliveries.count == 20)
  }

  @Test("is cancelled by a replacement while it is late")
  func replacedWhileDrifting() throws {
    var device = try Device.phone { $0.knobs.deliveryDrift = .beyond }
    try device.perform(.background)
    device.os.add(.interval("a", 1000))
    try device.wait(1001)
    device.os.add(.interval("a", hour))
    try device.wait(hour - 1)
    #expect(device.deliveries.isEmpty)
    try device.wait(hour)
    #expect(device.deliveries.count == 1)
  }

  @Test(
    "retains no request that can never fire, and reports no error",
    arguments: [
      (.authorized, .oneShot("a", at: start - 30_000), .pastDate),
      (.authorized, .oneShot("a", at: start - 365 * day - 30_000), .pastDate),
      (.denied, .oneShot("a", at: start + minute + 30_000), .denied),
      (.notDetermined, .oneShot("a", at: start + minute + 30_000), .denied),
    ] as [(AuthorizationStatus, NotificationRequest, NotificationCenterMachine.DropReason)])
  func dropped(
    permission: AuthorizationStatus, request: NotificationRequest,
    reason: NotificationCenterMachine.DropReason
  ) throws {
    var device = try Device.exactPhone(permission: permission)
    device.os.add(request)
    #expect(device.drops == [reason])
    #expect(device.pending.isEmpty)
    try device.wait(day)
    #expect(device.deliveries.isEmpty)
  }

  @Test(
    "records evictions in the trace, and evicted requests do not fire",
    arguments: Knobs.PendingOverflow.allCases)
  func evictions(overflow: Knobs.PendingOverflow) throws {
    var device = try Device.exactPhone { $0.knobs.pendingOverflow = overflow }
    try device.perform(.background)
    for index in 0..<70 { device.os.add(.interval("r\(index)", 1000 + Int64(index))) }
    #expect(device.count("requestEvicted") == 6)
    #expect(device.os.center.evictionCount == 6)
    try device.wait(minute)
    let kept = overflow == .keepLastAdded ? 6..<70 : 0..<64
    #expect(device.deliveries.map(\.identifier) == kept.map { "r\($0)" })
  }

  @Test("records the requested trigger, even of a request that is evicted immediately")
  func evictedAtOnce() throws {
    var device = try Device.exactPhone { $0.knobs.pendingOverflow = .keepSoonest }
    for index in 0..<64 { device.os.add(.interval("r\(index)", 1000)) }
    device.os.add(.interval("late", hour))
    let triggers: [Int64] = device.payloads.compactMap {
      if case .request(.added("late", let trigger, _, _)) = $0 { trigger } else { nil }
    }
    #expect(triggers == [start + hour])
    #expect(!device.pending.contains("late"))
  }

  @Test("is prevented by a removal, which takes effect 1 to 10 ms later")
  func removal() throws {
    var device = try Device.exactPhone()
    device.os.add(.interval("a", hour))
    device.os.removePendingRequests(["a", "unknown"])
    #expect(device.pending == ["a"])
    #expect(device.os.isRemovalInFlight)
    try device.wait(10)
    #expect(device.pending.isEmpty)
    #expect(!device.os.isRemovalInFlight)
    #expect(device.count("requestRemoved") == 1)
  }

  @Test("loses a request that is added again before its removal has taken effect")
  func removalRace() throws {
    var device = try Device.exactPhone()
    device.os.add(.interval("a", hour))
    device.os.removePendingRequests(["a"])
    device.os.add(.interval("a", 2 * hour))
    #expect(device.pending == ["a"])
    try device.wait(10)
    #expect(device.pending.isEmpty)
    try device.wait(day)
    #expect(device.deliveries.isEmpty)
  }

  @Test("loses all requests when the system clears them, which the app is not told")
  func cleared() throws {
    var device = try Device.exactPhone()
    try device.perform(.background)
    for index in 0..<3 { device.os.add(.interval("r\(index)", hour)) }
    let entries = device.count("entry")
    try device.perform(.clearPending)
    #expect(device.pending.isEmpty)
    #expect(device.count("requestRemoved") == 3)
    #expect(device.count("entry") == entries)
    try device.wait(day)
    #expect(device.deliveries.isEmpty)
  }
}
