import CivilTime

/// How a daily schedule goes on whose next occurrence follows by a number of minutes, as stored.
///
/// Its occurrences are instants. They have their wall minutes in UTC, so that neither a change of
/// zone nor one of daylight saving time moves them.
public struct Rollover: Hashable, Sendable {
  /// How many minutes after an occurrence the next one follows.
  public let minutes: Int64
  /// The first occurrence, ms since the Unix epoch.
  public let first: Int64
  /// The IANA zone that the call gave for the time of the first one; nil for the phone's.
  public let timezone: String?

  /// The minutes that a call may give: from one minute to a week.
  public static let minutesRange: ClosedRange<Int64> = 1...10_080
  /// Minutes that follow a day later, whatever the wall clock does meanwhile.
  static let dayMinutes: Int64 = 1440

  /// The first occurrence strictly after an instant, in ms since the Unix epoch.
  public func nextOccurrence(after time: Int64) -> Int64 {
    Recurrence.occurrence(every: minutes, from: first, after: time).time
  }

  /// Whether another one has the same interval, for a time of day in the same zone.
  func isAsked(like other: Rollover) -> Bool {
    minutes == other.minutes && timezone == other.timezone
  }
}

extension ScheduleRow {
  /// The zone that a call gave for its time; nil for the phone's.
  var givenTimezone: String? {
    if let rollover { rollover.timezone } else { timezone }
  }

  /// Makes its occurrences follow by an interval from its next time of day on, in its zone.
  ///
  /// Nothing changes without an interval, or where time or zone do not decode.
  mutating func rollOver(everyMinutes minutes: Int64?, on platform: inout some ClockAccess) {
    guard let minutes, let time = TimeOfDay(self.time) else { return }
    let zone = timezone.flatMap { platform.zone(named: $0) } ?? platform.zone
    let now = platform.wallMilliseconds
    guard let first = zone.nextOccurrence(of: time, after: now) else { return }
    rollover = Rollover(minutes: minutes, first: first, timezone: timezone)
    timezone = Zone.utc.identifier
    repeatRule = RepeatRule.custom.rawValue
  }

  /// Whether another row fires at the same times, from wherever on.
  func isTimed(like other: ScheduleRow) -> Bool {
    guard time == other.time, timezone == other.timezone, repeatRule == other.repeatRule else {
      return false
    }
    switch (rollover, other.rollover) {
    case (nil, nil): return true
    case (let rollover?, let asked?): return rollover.isAsked(like: asked)
    case (nil, _), (_, nil): return false
    }
  }
}

extension Recurrence {
  /// The first occurrence after an instant of one that follows by an interval; its wall minute is
  /// that of UTC.
  static func occurrence(
    every minutes: Int64, from first: Int64, after time: Int64
  ) -> Occurrence {
    let step = minutes * 60_000
    let next = time < first ? first : first + ((time - first) / step + 1) * step
    return Occurrence(time: next, wallMinute: Zone.utc.wallMinute(at: next))
  }

  /// The occurrence itself if it is one of the first of its date, otherwise the first of the date
  /// that follows.
  static func allowed(
    _ occurrence: Occurrence, every minutes: Int64, from first: Int64, perDay: DailyShare,
    in zone: Zone
  ) -> Occurrence? {
    let step = minutes * 60_000
    let day = zone.date(at: occurrence.time).daysSinceEpoch
    guard let start = start(ofDay: day, in: zone) else { return occurrence }
    let earliest = self.occurrence(every: minutes, from: first, after: start - 1)
    guard (occurrence.time - earliest.time) / step >= Int64(perDay.count(onDay: day)) else {
      return occurrence
    }
    return self.start(ofDay: day + 1, in: zone).map {
      self.occurrence(every: minutes, from: first, after: $0 - 1)
    }
  }
}
