import CivilTime
import JSONText

/// A stored schedule, decoded: its row, when it fires and in which zone.
///
/// Immutable and shared: every entry walks over the schedules, and copying nine strings each
/// would cost more than the walk (see `docs/performance.md`).
public final class Schedule: Sendable {
  let row: ScheduleRow
  let kind: ScheduleKind
  let recurrence: Recurrence
  let zone: Zone
  let priority: NotificationPriority
  let url: String?
  /// The name by which the system knows the next occurrence.
  let identifier: String
  /// How many occurrences of a date are allowed; the first ones of it.
  let perDay: Int
  /// Up to where its occurrences are accounted for.
  let settled: SettledMark

  /// The same schedule with a row and a mark that have changed.
  ///
  /// Kind, time, zone, priority and link must be the same.
  init(_ schedule: Schedule, row: ScheduleRow, settled: SettledMark) {
    self.row = row
    kind = schedule.kind
    recurrence = schedule.recurrence
    zone = schedule.zone
    priority = schedule.priority
    url = schedule.url
    identifier = schedule.identifier
    perDay = schedule.perDay
    self.settled = settled
  }

  /// Decodes a row; nil when a column holds something that no schedule has.
  init?(
    _ row: ScheduleRow, perDay: Int, settled: SettledMark, on platform: inout some ClockAccess
  ) {
    guard let kind = ScheduleKind(rawValue: row.kind),
      let recurrence = Recurrence(row, kind: kind),
      let priority = NotificationPriority(rawValue: row.priority)
    else { return nil }
    if let name = row.timezone {
      guard let zone = platform.zone(named: name) else { return nil }
      self.zone = zone
    } else {
      zone = platform.zone
    }
    if let payload = row.payload {
      guard let value = try? JSONParser.parse(payload) else { return nil }
      url = value["url"]?.stringValue
    } else {
      url = nil
    }
    self.row = row
    self.kind = kind
    self.recurrence = recurrence
    self.priority = priority
    identifier = OccurrenceIdentifier(kind, row.id).text
    self.perDay = perDay
    self.settled = settled
  }

  /// The payload column that holds a link.
  static func payload(_ url: String) -> String {
    JSONValue.object(["url": .string(url)]).canonicalText
  }

  static let defaultTitle = "Daily Notification"
  static let defaultBody = "Your daily update is ready."

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
    if let last = zone.instant(of: WallTime(minutesSinceEpoch: settled.wallMinute)), last > time {
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
    guard settled.wallMinute > .min else { return firstOccurrence(after: row.triggerTime - 1) }
    let last = zone.instant(of: WallTime(minutesSinceEpoch: settled.wallMinute)) ?? settled.time
    var next = firstOccurrence(after: last - 1)
    while let occurrence = next, isSettled(occurrence) {
      next = self.occurrence(after: occurrence)
    }
    return next
  }

  /// The first occurrence strictly after a time, accounted for or not.
  func firstOccurrence(after time: Int64) -> Occurrence? {
    recurrence.first(after: time, in: zone).flatMap {
      recurrence.allowed($0, perDay: perDay, in: zone)
    }
  }

  /// The one occurrence of what fires once, by the present zone.
  var onlyOccurrence: Occurrence? {
    recurrence.occurrence(wallMinute: row.wallMinute, in: zone)
      ?? recurrence.first(after: row.triggerTime - 1, in: zone)
  }

  /// The occurrence that follows another.
  func occurrence(after occurrence: Occurrence) -> Occurrence? {
    recurrence.next(after: occurrence, in: zone).flatMap {
      recurrence.allowed($0, perDay: perDay, in: zone)
    }
  }

  /// Whether an occurrence was shown or reported, or is on its way.
  func isSettled(_ occurrence: Occurrence) -> Bool {
    guard occurrence.wallMinute <= settled.wallMinute else { return false }
    // The second pass of a repeated hour shows the same wall minutes as the first.
    guard isAmbiguous, occurrence.time > settled.time else { return true }
    return zone.instant(of: occurrence.wallTime) == occurrence.time
  }

  /// The lead of its prefetch in milliseconds; nil as configured.
  var leadMilliseconds: Int64? { row.leadMinutes.map { $0 * 60_000 } }

  /// Whether two occurrences can have the same wall minute: wildcards, in the repeated hour.
  var isAmbiguous: Bool {
    if case .cron(let expression) = recurrence { expression.isWildcard } else { false }
  }

  /// Whether a notification stands for one of this revision's occurrences.
  func isFor(_ info: RequestInfo, _ occurrence: Occurrence) -> Bool {
    info.wallMinute == occurrence.wallMinute && owns(info) && info.revision == row.revision
      && (!isAmbiguous || info.plannedTime == occurrence.time)
  }

  /// Whether a notification belongs to this schedule, whatever the revision.
  func owns(_ info: RequestInfo) -> Bool {
    info.kind == kind && info.scheduleID == row.id
  }

  /// Whether a row decodes to the same but for its progress, text and presentation.
  func decodesAlike(_ other: ScheduleRow, perDay: Int, in deviceZone: Zone) -> Bool {
    row.id == other.id && row.kind == other.kind && row.time == other.time
      && row.timezone == other.timezone && row.repeatRule == other.repeatRule
      && row.priority == other.priority && row.payload == other.payload && self.perDay == perDay
      && (other.timezone != nil || zone == deviceZone)
  }
}

/// Up to where the occurrences of a revision are accounted for.
struct SettledMark: Hashable {
  /// The wall minute of the last one.
  var wallMinute = Int64.min
  /// When it was, ms since the Unix epoch.
  var time = Int64.min
}

extension Recurrence {
  /// Reads the columns that say when; nil when they do not.
  init?(_ row: ScheduleRow, kind: ScheduleKind) {
    switch kind {
    case .daily:
      guard let time = TimeOfDay(row.time) else { return nil }
      self = .daily(time)
    case .reminder:
      guard let time = TimeOfDay(row.time) else { return nil }
      self = row.repeatRule == RepeatRule.none.rawValue ? .once(time) : .daily(time)
    case .dual:
      guard let expression = try? CronExpression(row.time) else { return nil }
      self = .cron(expression)
    }
  }
}
