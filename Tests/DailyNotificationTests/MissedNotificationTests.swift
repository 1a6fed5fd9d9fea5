import CivilTime
import DeviceModel
import JSONText
import Testing

@testable import DailyNotification

@Suite("A missed notification")
struct MissedNotificationTests {
  private func missed(
    _ planned: String, _ phone: Phone, _ certainty: Certainty,
    _ reason: MissedNotification.Reason
  ) throws -> MissedNotification {
    let time = try #require(ISO8601.parse(planned))
    return MissedNotification(
      .daily, id: "daily", plannedTime: time, wallMinute: phone.device.os.zone.wallMinute(at: time),
      detectedTime: phone.device.os.wallMilliseconds, certainty: certainty, reason: reason)
  }

  @Test("is reported once, with certainty unknown, when a pending request has disappeared")
  func notDelivered() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.background)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.perform(.foreground)
    #expect(phone.missed == [try missed("2025-11-15T05:53:00Z", phone, .unknown, .notDelivered)])
    let status = try phone.status
    #expect(status["missed"] == 0)
    #expect(status["unaccounted"] == 1)
    for _ in 0..<3 { try phone.reopen() }
    #expect(phone.missed.count == 1)
    #expect(try phone.counter("dnp_notifications_missed_total{certainty=\"unknown\"}") == 1)
    #expect(phone.count(.notificationMissed) == 1)
  }

  @Test(
    "is none that the person has dismissed alone, wherever the process stands",
    arguments: [[], [Command.background], [.background, .systemTerminate], [.swipeAway]],
    [true, false])
  func dismissedAlone(commands: [Command], isReminder: Bool) throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    if isReminder {
      try phone.value("scheduleDailyReminder", ReminderTests.pills)
    } else {
      try phone.schedule(["time": "08:00"])
    }
    for command in commands { try phone.perform(command) }
    try phone.advance(to: "2025-11-15T08:00:00Z")
    let shown = try #require(phone.device.os.deliveredNotifications.first).request.identifier
    try phone.perform(.dismissDelivered(identifier: shown))
    #expect(phone.device.os.deliveredNotifications.isEmpty)
    #expect(phone.count(.notificationDelivered) == 1)
    try phone.advance(to: "2025-11-15T09:00:00Z")
    if !phone.device.os.process.state.isOnScreen { try phone.reopen() }
    #expect(phone.missed == [])
    #expect(try phone.status["lastNotificationTime"] == Phone.time("2025-11-15T08:00:00Z"))
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("is not known of one that the person dismissed before the first unlock")
  func dismissedSealed() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.reboot(isLocked: true))
    try phone.advance(to: "2025-11-15T05:53:00Z")
    try phone.perform(.dismissDelivered(identifier: "daily_daily"))
    #expect(!phone.device.os.process.state.isAlive)
    try phone.perform(.unlock)
    try phone.perform(.launch)
    #expect(phone.missed == [try missed("2025-11-15T05:53:00Z", phone, .unknown, .notDelivered)])
  }

  @Test("may have been shown and cleared with all others, which cannot be known")
  func dismissed() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:53:00Z")
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.foreground)
    #expect(phone.missed == [try missed("2025-11-15T05:53:00Z", phone, .unknown, .notDelivered)])
  }

  /// Closed from the 15th on, what was shown on the 15th and 16th is cleared.
  ///
  /// Then the clock goes back to the 15th, and both dates come again in vain.
  @Test(
    "is not known of what may have been shown before the clock went back",
    arguments: [false, true], [false, true])
  func shownBeforeClockWentBack(isReminder: Bool, isOpenedBeforeDenial: Bool) throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    if isReminder {
      try phone.value("scheduleDailyReminder", ReminderTests.pills)
    } else {
      try phone.schedule(["time": "08:00"])
    }
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-16T09:00:00Z")
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000 + 3_600_000))
    if isOpenedBeforeDenial {
      try phone.perform(.launch)
      try phone.perform(.swipeAway)
    }
    try phone.perform(.setPermission(.denied))
    try phone.perform(.launch)
    try phone.advance(to: "2025-11-18T09:00:00Z")
    try phone.reopen()
    #expect(
      phone.missed.map { "\(ISO8601.text($0.plannedTime)) \($0.certainty)" }.suffix(4) == [
        "2025-11-15T08:00:00Z unknown", "2025-11-16T08:00:00Z unknown",
        "2025-11-17T08:00:00Z certain", "2025-11-18T08:00:00Z certain",
      ])
  }

  /// Due at 17:20 in Tokyo, it is on its way for up to three minutes, and the app is opened.
  ///
  /// Meanwhile it may not be shown. West of there the same time of day comes again.
  @Test("is none where its time comes again in another zone, and notifications are allowed")
  func onItsWayWhileDenied() throws {
    let phone = try Phone(start: "2025-11-15T08:00:00Z", zone: "Asia/Tokyo") {
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .bounded180
    }
    try phone.schedule(["time": "17:20"])
    try phone.perform(.swipeAway)
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2025-11-15T08:20:01Z")
    #expect(phone.pendingIdentifiers.contains("daily_daily"), "it is still on its way")
    try phone.perform(.launch)
    try phone.perform(.setZone(try Zone(identifier: "Asia/Kathmandu")))
    try phone.perform(.setPermission(.authorized))
    try phone.reopen()
    try phone.advance(to: "2025-11-15T11:40:00Z")
    #expect(phone.titlesShown.count == 1)
    #expect(phone.missed == [])
  }

  /// The process that armed the window could write nothing; all that it showed was cleared.
  @Test("is not known of what a process armed that could write nothing", arguments: [true, false])
  func armedOnFullDisk(isFull: Bool) throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-12-20T06:00:00Z")
    if isFull { try phone.perform(.fillDisk(isOn: true)) }
    try phone.perform(.launch)
    try phone.perform(.swipeAway)
    try phone.perform(.fillDisk(isOn: false))
    try phone.advance(to: "2026-03-01T06:00:00Z")
    try phone.perform(.dismissDelivered(identifier: nil))
    try phone.perform(.launch)
    #expect(phone.missed.contains { $0.certainty == .certain } == !isFull)
    #expect(phone.missed.contains { $0.certainty == .unknown })
    let count = phone.missed.count
    // From here on the ledger names again what is armed.
    try phone.perform(.swipeAway)
    try phone.advance(to: "2026-05-15T06:00:00Z")
    try phone.perform(.launch)
    #expect(phone.missed.dropFirst(count).allSatisfy { $0.certainty == .certain })
    #expect(phone.missed.count > count)
  }

  @Test("has its own reason when the permission was revoked before it could fire")
  func denied() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.perform(.foreground)
    #expect(
      phone.missed == [
        try missed("2025-11-15T05:53:00Z", phone, .certain, .notificationsDenied)
      ])
    #expect(phone.titlesShown.isEmpty)
  }

  @Test("of a day for which no code ran to arm it is certain")
  func noCodeRan() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.swipeAway)
    try phone.advance(to: "2026-01-14T06:00:00Z")
    #expect(phone.titlesShown.count == Phone.windowMax)
    try phone.perform(.launch)
    #expect(phone.count(.notificationDelivered) == Phone.windowMax)
    let expected = try (10...14).map {
      try missed("2026-01-\($0)T05:53:00Z", phone, .certain, .noCodeRan)
    }
    #expect(phone.missed == expected)
    #expect(
      phone.lines().contains(
        "[DNP-RECOVERY] scenario=termination missed=5 verified=0 rescheduled=56"))
    try phone.reopen()
    #expect(phone.missed.count == 5)
  }

  @Test(
    "counts as having been pending, too, when the schedule was set again",
    arguments: ["scheduleDailyNotification", "updateSettings"])
  func setAgain(method: String) throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.value(method, ["time": "05:53"])
    try phone.perform(.background)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-17T06:00:00Z")
    try phone.perform(.foreground)
    #expect(phone.missed.map(\.reason) == [.notDelivered, .notDelivered, .notDelivered])
    #expect(phone.missed.map(\.certainty) == [.unknown, .unknown, .unknown])
  }

  @Test("is reported once even while nothing can be stored")
  func fullDisk() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.background)
    try phone.perform(.clearPending)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    try phone.perform(.fillDisk(isOn: true))
    for _ in 0..<3 { try phone.reopen() }
    try phone.perform(.fillDisk(isOn: false))
    for _ in 0..<3 { try phone.reopen() }
    #expect(phone.missed.count == 1)
  }

  @Test("is none when it was not written before the clock went back, beside what was shown")
  func aheadAgain() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.swipeAway)
    // 56 are shown, four are not.
    try phone.advance(seconds: 60 * 86_400)
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.launch)
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000))
    try phone.perform(.fillDisk(isOn: false))
    try phone.reopen()
    #expect(phone.missed.count == 2)
    #expect(phone.pendingTimes.first == "2026-01-12T05:53:00Z")
    try phone.advance(seconds: 3 * 86_400)
    try phone.reopen()
    #expect(phone.missed.count == 2)
    #expect(phone.count(.notificationDelivered) == 59)
  }

  /// Found at half past ten in Tokyo; in Berlin the reminder's time is ahead again, and comes.
  @Test("is none that was not written before a flight put it ahead again, though it has come since")
  func aheadAgainElsewhere() throws {
    let phone = try Phone(start: "2025-11-16T00:22:00Z", zone: "Asia/Tokyo") {
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .none
    }
    try phone.value(
      "scheduleDailyReminder", ["id": "r", "title": "T", "body": "B", "time": "20:02"])
    try phone.perform(.setPermission(.denied))
    try phone.advance(to: "2025-11-16T15:00:00Z")
    try phone.value("getNotificationStatus")
    try phone.perform(.setPermission(.authorized))
    try phone.advance(to: "2025-11-17T13:30:00Z")
    try phone.perform(.fillDisk(isOn: true))
    try phone.value("getNotificationStatus")
    try phone.perform(.background)
    try phone.advance(to: "2025-11-17T18:00:00Z")
    try phone.perform(.setZone(Zone(identifier: "Europe/Berlin")))
    try phone.advance(to: "2025-11-18T02:00:00Z")
    try #require(phone.titlesShown.count == 1)
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.foreground)
    // That of the 16th, which was denied.
    #expect(phone.missed.map { ISO8601.text($0.plannedTime) } == ["2025-11-16T11:02:00Z"])
    #expect(phone.count(.notificationDelivered) == 1)
  }

  @Test("is none that was shown by a request of which nothing could be written")
  func shownByAnother() throws {
    let phone = try Phone {
      $0.knobs.taskLateness = .never
      $0.knobs.deliveryDrift = .none
    }
    try phone.value(
      "scheduleDailyReminder", ["id": "r", "title": "T", "body": "B", "time": "05:46"])
    try phone.advance(seconds: 660)
    try phone.perform(.clearPending)
    // The next date is ahead today: it has requests for single dates.
    try phone.perform(.warpClock(milliseconds: -3 * 3_600_000))
    try phone.perform(.background)
    try phone.advance(seconds: 23 * 3600)
    try phone.perform(.fillDisk(isOn: true))
    // They are replaced by one that repeats.
    try phone.perform(.foreground)
    try phone.perform(.systemTerminate)
    try phone.advance(seconds: 36 * 3600)
    try phone.perform(.fillDisk(isOn: false))
    try phone.perform(.launch)
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.notificationDelivered) == 2)
  }

  @Test("whose row could not be written has it later, and is not reported again")
  func lateRow() throws {
    // Whichever write of the entry is the row's.
    let found = try (1...20).compactMap { write -> Phone? in
      let phone = try Phone { $0.knobs.taskLateness = .never }
      try phone.schedule()
      try phone.perform(.clearPending)
      try phone.advance(to: "2025-11-15T06:00:00Z")
      _ = try phone.call("getPowerState", [:], failingWrite: write)
      return phone.faults == ["history"] ? phone : nil
    }.first
    let phone = try #require(found)
    try #require(phone.missed.count == 1)
    try #require(phone.device.os.missedRows.isEmpty)
    try phone.value("checkPermissionStatus")
    #expect(phone.device.os.missedRows == phone.missed)
    try phone.reopen()
    #expect(phone.missed.count == 1)
    #expect(phone.device.os.missedRows.count == 1)
    #expect(phone.count(.notificationMissed) == 1)
  }

  @Test("of long ago is told by one line for all, and never again")
  func longAgo() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule()
    try phone.perform(.swipeAway)
    try phone.advance(seconds: 400 * 86_400)
    try phone.perform(.launch)
    // 56 were shown; a hundred days are told one by one.
    #expect(phone.missed.count == 100)
    #expect(
      phone.lines(from: .warning).filter { $0.contains("Older misses") } == [
        "[DNP-RECOVERY] Older misses not listed (id=daily, from=2026-01-10T05:53:00Z, "
          + "before=2026-09-11T05:42:30Z)"
      ])
    try phone.reopen()
    try phone.perform(.systemTerminate)
    try phone.perform(.launch)
    #expect(phone.count(.missesLeftOut) == 1)
  }

  @Test("of a dual schedule that is skipped without content has such a line, and is no miss")
  func longAgoSkipped() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    try phone.value(
      "scheduleDualNotification",
      DualOptions.config(relationship: ["fallbackBehavior": "skip"]))
    try phone.perform(.swipeAway)
    try phone.advance(seconds: 130 * 86_400)
    try phone.perform(.launch)
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.missesLeftOut) == 0)
    #expect(phone.count(.skipsLeftOut) == 1)
    #expect(phone.count(.notificationSkipped) == 100)
  }

  @Test("is not reported while its request is overdue")
  func drifting() throws {
    let phone = try Phone { $0.knobs.deliveryDrift = .beyond }
    try phone.schedule()
    try phone.advance(to: "2025-11-15T05:53:01Z")
    for _ in 0..<3 { try phone.value("getLastNotification") }
    #expect(phone.missed.isEmpty)
  }

  @Test("is not reported after it was cancelled")
  func cancelled() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("cancelAllNotifications")
    try phone.advance(to: "2025-11-16T06:00:00Z")
    try phone.reopen()
    #expect(phone.missed.isEmpty)
  }
}

