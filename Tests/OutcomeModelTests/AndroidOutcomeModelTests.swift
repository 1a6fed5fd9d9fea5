import Testing

@testable import OutcomeModel

@Suite("the outcome model of an Android phone")
struct AndroidOutcomeModelTests {
  /// Shown on three dates, once after nine seconds.
  private static func good() -> OutcomeLog {
    var log = OutcomeLog(android: AndroidTraits())
    log.fire(0)
    log.fire(1, after: 9_000)
    log.fire(2)
    return log
  }

  private static let later = 2 * day + 11 * hour
  private static let next = OutcomeLog.eight(3)
  private static let alarms = [3, 4].map {
    PendingRequest(schedule: "d", trigger: OutcomeLog.planned($0))
  }

  /// The same log with one thing wrong; nil for what no Android phone is judged by.
  private static func planted(_ kind: Disagreement.Kind) -> OutcomeLog? {
    var log = good()
    switch kind {
    case .lost:
      log.at(next + hour, .entry(isTimeChange: false))
      log.miss(3, at: next + hour)
    case .lostOnItsWay:
      log.at(
        next + 500, .entry(isTimeChange: false),
        .accepted(.updateDaily(id: "d", minuteOfDay: 540, zone: nil)),
        .did(.wait(milliseconds: minute)))
      log.at(next + minute, .entry(isTimeChange: false))
    case .late: log.fire(3, after: minute)
    case .shownTwice:
      log.at(later, .shown(schedule: "d", planned: OutcomeLog.planned(2), identifier: "d"))
    case .shownAfterEnd:
      log.at(later, .entry(isTimeChange: false), .accepted(.cancelAll))
      log.at(next, .shown(schedule: "d", planned: OutcomeLog.planned(3), identifier: "d"))
    case .ghost:
      let planned = OutcomeLog.start + later
      log.at(later, .shown(schedule: "d", planned: planned, identifier: "d"))
    case .falseCertainMiss: log.miss(1, at: later)
    case .missedAhead: log.miss(3, at: later)
    case .phantomMiss: log.miss(-1, at: later)
    case .unreportedMiss:
      log.at(3 * day, .did(.forceStop))
      log.at(next + hour, .did(.open), .entry(isTimeChange: false))
    case .missedTwice:
      log.at(3 * day, .did(.forceStop))
      log.at(next + hour, .did(.open))
      log.miss(3, at: next + hour)
      log.miss(3, at: next + hour)
    case .falseDelivery:
      log.at(3 * day, .did(.forceStop))
      log.at(next + hour, .did(.open))
      log.miss(3, at: next + hour)
      log.at(next + hour, .reportedDelivered(schedule: "d", planned: OutcomeLog.planned(3)))
    case .unreportedDelivery:
      log.at(
        next, .content(age: 0),
        .shown(schedule: "d", planned: OutcomeLog.planned(3), identifier: "d"))
      log.at(next + hour, .entry(isTimeChange: false))
    case .needlesslyUnknown:
      log.at(
        next, .content(age: 0),
        .shown(schedule: "d", planned: OutcomeLog.planned(3), identifier: "d"),
        .reportedDelivered(schedule: "d", planned: OutcomeLog.planned(3), isCertain: false))
    case .deliveredTwice:
      log.at(later, .reportedDelivered(schedule: "d", planned: OutcomeLog.planned(1)))
    case .statusLies:
      log.at(
        later,
        .status(
          StatusAnswer(
            isEnabled: true, isScheduled: true, next: OutcomeLog.planned(4), pending: 2,
            requests: alarms)))
    case .unexpectedRejection: log.at(later, .rejected(.status, error: "storage_failed"))
    case .acceptedBeforeUnlock:
      log.at(later, .did(.reboot(isLocked: true)), .accepted(.status))
    case .acceptedInVain:
      log.at(
        later, .did(.setExactAlarms(isGranted: false)),
        .accepted(.scheduleDaily(id: "d", minuteOfDay: 480, zone: nil)))
    case .notArmed: log.at(later, .pending([alarms[0]]))
    case .strayRequest:
      let stray = PendingRequest(schedule: "d", trigger: OutcomeLog.planned(3) + minute)
      log.at(later, .pending(alarms + [stray]))
    case .lackingContent: log.fire(3, age: nil)
    case .staleContent: log.fire(3, age: day + minute)
    case .permissionLies: log.at(later, .permissionReply(isGranted: false))
    case .invariantAlarm: log.at(later, .invariant(9, message: "planted"))
    // A wrong miss has one class here, certain or not; an invariant is broken only where something
    // else is; nothing can be put off.
    case .falseMiss, .misdatedDelivery, .invariantBroken, .lostAgain, .shownAgainInVain,
      .historyLies:
      return nil
    }
    return log
  }

