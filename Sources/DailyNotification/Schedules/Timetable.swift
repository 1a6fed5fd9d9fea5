import CivilTime

/// When a schedule fires: by which rule, and from where on.
struct Timetable: Sendable {
  let rule: FiringRule
  /// Up to where the occurrences are accounted for.
  let settled: SettledMark
  /// The wall minute of the next occurrence, as its row has it.
  private let plannedMinute: Int64
  /// The instant of the next occurrence, as its row has it, ms since the Unix epoch.
  private let plannedTime: Int64

  init(_ rule: FiringRule, _ row: ScheduleRow, settled: SettledMark) {
    self.rule = rule
    self.settled = settled
    plannedMinute = row.wallMinute
    plannedTime = row.triggerTime
  }

  var recurrence: Recurrence { rule.recurrence }
  private var zone: Zone { rule.zone }

  /// The first occurrence strictly after a time that is not accounted for.
  ///
  /// A clock that was set back does not bring back what has fired or was reported.
  func nextOccurrence(after time: Int64) -> Occurrence? {
    if recurrence.isOnce {
      guard let only = onlyOccurrence, only.time > time, !isSettled(only) else { return nil }
      return only
    }
    guard var next = firstOccurrence(after: time) else { return nil }
    guard isSettled(next) else { return next }
    if let last = settledInstant, last > time {
      guard let later = firstOccurrence(after: last - 1) else { return nil }
      next = later
    }
    while isSettled(next) {
      guard let later = occurrence(after: next) else { return nil }
      next = later
    }
    return next
  }

  /// The first occurrence that is not accounted for, passed or ahead.
  var firstUnsettled: Occurrence? {
    if recurrence.isOnce {
      guard let only = onlyOccurrence, !isSettled(only) else { return nil }
      return only
    }
    guard settled.wallMinute > .min else { return firstOccurrence(after: plannedTime - 1) }
    let last = settledInstant ?? settled.time
    var next = firstOccurrence(after: last - 1)
    while let occurrence = next, isSettled(occurrence) {
      next = self.occurrence(after: occurrence)
    }
    return next
  }

  /// When the zone's clock comes to the mark; in a gap its end, since none later is before it.
  private var settledInstant: Int64? {
    zone.instantOrGapEnd(of: WallTime(minutesSinceEpoch: settled.wallMinute))
  }

  /// The first occurrence strictly after a time, accounted for or not.
  func firstOccurrence(after time: Int64) -> Occurrence? {
    recurrence.first(after: time, in: zone).flatMap {
      recurrence.allowed($0, perDay: rule.perDay, in: rule.dateZone)
    }
  }

  /// The one occurrence of what fires once, by the present zone.
  var onlyOccurrence: Occurrence? {
    recurrence.occurrence(wallMinute: plannedMinute, in: zone)
      ?? recurrence.first(after: plannedTime - 1, in: zone)
  }

  /// The occurrence that follows another.
  func occurrence(after occurrence: Occurrence) -> Occurrence? {
    rule.occurrence(after: occurrence)
  }

  /// Whether an occurrence was shown or reported, or is on its way.
  func isSettled(_ occurrence: Occurrence) -> Bool {
    guard occurrence.wallMinute <= settled.wallMinute else {
      return !settled.beyond.isEmpty && settled.beyond.contains(occurrence.wallMinute)
    }
    return true
  }

  /// Whether it has a time for every one of some hours or minutes: cron's wildcards.
  var isWildcard: Bool {
    if case .cron(let expression) = recurrence { expression.isWildcard } else { false }
  }

  /// Before which instant the first occurrence that is not accounted for is the next one as well.
  ///
  /// `.min` where only `nextOccurrence(after:)` can tell. A daily time has one occurrence a date,
  /// in the order of dates: when that of the date before is accounted for, nothing comes between.
  func firstIsNextBefore(_ first: Occurrence?) -> Int64 {
    guard case .daily = recurrence, let first, first.wallMinute - 1440 <= settled.wallMinute else {
      return .min
    }
    return first.time
  }
}

/// Up to where the occurrences of a revision are accounted for.
struct SettledMark: Hashable {
  /// The wall minute of the last one.
  var wallMinute = Int64.min
  /// When it was, ms since the Unix epoch.
  var time = Int64.min
  /// Later wall minutes that are accounted for as well, ascending.
  var beyond: [Int64] = []

  /// No later wall minute is accounted for.
  var latest: Int64 { beyond.last ?? wallMinute }
}