@Suite("Thirty days with the app opened daily")
struct ThirtyDaysTests {
  struct Run: Sendable, CustomTestStringConvertible {
    let zone: String
    let start: String
    let time: String
    let seed: UInt64
    let timezone: String?

    var testDescription: String { "\(zone) from \(start) at \(time), seed \(seed)" }

    static let places = [
      ("UTC", "2025-11-15T05:42:30Z", ["05:53", "00:00", "23:59"]),
      ("America/New_York", "2025-02-25T15:00:00Z", ["02:30", "01:30", "03:00"]),
      ("America/New_York", "2025-10-20T15:00:00Z", ["01:30", "02:30", "00:59"]),
      ("Australia/Lord_Howe", "2025-09-20T00:30:00Z", ["02:15", "01:59", "02:30"]),
      ("Australia/Lord_Howe", "2025-03-20T00:30:00Z", ["01:45", "01:30", "02:00"]),
      ("Europe/London", "2025-03-15T10:00:00Z", ["01:30"]),
      ("Africa/Casablanca", "2025-02-10T10:00:00Z", ["02:30"]),
    ]

    static let all = places.flatMap { zone, start, times in
      times.flatMap { time in
        ([1, 2] as [UInt64]).map { seed in
          Run(
            zone: seed == 1 ? zone : "UTC", start: start, time: time, seed: seed,
            timezone: seed == 1 ? nil : zone)
        }
      }
    }
  }

  @Test("account for exactly one notification on each local date", arguments: Run.all)
  func everyDate(run: Run) throws {
    let phone = try Phone(start: run.start, zone: run.zone) {
      $0.knobs = Knobs()
      $0.seed = run.seed
    }
    var options: JSONObject = ["time": .string(run.time)]
    if let timezone = run.timezone { options["timezone"] = .string(timezone) }
    try phone.schedule(options)
    for day in 0..<30 {
      try phone.perform(day.isMultiple(of: 2) ? .background : .swipeAway)
      try phone.advance(seconds: 86_400)
      try phone.reopen()
    }
    let zone = try Zone(identifier: run.timezone ?? run.zone)
    let dates = phone.hostEvents.compactMap { event -> CivilDate? in
      switch event {
      case .notificationDelivered(let delivered): zone.date(at: delivered.plannedTime)
      case .notificationMissed(let missed): zone.date(at: missed.plannedTime)
      default: nil
      }
    }
    let first = try #require(dates.first)
    #expect(dates == (0..<30).map { first.adding(days: $0) })
    #expect(phone.titlesShown.count == 30)
    #expect(phone.missed.isEmpty)
  }
}