  @Test("finds nothing where each date is shown once and reported once")
  func right() {
    #expect(AndroidOutcomeModelTests.good().classes == [])
  }

  @Test(
    "finds a planted disagreement of each class, and only that one",
    arguments: Disagreement.Kind.allCases)
  func planted(kind: Disagreement.Kind) {
    guard let log = AndroidOutcomeModelTests.planted(kind) else { return }
    let found = log.classes.map { $0.prefix { $0 != "#" } }
    #expect(found == [kind.rawValue[...]])
  }

  @Test(
    "excuses what an app that hibernates, or has lost its permission, does not show",
    arguments: [Observation.Event.hibernated, .permissionReset])
  func unused(event: Observation.Event) {
    var log = AndroidOutcomeModelTests.good()
    log.at(3 * day, event)
    log.at(AndroidOutcomeModelTests.next + hour, .did(.open), .entry(isTimeChange: false))
    let found = log.classes.map { $0.prefix { $0 != "#" } }
    #expect(found == ["unreportedMiss"])
  }

  @Test("wants what the host has skipped neither shown nor missed, unless that was taken back")
  func skipped() {
    let (later, next) = (AndroidOutcomeModelTests.later, AndroidOutcomeModelTests.next)
    var log = AndroidOutcomeModelTests.good()
    log.at(later, .entry(isTimeChange: false), .accepted(.skipNext(id: "d")))
    var (shown, missed, undone, pending) = (log, log, log, log)
    log.at(next + hour, .entry(isTimeChange: false))
    #expect(log.classes == [])
    shown.at(next, .shown(schedule: "d", planned: OutcomeLog.planned(3), identifier: "d"))
    #expect(shown.classes == ["shownAfterEnd"])
    missed.miss(3, at: next + hour)
    #expect(missed.classes == ["phantomMiss"])
    pending.at(later, .pending(AndroidOutcomeModelTests.alarms))
    #expect(pending.classes == ["notArmed", "strayRequest"])
    undone.at(later + minute, .entry(isTimeChange: false), .accepted(.undoSkip(id: "d")))
    undone.fire(3)
    #expect(undone.classes == [])
  }

  @Test("lets a maker's delay make it late, and no later", arguments: [0, 1])
  func makerDelay(minutes: Int) {
    var traits = AndroidTraits()
    traits.makerDelayMinutes = minutes
    traits.delaysAlarmClocks = true
    var log = OutcomeLog(android: traits)
    log.fire(0, after: minute)
    #expect(log.classes.isEmpty == (minutes == 1))
  }

  @Test("lets an exempt app set exact alarms without the permission", arguments: [true, false])
  func exempt(isExempt: Bool) {
    var log = AndroidOutcomeModelTests.good()
    let later = AndroidOutcomeModelTests.later
    log.at(later, .did(.setBatteryExemption(isOn: isExempt)))
    log.at(later, .did(.setExactAlarms(isGranted: false)))
    log.at(later, .accepted(.scheduleDaily(id: "d", minuteOfDay: 480, zone: nil)))
    #expect(log.classes == (isExempt ? [] : ["acceptedInVain"]))
  }

  @Test("lets a restricted app's alarms be held until it is opened, but no alarm clocks")
  func restricted() {
    for call in ["alarmClock", "allowWhileIdle", "exact"] {
      var traits = AndroidTraits()
      traits.exactCall = call
      var log = OutcomeLog(android: traits)
      log.at(hour, .did(.setBackgroundRestricted(isOn: true)))
      log.at(20 * hour, .did(.open), .entry(isTimeChange: false))
      log.miss(0, at: 20 * hour)
      #expect(log.classes == (call == "alarmClock" ? ["lost"] : []), "\(call)")
    }
  }

  @Test(
    "excuses what could not be shown, and wants it reported",
    arguments: [
      Act.powerOff, .forceStop, .setExactAlarms(isGranted: false),
      .setPermission(isGranted: false), .setChannel(isOfReminders: false, isBlocked: true),
    ])
  func excused(act: Act) {
    var log = AndroidOutcomeModelTests.good()
    log.at(3 * day, .did(act))
    log.at(
      OutcomeLog.eight(3) + hour, .did(.powerOn(isLocked: false)),
      .did(.setPermission(isGranted: true)), .did(.setExactAlarms(isGranted: true)),
      .did(.setChannel(isOfReminders: false, isBlocked: false)), .did(.open))
    var silent = log
    silent.at(OutcomeLog.eight(3) + hour, .entry(isTimeChange: false))
    log.miss(3, at: OutcomeLog.eight(3) + hour)
    log.fire(4)
    silent.fire(4)
    #expect(log.classes == [])
    #expect(silent.classes == ["unreportedMiss"])
  }

