import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A change of zone or clock")
struct ZoneAndClockTests {
  /// One leg of a journey: after some hours the phone is in another zone.
  struct Leg: Sendable {
    let hours: Int64
    let zone: String

    init(_ hours: Int64, _ zone: String) {
      self.hours = hours
      self.zone = zone
    }
  }

  struct Journey: Sendable, CustomTestStringConvertible {
    let start: String
    let legs: [Leg]

    var testDescription: String {
      start + legs.map { " +\($0.hours)h \($0.zone)" }.joined()
    }

    static let all = [
      Journey(start: "Europe/London", legs: [Leg(30, "America/New_York")]),
      Journey(start: "Europe/London", legs: [Leg(30, "Asia/Kathmandu")]),
      Journey(start: "Europe/London", legs: [Leg(5, "Asia/Kathmandu"), Leg(40, "Europe/London")]),
      Journey(start: "UTC", legs: [Leg(28, "Pacific/Kiritimati"), Leg(20, "UTC")]),
      Journey(
        start: "Pacific/Kiritimati",
        legs: [Leg(12, "Pacific/Pago_Pago"), Leg(3, "Pacific/Kiritimati")]),
      Journey(
        start: "Pacific/Pago_Pago",
        legs: [Leg(12, "Pacific/Kiritimati"), Leg(50, "Pacific/Pago_Pago")]),
      Journey(
        start: "America/New_York",
        legs: [Leg(9, "Europe/London"), Leg(1, "America/New_York"), Leg(1, "Europe/London")]),
    ]
  }

  struct Life: Sendable, CaseIterable, CustomTestStringConvertible {
    var isOpen: Bool
    var isFrozen: Bool

    var testDescription: String {
      (isOpen ? "app open" : "app closed") + (isFrozen ? ", triggers frozen" : "")
    }

    static let allCases = [
      Life(isOpen: true, isFrozen: false), Life(isOpen: false, isFrozen: false),
      Life(isOpen: true, isFrozen: true),
    ]
  }

  /// Travels for eight days and returns what happened to each wall date, in order.
  private func travel(
    _ journey: Journey, _ life: Life, arm: (Phone) throws -> Void
  ) throws -> Phone {
    let phone = try Phone(start: "2025-11-15T05:42:30Z", zone: journey.start) {
      $0.knobs.floatingTriggerOnZoneChange = life.isFrozen ? .freeze : .follow
    }
    try arm(phone)
    try phone.settle()
    for leg in journey.legs {
      if !life.isOpen { try phone.perform(.swipeAway) }
      try phone.advance(seconds: leg.hours * 3600)
      try phone.perform(.setZone(try Zone(identifier: leg.zone)))
      try phone.settle()
      if !life.isOpen { try phone.perform(.launch) }
      try phone.settle()
    }
    for _ in 0..<6 {
      try phone.advance(seconds: 86_400)
      try phone.reopen()
    }
    return phone
  }

  /// The wall dates that the phone's events are about.
  private func dates(_ phone: Phone) -> [Int] {
    phone.payloads.compactMap {
      if case .notification(.delivered(let shown)) = $0 {
        Occurrence.dayNumber(shown.content.info.wallMinute)
      } else {
        nil
      }
    }
  }

