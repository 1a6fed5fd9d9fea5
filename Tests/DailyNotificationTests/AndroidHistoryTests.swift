import CivilTime
import JSONText
import Testing

@testable import DailyNotification

/// Random histories of an Android phone, held against what a person can see.
@Suite("Random histories on Android")
struct AndroidHistoryTests {
  @Test("each occurrence is shown once or reported missed once", arguments: 0..<150)
  func steadyClock(seed: Int) throws {
    var history = try AndroidHistory(seed: seed, hasJourneys: false)
    try history.run()
  }

  @Test("nothing is shown twice, whatever clock and zone do", arguments: 0..<150)
  func journeys(seed: Int) throws {
    var history = try AndroidHistory(seed: seed, hasJourneys: true)
    try history.run()
  }
}

/// A history: what happens is drawn from a seed, and everything is checked at its end.
struct AndroidHistory {
  /// What was planned of a schedule: whose it is, and by which wall minute it is named.
  struct Planned: Hashable {
    let id: String
    let revision: Int64
    let wallMinute: Int64
  }

  let seed: Int
  let hasJourneys: Bool
  private var phone: AndroidPhone
  private var state: UInt64
  private var events: [String] = []
  private var isLocked = false

  init(seed: Int, hasJourneys: Bool) throws {
    self.seed = seed
    self.hasJourneys = hasJourneys
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    phone = try AndroidPhone(zone: "Europe/Berlin")
  }

  private mutating func draw(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(count))
  }

  mutating func run() throws {
    phone.launch()
    phone.call("scheduleDailyNotification", ["time": "07:15"])
    phone.call(
      "scheduleDailyReminder", ["id": "pills", "title": "t", "body": "b", "time": "07:15"])
    phone.call(
      "scheduleUserNotification",
      ["enabled": true, "schedule": "30 */8 * * *", "title": "t", "body": "b"])
    let rows = phone.system.store.scheduleRows
    for _ in 0..<40 {
      phone.advance(to: phone.system.wallMilliseconds + Int64(draw(900) + 1) * 60_000)
      try step()
      checkBooks()
    }
    unlockIfNeeded()
    phone.system.authorization = .authorized
    phone.system.canScheduleExactAlarms = true
    phone.launch()
    phone.advance(to: phone.system.wallMilliseconds + 60_000)
    phone.call("getNotificationStatus")
    check(rows)
  }

  private mutating func step() throws {
    let kind = draw(hasJourneys ? 18 : 16)
    events.append("\(ISO8601.text(phone.system.wallMilliseconds)) \(kind)")
    switch kind {
    case 0: phone.kill()
    case 1:
      phone.forceStop(keepsIntents: draw(2) == 0)
    case 2:
      unlockIfNeeded()
      phone.reboot(minutesOff: Int64(draw(2000)))
    case 3:
      isLocked = true
      phone.reboot(minutesOff: Int64(draw(600)), isLocked: true)
    case 4, 5:
      unlockIfNeeded()
      phone.launch()
    case 6: phone.system.authorization = draw(3) == 0 ? .denied : .authorized
    case 7:
      let importance = Int64(draw(2) * 4)
      phone.system.channels["timesafari.daily"]?.importance = importance
    case 8:
      guard phone.system.canScheduleExactAlarms else {
        phone.system.canScheduleExactAlarms = true
        phone.broadcast(.exactAlarmPermissionChanged)
        return
      }
      if draw(2) == 0 {
        phone.kill()
        phone.system.canScheduleExactAlarms = false
        phone.system.alarms = [:]
        if draw(2) == 0 { phone.system.intents = [] }
      }
    case 9: phone.outcome = draw(2) == 0 ? .unreachable : nil
    case 10: phone.fetchMilliseconds = Int64([200, 3_000, 9_000][draw(3)])
    case 11: phone.holdsWork = draw(2) == 0
    case 12: phone.system.shade = []
    case 13: phone.call("getNotificationStatus")
    case 14: phone.broadcast(.packageReplaced)
    case 15: phone.advance(to: phone.system.wallMilliseconds + 3_000)
    case 16:
      let zones = ["Asia/Tokyo", "America/New_York", "Europe/Berlin", "Pacific/Auckland"]
      try phone.travel(to: zones[draw(4)])
    default:
      let time = phone.system.wallMilliseconds + Int64(draw(2880) - 1440) * 60_000
      try phone.setClock(to: ISO8601.text(time))
    }
  }

  private mutating func unlockIfNeeded() {
    guard isLocked else { return }
    isLocked = false
    phone.unlock()
  }

  /// Rows and alarms agree whenever an entry has ended, while the store can be read.
  private func checkBooks() {
    guard phone.plugin != nil, phone.system.isProtectedDataAvailable else { return }
    var named: Set<String> = []
    for row in phone.system.store.ledgerRows {
      for entry in row.armed { named.insert(SetAlarm(row, entry).identifier) }
    }
    let leaked = Set(phone.system.alarms.keys).subtracting(named)
    #expect(leaked == [], "seed \(seed): alarms without a row\n\(events.joined(separator: "\n"))")
  }

  private func check(_ rows: [ScheduleRow]) {
    let story = "seed \(seed)\n" + events.joined(separator: "\n")
    var shown: [Planned: Int] = [:]
    for showing in phone.system.showings {
      let info = showing.content.info
      shown[
        Planned(id: info.scheduleID, revision: info.revision, wallMinute: info.wallMinute),
        default: 0] += 1
    }
    for (planned, count) in shown {
      #expect(count == 1, "\(planned) shown \(count) times, \(story)")
    }
    #expect(phone.system.finished.count == phone.receiverCount, "\(story)")
    guard !hasJourneys else { return }
    let zone = phone.system.zone
    var missed: [Planned: Int] = [:]
    for report in phone.system.missed {
      guard let row = rows.first(where: { $0.id == report.id }) else { continue }
      missed[
        Planned(
          id: row.id, revision: row.revision, wallMinute: zone.wallMinute(at: report.plannedTime)),
        default: 0] += 1
    }
    for row in rows {
      guard let kind = ScheduleKind(rawValue: row.kind),
        let recurrence = Recurrence(row, kind: kind)
      else { continue }
      var next = recurrence.first(after: row.revision, in: zone)
      while let occurrence = next, occurrence.time <= phone.system.wallMilliseconds {
        let planned = Planned(
          id: row.id, revision: row.revision, wallMinute: occurrence.wallMinute)
        let count = shown[planned, default: 0] + missed[planned, default: 0]
        #expect(
          count == 1,
          """
          \(planned.id) \(ISO8601.text(occurrence.time)): shown \(shown[planned, default: 0]), \
          missed \(missed[planned, default: 0]), \(story)
          """)
        next = recurrence.next(after: occurrence, in: zone)
      }
    }
    #expect(phone.system.missed.allSatisfy { $0.certainty == .certain })
    #expect(phone.system.store.historyRows.count <= phone.system.showings.count)
  }
}