  /// What a phone may do about the permission in a new install, with how many answers are wrong.
  private static let dialogs: [([Observation.Event], wrong: Int)] = [
    ([.did(.dismissDialog), .permissionReply(isGranted: false)], 0),
    ([.did(.answerDialog(isAllowed: false)), .permissionReply(isGranted: false)], 0),
    ([.did(.answerDialog(isAllowed: true)), .permissionReply(isGranted: true)], 0),
    ([.did(.dismissDialog), .permissionReply(isGranted: true)], 1),
    ([.permissionReply(isGranted: false)], 1),
    (
      [
        .did(.answerDialog(isAllowed: false)), .did(.answerDialog(isAllowed: false)),
        .permissionReply(isGranted: false),
      ], 0
    ),
    (
      [
        .did(.answerDialog(isAllowed: false)), .did(.dismissDialog),
        .did(.answerDialog(isAllowed: false)), .did(.answerDialog(isAllowed: true)),
      ], 1
    ),
    ([.did(.setPermission(isGranted: false)), .did(.dismissDialog)], 1),
  ]

  @Test(
    "knows what the person was asked and has answered", arguments: dialogs.indices)
  func permission(index: Int) {
    let (events, wrong) = AndroidOutcomeModelTests.dialogs[index]
    var log = AndroidOutcomeModelTests.good()
    log.at(2 * day + 9 * hour, .did(.reinstall), .did(.open))
    for event in events { log.at(2 * day + 10 * hour, event) }
    #expect(log.classes == Array(repeating: "permissionLies", count: wrong))
  }

  @Test(
    "lets what was shown with a full disk, and left the shade, be missed, but not for certain",
    arguments: [true, false])
  func forgotten(isCertain: Bool) {
    var log = AndroidOutcomeModelTests.good()
    log.at(3 * day, .did(.fillDisk(isOn: true)))
    log.at(
      AndroidOutcomeModelTests.next, .content(age: 0),
      .shown(schedule: "d", planned: OutcomeLog.planned(3), identifier: "d"))
    log.at(AndroidOutcomeModelTests.next + minute, .did(.forceStop))
    log.at(
      AndroidOutcomeModelTests.next + hour, .did(.fillDisk(isOn: false)), .did(.open))
    log.miss(3, at: AndroidOutcomeModelTests.next + hour, isCertain: isCertain)
    #expect(log.classes == (isCertain ? ["falseCertainMiss"] : []))
  }

  @Test("wants everything armed again a minute after the unlock that follows a restart")
  func boot() {
    var log = AndroidOutcomeModelTests.good()
    log.at(3 * day, .did(.reboot(isLocked: true)))
    log.at(3 * day + hour, .did(.unlock))
    log.at(OutcomeLog.eight(3) + hour, .did(.wait(milliseconds: hour)))
    #expect(log.classes == ["lost"])
  }

  @Test("lets Doze hold an alarm that is neither an alarm clock nor allowed while idle")
  func doze() {
    var traits = AndroidTraits()
    traits.exactCall = "exact"
    for isHeld in [true, false] {
      var log = OutcomeLog(android: isHeld ? traits : AndroidTraits())
      log.at(hour, .did(.setDoze(isOn: true)))
      log.fire(0, after: 2 * hour)
      #expect(log.classes == (isHeld ? [] : ["late"]))
    }
  }
}

extension OutcomeLog {
  /// The alarm of a date fires: it is shown with content of an age, and reported.
  fileprivate mutating func fire(_ date: Int64, after delay: Int64 = 0, age: Int64? = minute) {
    at(OutcomeLog.eight(date) + delay, .entry(isTimeChange: false), .content(age: age))
    show(date, after: delay)
    reportDelivered(date, at: OutcomeLog.eight(date) + delay)
  }

  /// Code runs and reports a miss for certain, or not.
  fileprivate mutating func miss(_ date: Int64, at instant: Int64, isCertain: Bool = true) {
    at(instant, .entry(isTimeChange: false))
    reportMissed(date, at: instant, isCertain: isCertain)
  }
}