  @Test(
    "has a daily notification shown once on each local date", arguments: Journey.all, Life.allCases)
  func daily(journey: Journey, life: Life) throws {
    let phone = try travel(journey, life) { try $0.schedule(["time": "08:00"]) }
    let dates = dates(phone)
    #expect(dates.count == Set(dates).count, "no date twice")
    let missed = phone.missed
    #expect(Set(missed.map(\.plannedTime)).count == missed.count)
    let first = try #require(dates.min())
    let last = try #require(dates.max())
    #expect(dates.count + missed.count >= last - first + 1, "each date came or is missed")
    if life.isOpen { #expect(missed.isEmpty) }
  }

  @Test("lets a reminder fire once on each local date", arguments: Journey.all, Life.allCases)
  func reminder(journey: Journey, life: Life) throws {
    let phone = try travel(journey, life) {
      try $0.value("scheduleDailyReminder", ReminderTests.pills)
    }
    let showings = showings(phone)
    let onTime = showings.filter { $0.timeOfDay.text == "08:00" }.map(\.date)
    #expect(onTime.count == Set(onTime).count, "no date twice")
    #expect(onTime.count >= 5)
    // One is shown at another time: at once when the change of zone makes it overdue, or at the old
    // zone's time when nothing has armed it again.
    #expect(showings.count - onTime.count <= (life.isFrozen ? 2 : 1))
    let last = try #require(phone.device.os.deliveredNotifications.last)
    let local = phone.device.os.zone.wallTime(at: last.deliveredAt)
    #expect(local.timeOfDay.text == "08:00")
  }

  /// The wall time at each delivery, in the zone where the phone was then.
  private func showings(_ phone: Phone) -> [WallTime] {
    var zone = phone.device.os.configuration.zone
    var times: [WallTime] = []
    for payload in phone.payloads {
      switch payload {
      case .command(.performed(.setZone(let next))): zone = next
      case .notification(.delivered(let shown)):
        times.append(zone.wallTime(at: shown.deliveredAt))
      default: break
      }
    }
    return times
  }

  @Test("lets a dual notification fire once on each local date", arguments: Journey.all)
  func dual(journey: Journey) throws {
    let phone = try travel(journey, Life(isOpen: true, isFrozen: false)) {
      try $0.value(
        "scheduleUserNotification",
        ["enabled": true, "schedule": "0 8 * * *", "title": "T", "body": "B"])
    }
    let dates = dates(phone)
    #expect(dates.count == Set(dates).count)
    #expect(phone.missed.isEmpty)
  }

  @Test("moves what floats and leaves what names its zone", arguments: [true, false])
  func explicit(isFrozen: Bool) throws {
    let phone = try Phone(zone: "Europe/London") {
      $0.knobs.floatingTriggerOnZoneChange = isFrozen ? .freeze : .follow
    }
    try phone.schedule(["id": "floats", "time": "12:00"])
    try phone.schedule(["id": "stays", "time": "12:00", "timezone": "Europe/London"])
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    try phone.settle()
    #expect(
      ISO8601.text(try phone.pending("daily_stays").content.info.plannedTime)
        == "2025-11-15T12:00:00Z")
    #expect(
      ISO8601.text(try phone.pending("daily_floats").content.info.plannedTime)
        == "2025-11-15T17:00:00Z")
    #expect(phone.taskBegins == "2025-11-15T11:55:00Z")
    try phone.advance(to: "2025-11-15T17:00:01Z")
    #expect(
      phone.device.os.deliveredNotifications.map { ISO8601.text($0.deliveredAt) } == [
        "2025-11-15T12:00:00Z", "2025-11-15T17:00:00Z",
      ])
    #expect(
      phone.lines(from: .debug).contains(
        """
        [DNP-SCHEDULER] Zone followed (id=floats, zone=America/New_York, \
        next=2025-11-15T17:00:00Z)
        """))
  }

  @Test("moves the task with the notification")
  func task() throws {
    let phone = try Phone(zone: "Europe/London")
    try phone.schedule(["time": "12:00"])
    #expect(phone.taskBegins == "2025-11-15T11:55:00Z")
    try phone.perform(.setZone(try Zone(identifier: "Europe/Paris")))
    #expect(phone.taskBegins == "2025-11-15T10:55:00Z")
  }

  /// A phone that flies from London to New York, where the London time has already passed then.
  private func openedLate(_ life: Life, _ arm: (Phone) throws -> Void) throws -> Phone {
    let phone = try Phone(start: "2025-11-15T10:00:00Z", zone: "Europe/London") {
      $0.knobs.taskLateness = .never
      $0.knobs.floatingTriggerOnZoneChange = life.isFrozen ? .freeze : .follow
    }
    try arm(phone)
    try phone.settle()
    try phone.perform(.systemTerminate)
    try phone.advance(to: "2025-11-16T18:00:00Z")
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    try phone.advance(to: "2025-11-16T20:30:00Z")
    if life.isOpen {
      try phone.perform(.launch)
      try phone.settle()
      #expect(phone.pendingIdentifiers.count == Set(phone.pendingTimes).count)
      try phone.perform(.background)
    }
    try phone.advance(to: "2025-11-17T02:00:00Z")
    try phone.reopen()
    return phone
  }

  enum Kind: CaseIterable {
    case daily
    case dual
    case reminder

    func arm(_ phone: Phone) throws {
      switch self {
      case .daily: try phone.schedule(["time": "20:00"])
      case .dual:
        try phone.value(
          "scheduleUserNotification",
          ["enabled": true, "schedule": "0 20 * * *", "title": "T", "body": "B"])
      case .reminder:
        try phone.value(
          "scheduleDailyReminder",
          ["id": "r", "title": "R", "body": "B", "time": "20:00"])
      }
    }
  }

  @Test(
    "to the west, opened after the old time, shows the date once, at the new time",
    arguments: Kind.allCases, [true, false])
  func openedLate(kind: Kind, isOpen: Bool) throws {
    let phone = try openedLate(Life(isOpen: isOpen, isFrozen: false), kind.arm)
    let shown = phone.payloads.compactMap {
      if case .notification(.delivered(let shown)) = $0 {
        ISO8601.text(shown.deliveredAt)
      } else {
        nil
      }
    }
    #expect(shown == ["2025-11-15T20:00:00Z", "2025-11-17T01:00:00Z"])
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.drifted) == 0)
  }

  @Test(
    "that the triggers do not follow has shown the date at the old time", arguments: [true, false])
  func openedLateFrozen(isOpen: Bool) throws {
    let phone = try openedLate(Life(isOpen: isOpen, isFrozen: true), Kind.daily.arm)
    #expect(phone.titlesShown.count == 2)
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.drifted) == 0)
  }

  @Test("to the west moves the task with the notification, for daily and dual schedules")
  func taskWest() throws {
    let phone = try Phone(start: "2025-11-15T10:00:00Z", zone: "Europe/London")
    try phone.schedule(["time": "20:00"])
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    #expect(phone.taskBegins == "2025-11-16T00:55:00Z")
    #expect(phone.count(.taskScheduled) == 2)
    let dual = try Phone.dual(zone: "Europe/London")
    #expect(dual.taskBegins == "2025-11-15T17:40:00Z")
    try dual.perform(.setZone(try Zone(identifier: "America/New_York")))
    #expect(dual.taskBegins == "2025-11-15T22:40:00Z")
  }

  @Test("to the west keeps a task that others still need, and one that is due in a minute")
  func taskStays() throws {
    let phone = try Phone(zone: "Europe/London")
    try phone.schedule(["id": "a", "time": "12:00"])
    try phone.schedule(["id": "b", "time": "12:00", "timezone": "Europe/London"])
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    #expect(phone.taskBegins == "2025-11-15T11:55:00Z")
    let late = try Phone(zone: "Europe/London") { $0.knobs.taskLateness = .never }
    try late.value("configure", ["prefetchLeadMinutes": 60])
    try late.schedule(["time": "12:00"])
    try late.perform(.background)
    try late.advance(to: "2025-11-15T11:30:00Z")
    try late.perform(.setZone(try Zone(identifier: "America/New_York")))
    try late.perform(.foreground)
    #expect(late.count(.taskMissed) == 1)
    #expect(late.taskBegins == "2025-11-15T11:31:00Z")
  }

  @Test("while the app is closed lets the task fetch for the next date and submit its task in time")
  func taskOfNothing() throws {
    let phone = try Phone(start: "2025-11-15T10:00:00Z", zone: "Europe/London")
    try phone.schedule(["time": "20:00"])
    try phone.perform(.systemTerminate)
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    try phone.advance(to: "2025-11-15T19:56:00Z")
    let evening = try #require(ISO8601.parse("2025-11-16T01:00:00Z"))
    #expect(phone.device.os.storage.contents.map(\.scheduledFor) == [evening])
    #expect(phone.taskBegins == "2025-11-16T00:55:00Z")
    try phone.advance(to: "2025-11-16T01:00:00Z")
    #expect(phone.titlesShown == ["Daily Update"])
    #expect(phone.taskBegins == "2025-11-17T00:55:00Z")
  }

  @Test("by a shift of an hour is a change of zone, and so is the shift back")
  func shifted() throws {
    let phone = try Phone()
    try phone.schedule(["time": "12:00"])
    try phone.perform(.shiftDST)
    try phone.settle()
    #expect(phone.pendingTimes.first == "2025-11-15T11:00:00Z")
    #expect(phone.taskBegins == "2025-11-15T10:55:00Z")
    try phone.perform(.shiftDST)
    try phone.settle()
    #expect(phone.pendingTimes == Phone.days(from: 15, at: "12:00"))
    #expect(phone.device.os.pendingRequests.count == Phone.windowMax)
    #expect(phone.taskBegins == "2025-11-15T11:55:00Z")
  }

  @Test("that sets the clock back two days fires nothing a second time")
  func back() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("scheduleDailyReminder", ReminderTests.pills)
    try phone.advance(to: "2025-11-17T12:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.count == 6)
    try phone.perform(.warpClock(milliseconds: -2 * 86_400_000))
    try phone.settle()
    try phone.reopen()
    #expect(
      phone.pendingTimes.first == "2025-11-15T08:00:00Z"
        || phone.pendingTimes.first == "2025-11-18T05:53:00Z")
    for _ in 0..<2 {
      try phone.advance(seconds: 86_400)
      try phone.reopen()
    }
    #expect(phone.titlesShown.count == 6)
    try phone.advance(to: "2025-11-18T12:00:00Z")
    try phone.reopen()
    #expect(phone.titlesShown.count == 8)
    #expect(phone.missed.isEmpty)
    #expect(phone.count(.notificationDelivered) == 8)
  }

  @Test("that sets the clock on by 78 days misses what lay between, each once with its reason")
  func forward() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.warpClock(milliseconds: 78 * 86_400_000))
    try phone.settle()
    try phone.reopen()
    // What was pending fires at once; no code ran that could arm the rest.
    #expect(phone.titlesShown.count == Phone.windowMax)
    #expect(phone.count(.notificationDelivered) == Phone.windowMax)
    #expect(phone.missed.count == 22)
    #expect(Set(phone.missed.map(\.reason)) == [.noCodeRan])
    #expect(Set(phone.missed.map(\.plannedTime)).count == 22)
    #expect(phone.pendingTimes.first == "2026-02-01T05:53:00Z")
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    // The task of the day before the jump is long overdue.
    #expect(phone.count(.taskMissed) == 1)
    #expect(phone.taskBegins == "2026-02-01T05:43:30Z")
  }

  @Test("is an entry while the app runs; while it is suspended, the resume is")
  func entry() throws {
    let phone = try Phone(zone: "Europe/London")
    try phone.schedule(["time": "12:00"])
    try phone.perform(.background)
    try phone.advance(seconds: 60)
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    #expect(phone.count(.zoneFollowed) == 0)
    try phone.perform(.foreground)
    #expect(phone.count(.zoneFollowed) == 1)
    #expect(phone.pendingTimes.first == "2025-11-15T17:00:00Z")
  }

  @Test("that cannot be stored on a full disk takes effect once there is space")
  func fullDisk() throws {
    let phone = try Phone(zone: "Europe/London")
    try phone.schedule(["time": "12:00"])
    try phone.value(
      "scheduleDailyReminder",
      ["id": "r", "title": "R", "body": "B", "time": "13:00", "repeatDaily": false])
    try phone.perform(.fillDisk(isOn: true))
    try phone.perform(.setZone(try Zone(identifier: "America/New_York")))
    try phone.settle()
    try phone.perform(.fillDisk(isOn: false))
    try phone.reopen()
    #expect(phone.pendingTimes.prefix(2) == ["2025-11-15T17:00:00Z", "2025-11-15T18:00:00Z"])
    #expect(phone.missed.isEmpty)
  }
}

