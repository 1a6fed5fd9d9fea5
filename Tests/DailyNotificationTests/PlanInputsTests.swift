import CivilTime
import JSONText
import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("The inputs of a plan")
struct PlanInputsTests {
  private static let zones = ["UTC", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
  private static let ids = ["a", "b", "c", "d"]
  private static let times = ["00:00", "01:30", "02:15", "06:00", "12:30", "23:59"]

  /// What an entry's accounting and plan have left.
  private struct Outcome: Equatable {
    let missed: Int
    let counts: [Int]
    let pending: [NotificationRequest]
    let ledger: [LedgerRow]
    let trace: String

    init(of plugin: Plugin<IOS<OperatingSystem>>, on os: OperatingSystem) {
      var (plugin, os) = (plugin, os)
      let result = plugin.bringUpToDate(on: &os)
      missed = result.missed
      counts = [result.plan.verified, result.plan.added, result.plan.removed, result.plan.lost]
      pending = os.pendingRequests
      ledger = plugin.ledger.pages.map(\.row)
      trace = os.trace.hash.text
    }
  }

  private func schedule(
    _ id: String, _ phone: Phone, _ random: inout SeededGenerator
  ) throws {
    let time = Self.times[Int(random.below(UInt64(Self.times.count)))]
    try phone.call("scheduleDailyNotification", ["id": .string(id), "time": .string(time)])
    try phone.settle()
  }

  /// One thing that happens between entries; most of the time nothing does.
  private func disturb(_ phone: Phone, _ random: inout SeededGenerator) throws {
    switch random.below(60) {
    case 0: try phone.perform(.setZone(Zone(identifier: Self.zones[Int(random.below(4))])))
    case 1:
      try phone.perform(.warpClock(milliseconds: random.integer(in: -90_000_000...90_000_000)))
    case 2: try phone.perform(.clearPending)
    case 3: try phone.perform(.setPermission(random.below(4) == 0 ? .denied : .authorized))
    case 4: try schedule(Self.ids[Int(random.below(4))], phone, &random)
    case 5: try phone.call("cancelDailyReminder", ["id": "r"])
    case 6: try phone.call("scheduleDailyReminder", ["id": "r", "time": "07:07"])
    case 7: try phone.perform(.tamperCache(random.below(2) == 0 ? .invalidJSON : .removed))
    case 8: try phone.perform(.systemTerminate)
    case 9: try phone.call("scheduleDualNotification", GoodOptions.dual)
    case 10: try phone.call("cancelAllNotifications")
    case 11: try phone.perform(.otherCode(.removeRequests(nil)))
    case 12, 13: try phone.reopen()
    case 14, 15: try phone.perform(.background)
    default: break
    }
  }

  @Test("while they are the same, a plan that is made changes nothing", arguments: 1...24)
  func skippedPlan(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "inputs")
    let phone = try Phone(start: "2025-10-20T12:00:00Z", zone: Self.zones[Int(seed / 4 % 4)])
    for id in Self.ids.prefix(1 + Int(seed % 4)) { try schedule(id, phone, &random) }
    try phone.perform(.background)
    var count = 0
    for _ in 0..<150 {
      do {
        try disturb(phone, &random)
      } catch is CommandRefusal {}
      try phone.advance(
        milliseconds: random.below(3) == 0
          ? random.integer(in: 0...20_000) : random.integer(in: 0...40_000_000))
      guard let plugin = phone.device.app?.plugin, phone.device.os.isStorageReadable,
        plugin.planned != nil
      else { continue }
      var planning = plugin
      planning.planned = nil
      let wanted = Outcome(of: planning, on: phone.device.os)
      #expect(Outcome(of: plugin, on: phone.device.os) == wanted, "seed \(seed)")
      count += 1
    }
    #expect(count > 0, "some plan must be left")
  }

  @Test("have the change number of each table that a plan reads")
  func changes() throws {
    let phone = try Phone()
    try phone.schedule(["time": "05:53"])
    try phone.reopen()
    let os = phone.device.os
    var plugin = try #require(phone.device.app).plugin
    var again = os
    _ = plugin.bringUpToDate(on: &again)
    let row = try #require(again.storage.schedules.first)
    let ledger = try #require(again.storage.ledger.first)
    let name = try #require(again.pendingRequests.last?.identifier)
    let changes: [(inout OperatingSystem) -> Void] = [
      { $0.writeSchedule(row) }, { $0.writeLedger(ledger) }, { $0.removeLedger(ledger) },
      { _ = $0.center.remove(name) }, { $0.removeSchedule(row.id, kind: row.kind) },
    ]
    #expect(plugin.planned != nil)
    for (index, change) in changes.enumerated() {
      var changed = again
      change(&changed)
      let numbers = (changed.revisions, changed.pendingRevision)
      #expect(numbers != (again.revisions, again.pendingRevision), "change \(index)")
      var planning = plugin
      planning.planned = nil
      #expect(Outcome(of: plugin, on: changed) == Outcome(of: planning, on: changed))
    }
  }
}
