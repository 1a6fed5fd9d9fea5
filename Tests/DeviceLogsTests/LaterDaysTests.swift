import CivilTime
import DeviceLogs
import Testing

/// A schedule of each day at 08:00, and what the log says of it from then on.
@Suite("The days after the first")
struct LaterDaysTests {
  private static let planned = [
    "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T08:00:00Z",
    "[DNP-STORAGE] Persisted schedule to DB "
      + "(id=daily, type=DAILY, time=08:00, next=2025-11-15T08:00:00Z)",
  ]
  private static let delivered = "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache)"

  private var lines: [String] = LaterDaysTests.planned.map {
    PluginLog.stamped("2025-11-14 20:00:00.000000", $0)
  }

  private mutating func add(_ day: Int, _ time: String, _ line: String) {
    lines.append(PluginLog.stamped("2025-11-\(day) \(time).000000", line))
  }

  /// A prefetch at 07:55 and a delivery at 08:00.
  private mutating func morning(_ day: Int, isShown: Bool = true) {
    add(
      day, "07:55:00",
      "[DNP-FETCH] BGTask started (earliestBeginDate=2025-11-\(day)T07:55:00Z, "
        + "actual=2025-11-\(day)T07:55:00Z, late=0s)")
    add(
      day, "07:55:00",
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-\(day + 1)T07:55:00Z)")
    if isShown { add(day, "08:00:00", LaterDaysTests.delivered) }
  }

  private mutating func call(_ day: Int, _ time: String, _ method: String) {
    add(day, time, "[DNP-PLUGIN] \(method)() called")
  }

  private func found(
    chosen name: String = "delivery"
  ) throws -> LogAnswer.Profile {
    let profiles = BuiltInProfiles.all.filter { $0.name == name }
    return try #require(try Validating.answer(lines: lines, profiles: profiles).profiles.first)
  }

  private func texts(_ profile: LogAnswer.Profile) -> [String] {
    profile.findings.map { "\($0.severity.rawValue) \($0.text)" }
  }

  private static let says = "the notification was due, but the log continues without it"

  /// A line about a skip of a day's notification, written the evening before.
  private mutating func skip(_ day: Int, _ words: String) {
    add(
      day - 1, "20:00:00",
      "[DNP-SCHEDULER] Notification \(words) (id=daily, type=DAILY, date=2025-11-\(day), "
        + "planned=2025-11-\(day)T08:00:00Z)")
  }

  @Test("the day that a delivered line names is the one that was shown", arguments: [15, 16])
  mutating func named(shown: Int) throws {
    add(15, "07:00:00", "[DNP-PLUGIN] status = ready")
    add(
      16, "08:00:01",
      "[DNP-SCHEDULER] Notification delivered (id=daily, source=cache, "
        + "planned=2025-11-\(shown)T08:00:00Z)")
    add(16, "10:00:00", "[DNP-PLUGIN] status = ready")
    let found = try found()
    let lost =
      shown == 16
      ? "error \(LaterDaysTests.says) (due 2025-11-15T08:00:00Z)"
      : "warning \(LaterDaysTests.says) (due 2025-11-16T08:00:00Z; no other line shows that the "
        + "schedule fires each day)"
    #expect(texts(found).contains(lost), "\(texts(found))")
    #expect((found.verdict == .broken) == (shown == 16))
  }

