import Testing

@testable import OutcomeModel

@Suite("the outcome model")
struct OutcomeModelTests {
  /// Shown on three dates, once late, then observed and reported at an entry on the fourth.
  private static func good() -> OutcomeLog {
    var log = OutcomeLog()
    log.show(0)
    log.show(1, after: 179_000)
    log.show(2)
    log.at(2 * day + 10 * hour, .entry(isTimeChange: false))
    for date in 0...2 as ClosedRange<Int64> { log.reportDelivered(date, at: 2 * day + 10 * hour) }
    return log
  }

  /// The same log with one thing wrong, or more that follow from it.
  private static func planted(_ kind: Disagreement.Kind) -> OutcomeLog {
    var log = good()
    let later = 2 * day + 11 * hour
    let missed = OutcomeLog.eight(3) + 2 * hour
    let request = PendingRequest(schedule: "d", trigger: OutcomeLog.planned(3))
    switch kind {
    case .lost:
      log.at(missed, .entry(isTimeChange: false))
      log.reportMissed(3, at: missed)
    case .unreportedMiss:
      log.at(3 * day, .did(.clearPending))
      log.at(missed, .entry(isTimeChange: false))
    case .lostOnItsWay:
      let call = OutcomeLog.eight(3) + 30_000
      log.at(
        call, .entry(isTimeChange: false),
        .accepted(.updateDaily(id: "d", minuteOfDay: 540, zone: nil)))
      log.at(call + 10 * minute, .entry(isTimeChange: false))
    case .late: log.show(3, after: 4 * minute)
    case .shownTwice: log.show(2, after: 2 * hour + 1)
    case .shownAfterEnd:
      log.at(later, .entry(isTimeChange: false), .accepted(.cancelAll))
      log.show(3)
    case .ghost:
      log.at(
        3 * day + hour,
        .shown(schedule: "d", planned: OutcomeLog.start + 3 * day + hour, identifier: "d"))
    case .lostAgain:
      log.putOff(2, at: later)
      log.at(later + 2 * hour, .entry(isTimeChange: false))
    case .shownAgainInVain: log.at(later, .shownAgain(schedule: "d", identifier: "later_daily_d_2"))
    case .falseMiss: log.reportMissed(1, at: later)
    case .falseCertainMiss: log.reportMissed(1, at: later, isCertain: true)
    case .missedAhead: log.reportMissed(3, at: later)
    case .phantomMiss: log.reportMissed(-1, at: later)
    case .missedTwice:
      log.at(3 * day, .did(.clearPending))
      log.at(missed, .entry(isTimeChange: false))
      log.reportMissed(3, at: missed)
      log.reportMissed(3, at: missed)
    case .falseDelivery:
      log.at(3 * day, .did(.clearPending))
      log.at(missed, .entry(isTimeChange: false))
      log.reportMissed(3, at: missed)
      log.reportDelivered(3, at: missed)
    case .unreportedDelivery:
      log.show(3)
      log.at(missed, .entry(isTimeChange: false))
    case .misdatedDelivery:
      log.show(3)
      log.at(missed, .entry(isTimeChange: false))
      log.reportDelivered(1, at: missed)
    case .needlesslyUnknown:
      log.show(3)
      log.at(missed, .entry(isTimeChange: false))
      log.at(
        missed,
        .reportedDelivered(schedule: "d", planned: OutcomeLog.planned(3), isCertain: false))
    case .deliveredTwice: log.reportDelivered(1, at: later)
    case .statusLies:
      log.at(
        later,
        .status(
          StatusAnswer(
            isEnabled: true, isScheduled: true, next: OutcomeLog.planned(4), pending: 1,
            requests: [request])))
    case .unexpectedRejection: log.at(later, .rejected(.status, error: "storage_failed"))
    case .acceptedBeforeUnlock:
      log.at(later, .did(.reboot(isLocked: true)), .accepted(.status))
    case .notArmed: log.at(later, .pending(OutcomeLog.requests(3...57)))
    case .strayRequest:
      let stray = PendingRequest(schedule: "d", trigger: OutcomeLog.planned(3) + minute)
      log.at(later, .pending(OutcomeLog.requests(3...58) + [stray]))
    case .invariantAlarm: log.at(later, .invariant(9, message: "planted"))
    case .invariantBroken: log.at(later, .invariant(7, message: "planted"))
    // Of an Android phone alone.
    case .lackingContent, .staleContent, .acceptedInVain, .permissionLies: break
    // `dnp-histories` compares it with the model.
    case .historyLies: break
    }
    return log
  }

