import CivilTime
import JSONText
import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Schedules between entries")
struct SchedulesTests {
  private static let zones = ["UTC", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
  private static let ids = ["a", "b", "c", "d"]
  private static let times = ["00:00", "01:30", "02:15", "06:00", "12:30", "23:59"]

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

  @Test("the next occurrence that is kept is the one that would be looked for", arguments: zones)
  func nextOccurrence(zone: String) throws {
    var random = SeededGenerator(seed: 5, stream: "schedules")
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

  @Test("a row is taken for a schedule's only when every member of it is equal")
  func rows() throws {
    var random = SeededGenerator(seed: 1, stream: "schedules")
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
      { $0.rollover = Rollover(minutes: 7, first: 0, timezone: nil) },
    ]
    let members = Mirror(reflecting: schedule.row).children
    let columns = try #require(members.first { $0.label == "columns" }?.value)
    let values = try #require(Mirror(reflecting: columns).children.first?.value)
    #expect(changes.count == members.count - 1 + Mirror(reflecting: values).children.count)
    for (place, change) in changes.enumerated() {
      var row = schedule.row
      change(&row)
      #expect(row != schedule.row, "member \(place)")
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