@Suite("A day with a DST change")
struct ClockChangeDayTests {
  struct Day: Sendable, CustomTestStringConvertible {
    let zone: String
    let start: String
    let time: String
    let shown: [String]

    var testDescription: String { "\(zone) \(time)" }

    static let all = [
      Day(
        zone: "America/New_York", start: "2025-03-08T04:00:00Z", time: "02:30",
        shown: ["2025-03-08T07:30:00Z", "2025-03-09T07:30:00Z", "2025-03-10T06:30:00Z"]),
      Day(
        zone: "America/New_York", start: "2025-11-01T04:00:00Z", time: "01:30",
        shown: ["2025-11-01T05:30:00Z", "2025-11-02T05:30:00Z", "2025-11-03T06:30:00Z"]),
      Day(
        zone: "Australia/Lord_Howe", start: "2025-10-03T12:00:00Z", time: "02:15",
        shown: ["2025-10-03T15:45:00Z", "2025-10-04T15:45:00Z", "2025-10-05T15:15:00Z"]),
      Day(
        zone: "Pacific/Apia", start: "2011-12-29T12:00:00Z", time: "08:00",
        shown: ["2011-12-29T18:00:00Z", "2011-12-30T18:00:00Z", "2011-12-31T18:00:00Z"]),
    ]
  }

