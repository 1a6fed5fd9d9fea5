import CivilTime
import JSONText
import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("What is kept between entries")
struct StandingPlanTests {
  private static let zones = ["UTC", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
  private static let ids = ["a", "b", "c", "d"]
  private static let times = ["00:00", "01:30", "02:15", "06:00", "12:30", "23:59"]

  /// What re-planning now would do with a window, and what it would leave.
  private struct Outcome: Equatable {
    var result: ReplanResult
    var pending: [NotificationRequest]
    var trace: String
    var isOwed: Bool
    var planned: [PlannedRequest]?
    var ledger: [LedgerRow]

    init(
      _ result: ReplanResult, _ window: RequestWindow<OperatingSystem>,
      _ plugin: Plugin<IOS<OperatingSystem>>, _ schedules: [Schedule], _ os: OperatingSystem
    ) {
      var (plugin, os) = (plugin, os)
      plugin.delivery = window
      plugin.noteArmed(result, schedules, on: &os)
      ledger = plugin.ledger.pages.map(\.row)
      self.result = result
      for place in result.armed.indices {
        self.result.armed[place].number = 0
        self.result.armed[place].entries.sort { $0.wallMinute < $1.wallMinute }
      }
      pending = os.pendingRequests
      trace = os.trace.hash.text
      isOwed = window.isReplanOwed
      planned = window.standing.map { plan in plan.entries.indices.map(plan.planned) }
    }
  }

  /// Re-plans on copies of the phone, from what the window keeps and from nothing; true if there
  /// was something to go on from.
  private func compare(
    _ phone: Phone, _ differ: (String) -> Void,
    _ plant: (inout RequestWindow<OperatingSystem>, [Schedule]) -> Void = { _, _ in }
  ) throws -> Bool {
    guard let plugin = phone.device.app?.plugin, phone.device.os.isStorageReadable,
      phone.device.os.authorization.allowsNotifications
    else { return false }
    var (reader, os) = (plugin, phone.device.os)
    let schedules = reader.readSchedules(on: &os)
    var (kept, keptOS, keptContents) = (reader.delivery, os, reader.contents)
    plant(&kept, schedules)
    let result = kept.goOn(schedules, reader.ledger, &keptContents, on: &keptOS)
    guard let result else { return false }
    var (anew, anewOS, anewContents) = (reader.delivery, os, reader.contents)
    anew.standing = nil
    anew.chains = []
    anew.readings = RequestReadings()
    let wanted = anew.replanAnew(schedules, reader.ledger, &anewContents, on: &anewOS)
    let found = Outcome(result, kept, reader, schedules, keptOS)
    let expected = Outcome(wanted, anew, reader, schedules, anewOS)
    if found != expected { differ("at \(ISO8601.text(os.wallMilliseconds))") }
    return true
  }

  private func phone(_ count: Int, zone: String, _ random: inout SeededGenerator) throws -> Phone {
    let phone = try Phone(start: "2025-10-20T12:00:00Z", zone: zone)
    for id in Self.ids.prefix(count) { try schedule(id, phone, &random) }
    try phone.perform(.background)
    return phone
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
    case 9: try phone.perform(.failWrites(count: Int(random.below(4))))
    case 10: try phone.call("scheduleDualNotification", GoodOptions.dual)
    case 11: try phone.call("cancelAllNotifications")
    case 12: try phone.perform(.otherCode(.removeRequests(nil)))
    case 13, 14: try phone.reopen()
    case 15, 16: try phone.perform(.background)
    default: break
    }
  }

