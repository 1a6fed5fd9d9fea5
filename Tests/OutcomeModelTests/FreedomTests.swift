import Testing

@testable import OutcomeModel

/// What the model excuses, and where it allows two outcomes.
@Suite("the outcome model allows")
struct FreedomTests {
  @Test("denied notifications to be neither shown nor reported")
  func denied() {
    var log = OutcomeLog()
    log.at(hour, .did(.setPermission(isGranted: false)))
    log.at(10 * hour, .entry(isTimeChange: false))
    log.at(11 * hour, .did(.setPermission(isGranted: true)))
    log.at(12 * hour, .entry(isTimeChange: false))
    #expect(log.classes == [])
    log.reportMissed(0, at: 12 * hour, isCertain: true)
    #expect(log.classes == [])
  }

  @Test("a date beyond the window to be missed, when it is reported")
  func window() {
    var log = OutcomeLog()
    for date in 0...55 as ClosedRange<Int64> { log.show(date) }
    log.at(56 * day + 9 * hour, .entry(isTimeChange: false))
    for date in 0...55 as ClosedRange<Int64> { log.reportDelivered(date, at: 56 * day + 9 * hour) }
    #expect(log.classes == ["unreportedMiss"])
    log.reportMissed(56, at: 56 * day + 9 * hour, isCertain: true)
    #expect(log.classes == [])
  }

  @Test("a shown notification that was dismissed to be reported missed, with certainty unknown")
  func cleared() {
    var log = OutcomeLog()
    log.show(0)
    log.at(9 * hour, .did(.dismissAll))
    log.at(10 * hour, .entry(isTimeChange: false))
    #expect(log.classes == [])
    log.reportMissed(0, at: 10 * hour)
    #expect(log.classes == [])
    log.reportMissed(0, at: 10 * hour, isCertain: true)
    #expect(log.classes == ["missedTwice", "falseCertainMiss"])
  }

  @Test("what became due while the phone was off at its start or never", arguments: [true, false])
  func off(showsAtBoot: Bool) {
    var log = OutcomeLog()
    log.history.showsAtBoot = showsAtBoot
    log.at(7 * hour, .did(.powerOff))
    log.at(20 * hour, .did(.powerOn(isLocked: false)))
    if showsAtBoot {
      log.at(
        20 * hour + minute, .shown(schedule: "d", planned: OutcomeLog.planned(0), identifier: "d"))
    }
    #expect(log.classes == [])
    log.at(21 * hour, .did(.wait(milliseconds: 1)))
    #expect(log.classes == [])
  }

  @Test("a removal in flight to come too late for a delivery, but only while in flight")
  func race() {
    for milliseconds in [400, 1_600] as [Int64] {
      var log = OutcomeLog()
      log.at(OutcomeLog.eight(0) - milliseconds, .entry(isTimeChange: false), .accepted(.cancelAll))
      log.show(0)
      #expect(log.classes == (milliseconds < 1_000 ? [] : ["shownAfterEnd"]))
    }
  }

  @Test("both outcomes where a failed write leaves open what is stored")
  func failedWrite() {
    for isShown in [true, false] {
      var log = OutcomeLog()
      log.at(hour, .did(.failWrites(count: 1)), .entry(isTimeChange: false), .writeFailed)
      log.at(
        hour,
        .rejected(
          .scheduleDaily(id: "d", minuteOfDay: 600, zone: nil), error: "storage_failed"))
      if isShown { log.show(0) }
      #expect(log.classes == [])
    }
  }

  @Test("a repeating request that skips several dates to be shown once")
  func repeating() {
    var log = OutcomeLog()
    log.at(
      2_000, .entry(isTimeChange: false),
      .accepted(
        .scheduleReminder(
          id: "r", minuteOfDay: 480, zone: nil, isRepeating: true, isUpdate: false)),
      .accepted(.cancelAll))
    log.at(
      3_000,
      .accepted(
        .scheduleReminder(
          id: "r", minuteOfDay: 480, zone: nil, isRepeating: true, isUpdate: false)))
    log.at(hour, .did(.warp(milliseconds: 3 * day)))
    #expect(log.classes == [])
    log.at(hour, .shown(schedule: "r", planned: OutcomeLog.planned(0), identifier: "r"))
    log.at(hour + 10 * minute, .entry(isTimeChange: false))
    log.at(
      hour + 10 * minute, .reportedDelivered(schedule: "r", planned: OutcomeLog.planned(2)))
    #expect(log.classes == [])
    log.at(
      hour + 20 * minute, .shown(schedule: "r", planned: OutcomeLog.planned(0), identifier: "r"))
    #expect(log.classes == ["shownTwice"])
  }

  @Test("no second delivery for a date after a flight west")
  func west() {
    var log = OutcomeLog()
    log.show(0)
    log.at(9 * hour, .did(.setZone("America/New_York")), .entry(isTimeChange: false))
    log.reportDelivered(0, at: 9 * hour)
    let again = OutcomeLog.planned(0) + 5 * hour
    log.at(again - OutcomeLog.start, .shown(schedule: "d", planned: again, identifier: "d"))
    #expect(log.classes == ["shownTwice"])
  }

  @Test("only an immediate delivery of what a flight east skipped")
  func east() {
    var log = OutcomeLog()
    log.at(2 * hour, .did(.setZone("Asia/Tokyo")), .entry(isTimeChange: false))
    let planned = OutcomeLog.planned(0) - 9 * hour
    log.at(2 * hour + minute, .shown(schedule: "d", planned: planned, identifier: "d"))
    log.at(3 * hour, .entry(isTimeChange: false))
    log.at(3 * hour, .reportedDelivered(schedule: "d", planned: planned))
    #expect(log.classes == [])
  }
}