  @Test("a day that the host asked to skip lacks nothing, and no other is excused by it")
  func skipped() throws {
    for day in 16...19 {
      var log = self
      for morning in 15...20 {
        log.morning(morning, isShown: morning != day)
        if morning == day - 1 { log.skip(day, "skipped as the host asked") }
      }
      #expect(try log.texts(log.found()) == [])
      log.morning(21, isShown: false)
      log.morning(22)
      log.morning(23)
      #expect(
        try log.texts(log.found()) == ["error \(Self.says) (due 2025-11-21T08:00:00Z)"])
    }
  }

  @Test("the first day can be skipped, too; taken back, it is waited for")
  func skippedFirst() throws {
    var log = self
    log.skip(15, "skipped as the host asked")
    for morning in 15...17 { log.morning(morning, isShown: morning != 15) }
    #expect(try log.texts(log.found()) == [])
    log = self
    log.skip(15, "skipped as the host asked")
    log.skip(15, "no longer skipped")
    for morning in 15...16 { log.morning(morning, isShown: false) }
    #expect(
      try log.texts(log.found()) == ["error \(Self.says) (due 2025-11-15T08:00:00Z)"])
  }

  @Test("a day on which nothing was shown breaks the log, and is named", arguments: 16...19)
  func missing(day: Int) throws {
    var log = self
    for morning in 15...20 { log.morning(morning, isShown: morning != day) }
    let profile = try log.found()
    #expect(profile.verdict == .broken)
    #expect(
      log.texts(profile) == ["error \(LaterDaysTests.says) (due 2025-11-\(day)T08:00:00Z)"])
    #expect(profile.findings.map(\.number) == [2])
  }

  @Test(
    "the last day, too, where the log goes on past it",
    arguments: [("09:15:01", true), ("09:15:00", false)])
  func lastDay(end: String, isMissing: Bool) throws {
    var log = self
    for morning in 15...17 { log.morning(morning, isShown: morning != 17) }
    log.add(17, end, "[DNP-PLUGIN] status = ready")
    #expect(try log.found().verdict == (isMissing ? .broken : .passed))
  }

  @Test("a correct log has no findings")
  func correct() throws {
    var log = self
    for morning in 15...24 { log.morning(morning) }
    let profile = try log.found()
    #expect(profile.verdict == .passed && profile.findings == [])
  }

  @Test("what the plugin writes at its next run settles the days that have passed")
  func together() throws {
    var log = self
    log.morning(15)
    for _ in 16...18 { log.add(18, "12:00:00", LaterDaysTests.delivered) }
    log.morning(19)
    #expect(try log.found().findings == [])
    // After a longer silence it may be two logs, or the log of a phone that was off.
    log.lines.remove(at: log.lines.firstIndex { $0.contains("11-18 12:00") } ?? 0)
    #expect(try log.found().findings == [])
  }

  @Test(
    "a day that the plugin gives account of is not missing",
    arguments: [
      "[DNP-RECOVERY] Notification missed "
        + "(id=daily, planned=2025-11-17T08:00:00Z, reason=noCodeRan, certainty=certain)",
      "[DNP-DUAL] Notification skipped without fresh content "
        + "(id=daily, planned=2025-11-17T08:00:00Z)",
      "[DNP-RECOVERY] Older misses not listed "
        + "(id=daily, from=2025-11-16T08:00:00Z, before=2025-11-18T08:00:00Z)",
    ])
  func accounted(line: String) throws {
    var log = self
    for morning in 15...19 {
      log.morning(morning, isShown: morning != 17)
      if morning == 18 { log.add(18, "08:00:01", line) }
    }
    #expect(try log.found().findings.allSatisfy { !$0.text.hasPrefix(LaterDaysTests.says) })
    // Of another schedule or day it settles nothing.
    log.lines = log.lines.map {
      $0.replacing("id=daily, planned", with: "id=tea, planned")
        .replacing("id=daily, from", with: "id=tea, from")
    }
    #expect(try log.found().verdict == .broken)
  }

  @Test("nothing is due after a call that may have taken it back")
  func takenBack() throws {
    var log = self
    for morning in 15...16 { log.morning(morning) }
    log.call(16, "09:00:00", "cancelAllNotifications")
    log.add(20, "09:00:00", "[DNP-PLUGIN] status = ready")
    #expect(try log.found().findings == [])
    // The log shows it again on two days in a row: it was not taken back.
    for morning in 21...22 { log.morning(morning) }
    log.morning(23, isShown: false)
    log.morning(24)
    #expect(
      log.texts(try log.found()) == [
        "error \(LaterDaysTests.says) (due 2025-11-23T08:00:00Z)"
      ])
  }

  @Test(
    "a call about other schedules takes back no day of this one",
    arguments: ["cancelDailyReminder", "cancelDualSchedule", "pauseDualSchedule"])
  func othersTakenBack(method: String) throws {
    var log = self
    for morning in 15...16 { log.morning(morning) }
    log.call(16, "09:00:00", method)
    log.add(17, "09:00:00", "[DNP-PLUGIN] status = ready")
    log.morning(18)
    #expect(
      log.texts(try log.found()) == [
        "error \(LaterDaysTests.says) (due 2025-11-17T08:00:00Z)"
      ])
  }

  @Test("another time replaces the first one")
  func replaced() throws {
    var log = self
    log.morning(15)
    log.add(
      15, "12:00:00",
      LaterDaysTests.planned[1].replacing("08:00", with: "20:00"))
    for day in 15...18 { log.add(day, "20:00:00", LaterDaysTests.delivered) }
    #expect(try log.found().findings == [])
  }

  @Test("a row that may fire once is waited for after it was shown on two days in a row")
  func reminder() throws {
    var log = self
    log.lines = log.lines.map { $0.replacing("type=DAILY", with: "type=REMINDER") }
    log.morning(15)
    log.add(18, "12:00:00", "[DNP-PLUGIN] status = ready")
    #expect(try log.found().findings == [])
    for morning in 19...22 { log.morning(morning, isShown: morning != 21) }
    #expect(
      log.texts(try log.found()) == ["error \(LaterDaysTests.says) (due 2025-11-21T08:00:00Z)"])
  }

  @Test("an expression for some days of the week is not waited for on each day")
  func weekdays() throws {
    var log = self
    log.lines = log.lines.map { $0.replacing("time=08:00", with: "time=0 8 * * 1-5") }
    for morning in 15...19 { log.morning(morning, isShown: morning < 17) }
    #expect(try log.found().findings == [])
  }

  @Test("a schedule of every other day is a doubt, not an error")
  func everyOtherDay() throws {
    var log = self
    for day in 15...19 {
      if day % 2 == 1 { log.add(day, "08:00:00", LaterDaysTests.delivered) }
      log.add(day, "23:00:00", "[DNP-PLUGIN] status = ready")
    }
    let profile = try log.found()
    #expect(profile.verdict == .passed)
    let expected = [16, 18].map { day in
      "warning \(LaterDaysTests.says) (due 2025-11-\(day)T08:00:00Z; "
        + "no other line shows that the schedule fires each day)"
    }
    #expect(log.texts(profile) == expected)
  }

  @Test("where only other programs write, an iPhone leaves a doubt, and an Android phone none")
  func silent() throws {
    var log = self
    for morning in 15...17 { log.morning(morning) }
    log.lines.append("2025-11-18 12:00:00.000000+0000  localhost kernel[0]: (Wifi) else")
    let profile = try log.found()
    #expect(profile.verdict == .passed)
    #expect(
      log.texts(profile) == [
        "warning \(LaterDaysTests.says) (due 2025-11-18T08:00:00Z; "
          + "the plugin has written nothing since, which it does when it next runs)"
      ])
    var android = log
    android.lines = log.lines.map { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      let text = line.split(separator: ") ", maxSplits: 1)[1]
      let tag = line.contains("DNP-") ? "DNP-PLUGIN" : "Wifi"
      return "\(parts[0]) \(parts[1].prefix(12)) +0000  5310  5342 I \(tag): \(text)"
    }
    let found = try android.found()
    #expect(found.verdict == .broken)
    #expect(
      android.texts(found) == ["error \(LaterDaysTests.says) (due 2025-11-18T08:00:00Z)"])
  }

  @Test("what an iPhone notices at the next prefetch is of the day before", arguments: 16...19)
  func noticedLater(day: Int) throws {
    var log = self
    for morning in 15...21 {
      if morning > 15, morning - 1 != day { log.add(morning, "07:55:00", LaterDaysTests.delivered) }
      log.morning(morning, isShown: false)
    }
    let found = log.texts(try log.found()).filter { $0.hasPrefix("error") }
    #expect(found == ["error \(LaterDaysTests.says) (due 2025-11-\(day)T08:00:00Z)"])
  }

  @Test("a call whose schedule could not be stored has nothing due")
  func notStored() throws {
    var log = self
    log.lines[1] = PluginLog.stamped(
      "2025-11-14 20:00:00.000000", "[DNP-STORAGE] Persist failed (ledger of daily)")
    log.add(16, "12:00:00", "[DNP-PLUGIN] status = ready")
    #expect(try log.found().findings.map(\.kind) == [.forbidden])
  }

  @Test("a change of the clocks makes no day missing", arguments: ["07:00:00", "09:00:00"])
  func clocks(time: String) throws {
    var log = self
    for day in 15...16 { log.add(day, "08:00:00", LaterDaysTests.delivered) }
    for day in 17...24 { log.add(day, time, LaterDaysTests.delivered) }
    #expect(try log.found().findings == [])
  }

  @Test("a clock that was set back makes no day missing")
  func setBack() throws {
    var log = self
    for morning in 15...20 { log.morning(morning) }
    log.add(16, "12:00:00", "[DNP-PLUGIN] status = ready")
    for day in 17...19 { log.add(day, "12:00:00", "[DNP-PLUGIN] status = ready") }
    for morning in 21...22 { log.morning(morning) }
    #expect(try log.found().findings == [])
  }
}
