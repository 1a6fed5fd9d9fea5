import Testing

@testable import OutcomeModel

@Suite("What was put off, by the outcome model")
struct PutOffTests {
  private static let pressed = 11 * hour
  private static let again = pressed + hour

  /// A phone on which the first notification was shown, accounted for and put off.
  private static func log() -> OutcomeLog {
    var log = OutcomeLog()
    log.show(0)
    log.at(10 * hour, .entry(isTimeChange: false))
    log.reportDelivered(0, at: 10 * hour)
    log.putOff(0, at: pressed)
    return log
  }

  /// What the model finds by the evening when events follow the press.
  private static func classes(_ events: (Int64, Observation.Event)...) -> [String] {
    var log = log()
    for (instant, event) in events { log.at(instant, event) }
    log.at(20 * hour, .entry(isTimeChange: false))
    return log.classes
  }

  private static let shown = Observation.Event.shownAgain(
    schedule: "d", identifier: "later_daily_d_0")

  @Test("it is shown again an hour later, at most three minutes late")
  func right() {
    #expect(PutOffTests.classes((PutOffTests.again, PutOffTests.shown)) == [])
    #expect(PutOffTests.classes((PutOffTests.again + 3 * minute, PutOffTests.shown)) == [])
  }

  @Test("what is not shown again is lost; what is shown early, late or twice is shown in vain")
  func wrong() {
    #expect(PutOffTests.classes() == ["lostAgain"])
    #expect(
      PutOffTests.classes((PutOffTests.again - 1, PutOffTests.shown))
        == ["shownAgainInVain", "lostAgain"])
    #expect(
      PutOffTests.classes((PutOffTests.again + 4 * minute, PutOffTests.shown))
        == ["lostAgain", "shownAgainInVain"])
    #expect(
      PutOffTests.classes(
        (PutOffTests.again, PutOffTests.shown), (PutOffTests.again + minute, PutOffTests.shown))
        == ["shownAgainInVain"])
  }

  @Test("neither clock nor zone moves it")
  func clock() {
    let middle = PutOffTests.pressed + hour / 2
    for act: Act in [.warp(milliseconds: -2 * hour), .setZone("Asia/Tokyo")] {
      #expect(
        PutOffTests.classes((middle, .did(act)), (PutOffTests.again, PutOffTests.shown)) == [])
      #expect(PutOffTests.classes((middle, .did(act))) == ["lostAgain"])
    }
  }

  @Test(
    "it goes with everything, when other code removes it, and when an entry finds it denied",
    arguments: [
      [.accepted(.cancelAll)], [.did(.clearPending)], [.did(.otherRemoves(isAll: true))],
      [.did(.setPermission(isGranted: false)), .entry(isTimeChange: false)],
    ] as [[Observation.Event]])
  func withdrawn(events: [Observation.Event]) {
    for isShown in [false, true] {
      var log = PutOffTests.log()
      for event in events { log.at(PutOffTests.pressed + minute, event) }
      log.at(PutOffTests.pressed + 2 * minute, .did(.setPermission(isGranted: true)))
      if isShown { log.at(PutOffTests.again, PutOffTests.shown) }
      // The next date of the schedule is not what this is about.
      #expect(log.classes.filter { $0.contains("Again") } == (isShown ? ["shownAgainInVain"] : []))
    }
  }

  @Test("a denial that no entry finds withdraws nothing, but nothing is shown while it lasts")
  func denied() {
    let (denied, granted) = (
      Observation.Event.did(.setPermission(isGranted: false)),
      Observation.Event.did(.setPermission(isGranted: true))
    )
    let middle = PutOffTests.pressed + hour / 2
    #expect(PutOffTests.classes((middle, denied), (middle + minute, granted)) == ["lostAgain"])
    #expect(
      PutOffTests.classes(
        (middle, denied),
        (PutOffTests.again, .withheldAgain(identifier: "later_daily_d_0", .denied)),
        (PutOffTests.again + hour, granted)) == [])
  }

  @Test("what comes due while the phone is off is shown at its start, where anything is")
  func off() {
    let middle = PutOffTests.pressed + hour / 2
    let start = PutOffTests.again + 2 * hour
    for (showsAtBoot, expected) in [(true, ["lostAgain"]), (false, [])] {
      var log = PutOffTests.log()
      log.history.showsAtBoot = showsAtBoot
      log.at(middle, .did(.powerOff))
      log.at(start, .did(.powerOn(isLocked: false)))
      var right = log
      log.at(20 * hour, .entry(isTimeChange: false))
      #expect(log.classes == expected)
      right.at(start + minute, PutOffTests.shown)
      right.at(20 * hour, .entry(isTimeChange: false))
      #expect(right.classes == [])
    }
  }
}
