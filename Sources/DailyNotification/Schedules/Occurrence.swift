import CivilTime

/// One time at which a schedule fires: the instant, and the wall time then.
///
/// The wall minute identifies the occurrence even after the zone has changed: that of 16 November
/// 05:53 stays the same, whatever instant it moves to.
public struct Occurrence: Hashable, Sendable {
  /// The instant, in milliseconds since the Unix epoch.
  public let time: Int64
  /// The wall time in the schedule's zone, in minutes since 1970-01-01 00:00 there.
  let wallMinute: Int64

  init(time: Int64, wallMinute: Int64) {
    self.time = time
    self.wallMinute = wallMinute
  }

  /// The occurrence of a time of day that came due at an instant, by a zone or one before it.
  ///
  /// Where the zone has changed since, its clock showed another time then: it is the date nearest
  /// to that.
  init(of timeOfDay: TimeOfDay, dueAt instant: Int64, in zone: Zone) {
    let local = zone.wallMinute(at: instant)
    let behind = ((local - Int64(timeOfDay.minuteOfDay)) % 1440 + 1440) % 1440
    self.init(time: instant, wallMinute: local - behind + (behind > 720 ? 1440 : 0))
  }

  /// The wall time.
  var wallTime: WallTime { WallTime(minutesSinceEpoch: wallMinute) }
  /// The date of the wall time.
  var date: CivilDate { CivilDate(daysSinceEpoch: dayNumber) }
  /// The date's number, in days since 1970-01-01.
  var dayNumber: Int { Occurrence.dayNumber(wallMinute) }

  /// The wall time without its date, `HH:mm`.
  var timeOfDayText: String { wallTime.timeOfDay.text }

  /// The minute of the day, 0 to 1439.
  var minuteOfDay: Int { Int(wallMinute - Int64(dayNumber) * 1440) }

  static func dayNumber(_ wallMinute: Int64) -> Int {
    Int(wallMinute >= 0 ? wallMinute / 1440 : (wallMinute - 1439) / 1440)
  }
}

/// When a schedule fires.
enum Recurrence: Hashable {
  /// Each day at a time of day.
  case daily(TimeOfDay)
  /// Once, at the next occurrence of a time of day.
  case once(TimeOfDay)
  /// By a cron expression.
  case cron(CronExpression)
  /// By an interval in minutes, from an instant on, in ms since the Unix epoch.
  case every(minutes: Int64, from: Int64)

  /// Whether a date of a zone has one occurrence at most.
  var isOncePerDate: Bool {
    switch self {
    case .daily, .once: true
    case .every: false
    case .cron(let expression): expression.isOncePerDay
    }
  }

  /// Whether there is one occurrence only.
  var isOnce: Bool {
    if case .once = self { true } else { false }
  }

  /// Whether it fires each day at a time of day.
  var isDaily: Bool {
    if case .daily = self { true } else { false }
  }

  /// The first occurrence strictly after an instant.
  func first(after time: Int64, in zone: Zone) -> Occurrence? {
    switch self {
    case .daily(let timeOfDay), .once(let timeOfDay):
      return zone.dailyOccurrence(of: timeOfDay, after: time).map {
        Recurrence.occurrence(timeOfDay, $0.dayNumber, at: $0.instant)
      }
    case .cron(let expression):
      return expression.nextFiring(after: time, in: zone).map {
        Occurrence(time: $0.instant, wallMinute: $0.wallMinute)
      }
    case .every(let minutes, let first):
      return Recurrence.occurrence(every: minutes, from: first, after: time)
    }
  }

  /// The occurrence that follows another; nil for the only one.
  func next(after occurrence: Occurrence, in zone: Zone) -> Occurrence? {
    if case .once = self { return nil }
    // After a change of the time of day the next one may lie on the same date.
    let day = occurrence.dayNumber
    guard case .daily(let timeOfDay) = self,
      occurrence.wallMinute == Int64(day * 1440 + timeOfDay.minuteOfDay)
    else { return first(after: occurrence.time, in: zone) }
    // A date that the zone leaves out has no occurrence; no zone leaves out two in a row.
    for dayNumber in (day + 1)...(day + 3) {
      if let instant = zone.occurrence(of: timeOfDay, onDayNumber: dayNumber) {
        return Recurrence.occurrence(timeOfDay, dayNumber, at: instant)
      }
    }
    return nil
  }

  /// The same occurrence in another zone; nil on a date which that zone leaves out.
  func occurrence(wallMinute: Int64, in zone: Zone) -> Occurrence? {
    Recurrence.instant(ofWallMinute: wallMinute, in: zone).map {
      Occurrence(time: $0, wallMinute: wallMinute)
    }
  }

  /// When a schedule fires for a wall time: in a gap later by its length.
  static func instant(ofWallMinute wallMinute: Int64, in zone: Zone) -> Int64? {
    zone.instant(of: WallTime(minutesSinceEpoch: wallMinute))
  }

  /// The occurrence itself if it is one of the first of its date, otherwise the next that is.
  ///
  /// Only a cron expression and an interval can have more than one in a date of a zone.
  func allowed(_ occurrence: Occurrence, perDay: DailyShare, in zone: Zone) -> Occurrence? {
    if case .every(let minutes, let first) = self {
      return Recurrence.allowed(
        occurrence, every: minutes, from: first, perDay: perDay, in: zone)
    }
    guard case .cron(let expression) = self, !expression.isOncePerDay else { return occurrence }
    var candidate: Occurrence? = occurrence
    while let next = candidate, !isAmongFirst(perDay.count(onDay: next.dayNumber), next, in: zone) {
      candidate = Recurrence.start(ofDay: next.dayNumber + 1, in: zone).flatMap {
        first(after: $0 - 1, in: zone)
      }
    }
    return candidate
  }

  private func isAmongFirst(_ count: Int, _ occurrence: Occurrence, in zone: Zone) -> Bool {
    guard let start = Recurrence.start(ofDay: occurrence.dayNumber, in: zone) else { return true }
    var time = start - 1
    for _ in 0..<count {
      guard let next = first(after: time, in: zone), next.time < occurrence.time else {
        return true
      }
      time = next.time
    }
    return false
  }

  /// When a date begins; the date after it where the zone leaves it out.
  static func start(ofDay dayNumber: Int, in zone: Zone) -> Int64? {
    for day in dayNumber...(dayNumber + 2) {
      let midnight = WallTime(minutesSinceEpoch: Int64(day) * 1440)
      if let instant = zone.instant(of: midnight) { return instant }
    }
    return nil
  }

  private static func occurrence(
    _ timeOfDay: TimeOfDay, _ dayNumber: Int, at instant: Int64
  ) -> Occurrence {
    Occurrence(
      time: instant, wallMinute: Int64(dayNumber) * 1440 + Int64(timeOfDay.minuteOfDay))
  }
}
