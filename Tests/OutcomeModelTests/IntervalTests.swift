import CivilTime
import Testing

@testable import OutcomeModel

@Suite("Schedules that go on every so many minutes")
struct IntervalTests {
  private func rule(_ minutes: Int, zone: String? = nil, phone: String = "UTC") -> WallRule {
    WallRule(
      minuteOfDay: 480, everyMinutes: minutes, zone: zone, after: OutcomeLog.start,
      phone: ZoneBook.zone(phone))
  }

  private func hours(_ rule: WallRule, after: Int64, through: Int64) -> [Int64] {
    rule.occurrences(
      after: OutcomeLog.start + after * hour, through: OutcomeLog.start + through * hour,
      in: ZoneBook.zone("UTC")
    ).map { ($0.time - OutcomeLog.start) / hour }
  }

  @Test("begin at the next time of day in their zone and follow by the interval, no zone's clock")
  func occurrences() {
    #expect(hours(rule(600), after: 0, through: 40) == [8, 18, 28, 38])
    #expect(hours(rule(600), after: 8, through: 28) == [18, 28])
    #expect(hours(rule(600, phone: "Asia/Tokyo"), after: -24, through: 30) == [23])
    #expect(hours(rule(600, zone: "Asia/Tokyo"), after: 23, through: 34) == [33])
    let next = rule(600).next(3, after: OutcomeLog.start - 9 * day, in: .utc)
    #expect(next.prefix(3).map { ($0.time - OutcomeLog.start) / hour } == [8, 18, 28])
    #expect(rule(600).text == "08:00 every 600 min")
  }

  @Test("are the same schedule while time, zone and interval are")
  func asked() {
    let later = WallRule(
      minuteOfDay: 480, everyMinutes: 600, zone: nil, after: OutcomeLog.start + 5 * day,
      phone: ZoneBook.zone("UTC"))
    #expect(rule(600).isAsked(like: later) && rule(600) != later)
    #expect(!rule(600).isAsked(like: rule(601)))
    #expect(!rule(600).isAsked(like: rule(600, zone: "Asia/Tokyo")))
    #expect(!rule(600).isAsked(like: WallRule(minuteOfDay: 480)))
  }

  /// A phone with `d` from 08:00 on every ten hours, which shows what is listed, hours after the
  /// start, and has it armed again by an entry after each.
  private func classes(
    isAndroid: Bool, shown: [Int64], zone: String? = nil, hasRejectedChange: Bool = false
  ) -> [String] {
    var log = OutcomeLog()
    log.observations.removeAll()
    log.history.android = isAndroid ? AndroidTraits() : nil
    log.at(0, .did(.setPermission(isGranted: true)), .did(.setExactAlarms(isGranted: true)))
    log.at(1_000, .entry(isTimeChange: false))
    log.at(
      1_000,
      .accepted(.scheduleInterval(id: "d", minuteOfDay: 480, zone: nil, minutes: 600)))
    if let zone { log.at(2_000, .did(.setZone(zone)), .entry(isTimeChange: true)) }
    for (place, at) in shown.enumerated() {
      let planned = OutcomeLog.start + at * hour
      log.at(
        at * hour, .content(age: minute),
        .shown(schedule: "d", planned: planned, identifier: "d\(place)"))
      log.at(
        at * hour, .entry(isTimeChange: false),
        .reportedDelivered(schedule: "d", planned: planned))
      guard hasRejectedChange, place == 0 else { continue }
      log.at(
        9 * hour, .did(.fillDisk(isOn: true)),
        .rejected(
          .updateDaily(id: "d", minuteOfDay: 600, zone: nil), error: "storage_failed"),
        .did(.fillDisk(isOn: false)),
        .accepted(.updateDaily(id: "d", minuteOfDay: nil, zone: nil)))
    }
    log.at(39 * hour, .did(.wait(milliseconds: 0)))
    return log.classes
  }

  @Test("must be shown at their instants, also after a flight", arguments: [false, true])
  func shown(isAndroid: Bool) {
    #expect(classes(isAndroid: isAndroid, shown: [8, 18, 28, 38]) == [])
    #expect(classes(isAndroid: isAndroid, shown: [8, 18, 28, 38], zone: "Asia/Tokyo") == [])
  }

  @Test("go on as they were after a change that was rejected", arguments: [false, true])
  func rejected(isAndroid: Bool) {
    let right = classes(isAndroid: isAndroid, shown: [8, 18, 28, 38], hasRejectedChange: true)
    #expect(right == [])
    let anew = classes(isAndroid: isAndroid, shown: [8, 32], hasRejectedChange: true)
    #expect(anew.contains("lost"), "\(anew)")
  }

  @Test("are lost where one is left out, or a day lies between them", arguments: [false, true])
  func lost(isAndroid: Bool) {
    #expect(classes(isAndroid: isAndroid, shown: [8, 28, 38]).contains("lost"))
    let daily = classes(isAndroid: isAndroid, shown: [8, 32])
    #expect(daily.contains("lost") && daily.count > 1, "\(daily)")
  }
}