  @Test("re-planning from what is kept does what re-planning from nothing does", arguments: 1...24)
  func standingPlan(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "standing")
    let phone = try phone(
      1 + Int(seed % 4), zone: Self.zones[Int(seed / 4 % 4)], &random)
    var count = 0
    for _ in 0..<150 {
      do {
        try disturb(phone, &random)
      } catch is CommandRefusal {}
      try phone.advance(
        milliseconds: random.below(3) == 0
          ? random.integer(in: 0...20_000) : random.integer(in: 0...40_000_000))
      if try compare(phone, { Issue.record("\($0), seed \(seed)") }) { count += 1 }
    }
    #expect(count > 0, "there must be something to go on from")
  }

  @Test("a kept plan that has skipped an occurrence is found out")
  func stalePlan() throws {
    var random = SeededGenerator(seed: 1, stream: "standing")
    let phone = try phone(1, zone: "UTC", &random)
    var (sound, planted, differences) = (0, 0, 0)
    for _ in 0..<40 {
      try phone.advance(milliseconds: 5 * 3_600_000)
      if try compare(phone, { Issue.record("\($0)") }) { sound += 1 }
      let plant: (inout RequestWindow<OperatingSystem>, [Schedule]) -> Void = { window, schedules in
        let skipped = window.standing?.following.first ?? nil
        window.standing?.following[0] = skipped.flatMap { schedules[0].occurrence(after: $0) }
      }
      let isThere = try compare(phone, { _ in differences += 1 }, plant)
      if isThere { planted += 1 }
    }
    #expect(sound > 10)
    #expect(planted == sound)
    #expect(differences > 3, "after a showing the window is filled from there")
  }

  @Test("the next occurrence that is kept is the one that would be looked for", arguments: zones)
  func nextOccurrence(zone: String) throws {
    var random = SeededGenerator(seed: 5, stream: "standing")
    let phone = try phone(3, zone: zone, &random)
    var count = 0
    for step in 0..<40 {
      try phone.advance(milliseconds: 13 * 3_600_000 + Int64(step) * 60_013)
      var os = phone.device.os
      var plugin = try #require(phone.device.app).plugin
      var (again, fresh) = (os, DevicePlugin())
      let (known, read) = (plugin.readSchedules(on: &os), fresh.readSchedules(on: &again))
      #expect(known.map(\.row) == read.map(\.row))
      #expect(known.map(\.settled) == read.map(\.settled))
      for schedule in known {
        #expect(schedule.firstUnsettled == schedule.timetable.firstUnsettled)
        for hours in -60..<60 as Range<Int64> {
          let time = os.wallMilliseconds + hours * 3_600_000 + 13
          let next = schedule.nextOccurrence(after: time)
          #expect(next == schedule.timetable.nextOccurrence(after: time))
          if next == schedule.firstUnsettled { count += 1 }
        }
      }
    }
    #expect(count > 1_000)
  }

  @Test(
    "a schedule whose next occurrence has passed knows the one that follows, in every gap",
    arguments: [
      "UTC", "Europe/Berlin", "America/Havana", "America/Asuncion", "Africa/Cairo", "Asia/Beirut",
      "Australia/Lord_Howe", "Pacific/Apia",
    ])
  func followingOccurrence(zone: String) throws {
    var os = try Phone().device.os
    for time in ["00:00", "00:30", "01:59", "02:15", "23:30", "23:59"] {
      var row = Schedules.newRow("a", .daily, on: os)
      row.time = time
      row.timezone = zone
      row.plannedZone = zone
      row.triggerTime = try #require(ISO8601.parse("2010-12-01T00:00:00Z"))
      row.wallMinute = row.triggerTime / 60_000
      let share = DailyShare(room: 20, sharing: 1, onceDays: [])
      var schedule = try #require(
        Schedule(row, perDay: share, settled: SettledMark(), on: &os))
      for _ in 0..<800 {
        let passed = try #require(schedule.firstUnsettled)
        let mark = SettledMark(wallMinute: passed.wallMinute, time: passed.time)
        schedule = Schedule(schedule, row: row, settled: mark)
        #expect(
          schedule.firstUnsettled == schedule.timetable.firstUnsettled,
          "\(time) after \(ISO8601.text(passed.time))")
      }
    }
  }

  @Test("a plan does not count a request that the system dropped")
  func notKept() throws {
    var random = SeededGenerator(seed: 1, stream: "standing")
    let phone = try phone(2, zone: "UTC", &random)
    try phone.advance(milliseconds: 3_600_000)
    var os = phone.device.os
    let last = try #require(os.pendingRequests.last)
    _ = os.center.remove(last.identifier)
    var plugin = Plugin<IOS<FaultyPlatform>>(
      memoryOf: try #require(phone.device.app).plugin)
    var faulty = FaultyPlatform(os, .droppingRequests)
    let schedules = plugin.readSchedules(on: &faulty)
    let count = faulty.pendingRequests.count
    let result = plugin.delivery.goOn(
      schedules, plugin.ledger, &plugin.contents, on: &faulty)
    #expect(faulty.faults == [last.identifier])
    #expect(faulty.pendingRequests.count == count)
    #expect(result?.armed.map(\.entries.count).reduce(0, +) == count)
    let plan = try #require(plugin.delivery.standing)
    #expect(plan.entries.count { $0.request == nil } == 1)
  }

  @Test("a ledger row is taken for the one that was written only when every column is equal")
  func ledgerRows() {
    let row = LedgerRow(
      kind: .daily, scheduleID: "a", revision: 1, timezone: nil, settledThrough: 2, settledTime: 3)
    let date = DateOnItsWay(wallMinute: 1, trigger: 2, seenAt: 3)
    let changes: [(inout LedgerRow) -> Void] = [
      { $0.settledThrough += 1 }, { $0.settledTime += 1 }, { $0.settledBeyond = [4] },
      { $0.isUntouched.toggle() }, { $0.repeatsFrom = 5 }, { $0.repeatingRequest = 6 },
      { $0.lastShownAt = 7 }, { $0.clockOrigin = 8 }, { $0.onItsWay = date },
      { $0.perhapsShownThrough = 9 },
      { $0.armed = [ArmedOccurrence(wallMinute: 10, plannedTime: 600_000)] },
    ]
    #expect(changes.count == Mirror(reflecting: row).children.count - 1)
    #expect(row.hasProgress(of: row))
    for (place, change) in changes.enumerated() {
      var other = row
      change(&other)
      #expect(!row.hasProgress(of: other), "column \(place)")
    }
  }

  @Test("a row is taken for a schedule's only when every member of it is equal")
  func rows() throws {
    var random = SeededGenerator(seed: 1, stream: "standing")
    let phone = try phone(1, zone: "UTC", &random)
    var os = phone.device.os
    var plugin = try #require(phone.device.app).plugin
    let schedule = try #require(plugin.readSchedules(on: &os).first)
    let changes: [(inout ScheduleRow) -> Void] = [
      { $0.id += "x" }, { $0.triggerTime += 1 }, { $0.repeatRule += "x" }, { $0.channelID += "x" },
      { $0.priority += "x" }, { $0.title += "x" }, { $0.body += "x" },
      { $0.isSoundEnabled.toggle() }, { $0.isVibrationEnabled.toggle() }, { $0.payload = "{}" },
      { $0.createdAt += 1 }, { $0.updatedAt += 1 }, { $0.isEnabled.toggle() }, { $0.kind += "x" },
      { $0.time += "x" }, { $0.timezone = "UTC" }, { $0.revision += 1 }, { $0.wallMinute += 1 },
      { $0.plannedZone += "x" }, { $0.leadMinutes = 7 },
      { $0.rollover = Rollover(minutes: 7, first: 0, timezone: nil) }, { $0.writeCount += 1 },
    ]
    let members = Mirror(reflecting: schedule.row).children
    let columns = try #require(members.first { $0.label == "columns" }?.value)
    let values = try #require(Mirror(reflecting: columns).children.first?.value)
    #expect(changes.count == members.count - 1 + Mirror(reflecting: values).children.count)
    for (place, change) in changes.enumerated() {
      var row = schedule.row
      change(&row)
      #expect(row != schedule.row, "member \(place)")
      #expect(row.stamp != schedule.row.stamp, "member \(place)")
      // What was read before does not stand in the way of what is stored now.
      var changed = os
      changed.writeSchedule(row)
      var (known, fresh) = (plugin, DevicePlugin())
      var again = changed
      #expect(
        known.readSchedules(on: &changed).map(\.row) == fresh.readSchedules(on: &again).map(\.row),
        "member \(place)")
    }
  }
}
