import CivilTime

/// One time at which a schedule fires: the instant, and the wall time then.
///
/// The wall minute identifies the occurrence even after the zone has changed: that of 16 November
/// 05:53 stays the same, whatever instant it moves to.
public struct Occurrence: Hashable, Sendable {
  /// The instant, in milliseconds since the Unix epoch.
  let time: Int64
  /// The wall time in the schedule's zone, in minutes since 1970-01-01 00:00 there.
  let wallMinute: Int64

  /// The wall time.
  var wallTime: WallTime { WallTime(minutesSinceEpoch: wallMinute) }
  /// The date of the wall time.
  var date: CivilDate { CivilDate(daysSinceEpoch: dayNumber) }
  /// The date's number, in days since 1970-01-01.
  var dayNumber: Int { Occurrence.dayNumber(wallMinute) }

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

  /// Whether there is one occurrence only.
  var isOnce: Bool {
    if case .once = self { true } else { false }
  }

  /// Whether it is a cron expression, which can have several occurrences in a date.
  var isCron: Bool {
    if case .cron = self { true } else { false }
  }

  /// The first occurrence strictly after an instant.
  func first(after time: Int64, in zone: Zone) -> Occurrence? {
    switch self {
    case .daily(let timeOfDay), .once(let timeOfDay):
      return zone.dailyOccurrence(of: timeOfDay, after: time).map {
        Recurrence.occurrence(timeOfDay, $0.dayNumber, at: $0.instant)
      }
    case .cron(let expression):
      return expression.nextOccurrence(after: time, in: zone).map {
        Occurrence(time: $0, wallMinute: zone.wallMinute(at: $0))
      }
    }
  }

  /// The occurrence that follows another; nil for the only one.
  func next(after occurrence: Occurrence, in zone: Zone) -> Occurrence? {
    if case .once = self { return nil }
    // After a change of the time of day the next one may lie on the same date.
    guard case .daily(let timeOfDay) = self,
      occurrence.minuteOfDay == timeOfDay.minuteOfDay
    else { return first(after: occurrence.time, in: zone) }
    // A date that the zone leaves out has no occurrence; no zone leaves out two in a row.
    for dayNumber in (occurrence.dayNumber + 1)...(occurrence.dayNumber + 3) {
      if let instant = zone.occurrence(of: timeOfDay, onDayNumber: dayNumber) {
        return Recurrence.occurrence(timeOfDay, dayNumber, at: instant)
      }
    }
    return nil
  }

  /// The same occurrence in another zone; nil on a date which that zone leaves out.
  func occurrence(wallMinute: Int64, in zone: Zone) -> Occurrence? {
    zone.instant(of: WallTime(minutesSinceEpoch: wallMinute)).map {
      Occurrence(time: $0, wallMinute: wallMinute)
    }
  }

  /// The occurrence itself if it is one of the first of its date, otherwise the next that is.
  ///
  /// Only a cron expression can have more than one in a date.
  func allowed(_ occurrence: Occurrence, perDay: Int, in zone: Zone) -> Occurrence? {
    guard case .cron(let expression) = self, !expression.isOncePerDay else { return occurrence }
    var candidate: Occurrence? = occurrence
    while let next = candidate, !isAmongFirst(perDay, next, in: zone) {
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
  private static func start(ofDay dayNumber: Int, in zone: Zone) -> Int64? {
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