  @Test("finds nothing where each date is shown once and reported once")
  func right() {
    #expect(OutcomeModelTests.good().classes == [])
  }

  @Test(
    "finds a planted disagreement of each class, and only that one",
    arguments: Disagreement.Kind.allCases.filter {
      ![.lackingContent, .staleContent, .acceptedInVain, .permissionLies, .historyLies]
        .contains($0)
    })
  func planted(kind: Disagreement.Kind) {
    let found = OutcomeModelTests.planted(kind).classes.map { $0.prefix { $0 != "#" } }
    #expect(found == [kind.rawValue[...]])
  }

  @Test("finds a second delivery after the clock was set back")
  func shownTwice() {
    var log = OutcomeModelTests.good()
    log.at(2 * day + 11 * hour, .did(.warp(milliseconds: -6 * hour)), .entry(isTimeChange: false))
    log.at(
      2 * day + 14 * hour, .shown(schedule: "d", planned: OutcomeLog.planned(2), identifier: "d"))
    #expect(log.classes == ["shownTwice"])
  }

  @Test("counts a date reported missed too early once, also when it is shown later")
  func shownAfterMiss() {
    var log = OutcomeModelTests.planted(.missedAhead)
    log.show(3)
    #expect(log.classes == ["missedAhead"])
  }

  @Test("finds a status that says scheduled while notifications are denied")
  func deniedStatus() {
    var log = OutcomeModelTests.good()
    log.at(
      2 * day + 11 * hour, .did(.setPermission(isGranted: false)), .entry(isTimeChange: false),
      .status(
        StatusAnswer(isEnabled: false, isScheduled: true, next: nil, pending: 0, requests: [])))
    #expect(log.classes == ["statusLies"])
  }

  @Test("finds nothing in a full window and a status that agrees with it")
  func atRest() {
    var log = OutcomeModelTests.good()
    let requests = OutcomeLog.requests(3...58)
    log.at(
      2 * day + 11 * hour, .pending(requests),
      .status(
        StatusAnswer(
          isEnabled: true, isScheduled: true, next: OutcomeLog.planned(3), pending: 56,
          requests: requests)))
    #expect(log.classes == [])
  }

  @Test("shares the window: a slot for each next occurrence, then the nearest reserves")
  func window() {
    var log = OutcomeModelTests.good()
    let later = 2 * day + 11 * hour
    log.at(
      later, .entry(isTimeChange: false),
      .accepted(.scheduleDaily(id: "e", minuteOfDay: 20 * 60, zone: nil)),
      .accepted(
        .scheduleReminder(
          id: "r", minuteOfDay: 12 * 60, zone: nil, isRepeating: true, isUpdate: false)))
    func requests(ofD: ClosedRange<Int64>, ofE: ClosedRange<Int64>) -> [PendingRequest] {
      let evenings = ofE.map {
        PendingRequest(schedule: "e", trigger: OutcomeLog.planned($0) + 12 * hour)
      }
      let noon = PendingRequest(schedule: "r", trigger: OutcomeLog.planned(2) + 4 * hour)
      return OutcomeLog.requests(ofD) + evenings + [noon]
    }
    // 28 evenings from today on, 27 mornings from tomorrow on and the reminder are 56.
    var right = log
    right.at(later + minute, .pending(requests(ofD: 3...29, ofE: 2...29)))
    #expect(right.classes == [])
    var uneven = log
    uneven.at(later + minute, .pending(requests(ofD: 3...31, ofE: 2...27)))
    #expect(uneven.classes == ["notArmed"])
  }

  @Test("calls an invariant's violation a false alarm only when everything else is right")
  func invariants() {
    var log = OutcomeModelTests.planted(.invariantAlarm)
    #expect(log.classes == ["invariantAlarm#9"])
    log.reportMissed(1, at: 2 * day + 11 * hour)
    #expect(log.classes == ["invariantBroken#9", "falseMiss"])
  }
}
