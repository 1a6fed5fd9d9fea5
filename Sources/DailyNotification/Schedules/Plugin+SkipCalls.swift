import CivilTime
import JSONText
import PlainText

extension Plugin {
  /// Call 58: skips the next notification of a schedule, or the next one of a date.
  ///
  /// The others stay as they are. It stays skipped in every zone and while the schedule is stored
  /// again with the same time; another time, expression or zone begins a revision, which knows
  /// nothing of it.
  mutating func skipNext(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .skipNext)
    let (schedule, page) = try repeatingSchedule(reader, on: &platform)
    let date = try reader.date("date")
    let now = platform.wallMilliseconds
    guard let skipped = schedule.unsettledOccurrence(on: date, after: now) else {
      throw .nothingToSkip(date, of: schedule.id)
    }
    guard ledger.pages[page].row.skipped.count < SkipLimits.countMax else {
      throw .tooManySkipped(of: schedule.id)
    }
    try changeSkips(of: schedule, page, on: &platform) { row in
      row.skip(skipped, soon: now + ArmingLimits.raceMilliseconds, in: schedule.zone)
    }
    platform.log(
      .skipRequested(
        id: schedule.id, kind: schedule.kind, plannedTime: skipped.time,
        wallMinute: skipped.wallMinute))
    return .reply(skipReply(schedule, skipped, on: &platform))
  }

  /// Call 59: takes back what `skipNext` has skipped: the nearest one, or that of a date.
  mutating func undoSkip(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(options, of: .undoSkip)
    let (schedule, page) = try repeatingSchedule(reader, on: &platform)
    let date = try reader.date("date")
    let skips = skips(of: schedule, page, on: platform)
    guard let skipped = skips.first(where: { date == nil || $0.date == date }) else {
      throw .nothingSkipped(date, of: schedule.id)
    }
    try changeSkips(of: schedule, page, on: &platform) { row in
      row.settledBeyond.removeAll { $0 == skipped.wallMinute }
      row.skipped.removeAll { $0 == skipped.wallMinute }
    }
    platform.log(
      .skipUndone(
        id: schedule.id, kind: schedule.kind, plannedTime: skipped.time,
        wallMinute: skipped.wallMinute))
    return .reply(skipReply(schedule, skipped, on: &platform))
  }

  /// The skipped notifications of all schedules that are ahead, by time.
  mutating func skippedValues(on platform: inout Family.System) -> JSONValue {
    var found: [(schedule: Schedule, occurrence: Occurrence)] = []
    for schedule in readSchedules(on: &platform) {
      guard let page = ledger.index(of: schedule) else { continue }
      found += skips(of: schedule, page, on: platform).map { (schedule, $0) }
    }
    found.sort { ($0.occurrence.time, $0.schedule.id) < ($1.occurrence.time, $1.schedule.id) }
    return .array(
      found.map { skip in
        [
          "id": .string(skip.schedule.id),
          "kind": .string(skip.schedule.kind.rawValue),
          "plannedTime": .integer(skip.occurrence.time),
          "plannedWallDate": .string(skip.occurrence.date.text),
        ]
      })
  }

  /// The enabled schedule that a call names, and the place of its page.
  ///
  /// A daily one comes before a reminder of the same id; `reminder_<id>` names the reminder alone.
  private mutating func repeatingSchedule(
    _ reader: OptionReader, on platform: inout Family.System
  ) throws(Rejection) -> (Schedule, Int) {
    let id = try reader.required("id", reader.text)
    let schedules = readSchedules(on: &platform)
    let isNamed = { (schedule: Schedule) in schedule.id == id || schedule.identifier == id }
    let kinds: [ScheduleKind] = [.daily, .reminder, .dual]
    let named = kinds.lazy.compactMap { kind in
      schedules.first { $0.kind == kind && isNamed($0) }
    }
    guard let schedule = named.first, let page = ledger.index(of: schedule) else {
      throw .unknownSchedule(id)
    }
    guard !schedule.isOnce else {
      throw .invalid("id", expected: "a schedule that repeats", text: id)
    }
    return (schedule, page)
  }

  /// The skipped occurrences of a schedule that are ahead, in order.
  private func skips(
    of schedule: Schedule, _ page: Int, on platform: Family.System
  ) -> [Occurrence] {
    let now = platform.wallMilliseconds
    return ledger.pages[page].row.skipped(in: schedule.zone, after: now)
  }

  /// Changes which occurrences of a schedule are skipped, and makes what is armed so.
  private mutating func changeSkips(
    of schedule: Schedule, _ page: Int, on platform: inout Family.System,
    _ change: (inout LedgerRow) -> Void
  ) throws(Rejection) {
    let before = ledger
    var row = ledger.pages[page].row
    change(&row)
    ledger.update(page, row)
    guard ledger.write(page, on: &platform) else {
      ledger.restore(before, on: platform)
      throw .notStored("skip of \(schedule.id)")
    }
    replanStored(on: &platform)
    prefetch.handOver(demand(on: &platform), on: &platform)
    platform.storeSnapshot()
  }

  private mutating func skipReply(
    _ schedule: Schedule, _ skipped: Occurrence, on platform: inout Family.System
  ) -> JSONValue {
    let next = delivery.nextTime(of: schedule.kind, schedule.id, ledger, on: platform)
    return [
      "plannedTime": .integer(skipped.time),
      "plannedWallDate": .string(skipped.date.text),
      "nextNotificationTime": JSONValue(integerOrNull: next),
    ]
  }
}