  @Test("has its one reminder, repeated by the system", arguments: Day.all)
  func reminder(day: Day) throws {
    let phone = try Phone(start: day.start, zone: day.zone)
    try phone.value(
      "scheduleDailyReminder",
      ["id": "r", "title": "R", "body": "B", "time": .string(day.time)])
    for time in day.shown {
      try phone.advance(to: time)
      try phone.reopen()
    }
    let shown = phone.payloads.compactMap {
      if case .notification(.delivered(let shown)) = $0 {
        ISO8601.text(shown.deliveredAt)
      } else {
        nil
      }
    }
    #expect(shown == day.shown)
    #expect(phone.device.os.storage.history.map { ISO8601.text($0.plannedTime) } == day.shown)
    #expect(phone.missed.isEmpty)
  }

  @Test(
    "has its one daily notification, by phone or explicit zone", arguments: Day.all, [true, false])
  func daily(day: Day, isExplicit: Bool) throws {
    let phone = try Phone(start: day.start, zone: isExplicit ? "UTC" : day.zone)
    var options: JSONObject = ["time": .string(day.time)]
    if isExplicit { options["timezone"] = .string(day.zone) }
    try phone.schedule(options)
    #expect(Array(phone.pendingTimes.prefix(3)) == day.shown)
    try phone.perform(.swipeAway)
    try phone.advance(to: day.shown[2])
    #expect(phone.titlesShown.count == 3)
    try phone.perform(.launch)
    #expect(phone.missed.isEmpty)
  }
}