extension LedgerRow {
  /// Skips an occurrence that is ahead.
  ///
  /// `soon`: what fires by then may be shown before its withdrawal has taken effect, and is
  /// reported in that case.
  fileprivate mutating func skip(_ occurrence: Occurrence, soon: Int64, in zone: Zone) {
    settledBeyond = (settledBeyond + [occurrence.wallMinute]).sorted()
    skipped = (skipped + [occurrence.wallMinute]).sorted()
    for place in armed.indices where armed[place].wallMinute == occurrence.wallMinute {
      if armed[place].time(in: zone) <= soon { armed[place].isWithdrawn = true }
    }
  }
}

extension Schedule {
  /// The first occurrence after a time that is not accounted for, of a date unless that is nil.
  fileprivate func unsettledOccurrence(on date: CivilDate?, after time: Int64) -> Occurrence? {
    guard let date else { return nextOccurrence(after: time) }
    guard let start = Recurrence.start(ofDay: date.daysSinceEpoch, in: zone) else { return nil }
    var next = firstOccurrence(after: max(time, start - 1))
    while let occurrence = next, occurrence.date < date || isSettled(occurrence) {
      guard occurrence.date <= date else { return nil }
      next = self.occurrence(after: occurrence)
    }
    return next.flatMap { $0.date == date ? $0 : nil }
  }
}

extension Rejection {
  fileprivate static func nothingToSkip(_ date: CivilDate?, of id: String) -> Rejection {
    noDate(
      date, "a date with a notification ahead",
      "No notification\(of(date)) of \(quoted(id)) is ahead that is not skipped; "
        + "give a later 'date', or none")
  }

  fileprivate static func nothingSkipped(_ date: CivilDate?, of id: String) -> Rejection {
    noDate(
      date, "a date that is skipped",
      "No skipped notification\(of(date)) of \(quoted(id)) is ahead; "
        + "getNotificationStatus lists those that are")
  }

  private static func noDate(
    _ date: CivilDate?, _ expected: String, _ message: String
  ) -> Rejection {
    Rejection(
      .invalidParameter, message,
      data: [
        "key": "date", "expected": .string(expected), "got": .string(date?.text ?? "none"),
      ])
  }

  private static func of(_ date: CivilDate?) -> String { date.map { " of \($0.text)" } ?? "" }

  fileprivate static func tooManySkipped(of id: String) -> Rejection {
    Rejection(
      .invalidParameter,
      "\(SkipLimits.countMax) notifications of \(quoted(id)) are skipped already; "
        + "cancel the schedule instead",
      data: [
        "key": "id", "expected": "a schedule with fewer skips", "got": .string(id.shortened()),
      ])
  }
}

/// The rules of skipping.
private enum SkipLimits {
  /// How many occurrences of a schedule can be skipped at once.
  static let countMax = 64
}
